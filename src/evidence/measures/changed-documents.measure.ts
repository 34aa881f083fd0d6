/**
 * The documents that the run added or changed. For a project with documents already, `docs_generated` says nothing about
 * the work of the run.
 */
import type { DocumentsOfChange } from '../documents/changed-documents.ts';
import { dropHunk } from '../mutation-check/order-mutants.ts';
import { type ChangedFile, findChanges } from '../mutation-check/find-changes.ts';
import { readComments } from './documents/doc-comments.ts';
import { declaredIn, namesOfChange } from './documents/names-of-change.ts';
import { placesOfTests } from '../integrity/freeze.ts';
import type { Finding } from '../../../gates/iteration.ts';
import { finding } from '../findings/findings.ts';
import { findTestFilesOf } from '../integrity/suite-files.ts';
import { type AsOfStart, readDocumentsSinceStart } from './documents/documents-since-start.ts';
import { asksForMetric, type Measure, type Question } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';

type ChangedComments = NonNullable<DocumentsOfChange['comments']>[number];

/** The comments that document changed code, compared with the start of the run. */
const readChangedComments = ({ path, text, hunks, lines }: ChangedFile): ChangedComments => {
  const { documenting } = readComments(path, text);
  const code = text.split('\n');
  const isNew = ({ from, to }: { readonly from: number; readonly to: number }): boolean =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at).some((line) => lines.has(line));
  return {
    path,
    text: joinTexts(documenting),
    before: joinTexts(readComments(path, hunks.reduceRight(dropHunk, text)).documenting),
    about: documenting.filter(isNew).flatMap((each) => declaredIn(code[each.of - 1] ?? '', path)),
  };
};

const joinTexts = (comments: readonly { readonly text: string }[]): string =>
  comments.map(({ text }) => text).join('\n\n');

/** They need no test. */
export type DocumentsQuestion = Pick<Question, 'config' | 'gate' | 'run' | 'tests' | 'abort'>;

export const changedDocuments = {
  after: 'tests',
  metrics: METRICS_OF.changedDocuments,
  measure: async (question: DocumentsQuestion) => {
    if (!asksForMetric(question.gate, 'docs_changed')) return { metrics: {} };
    const { docs_changed, findings } = await countChangedDocuments({
      ...asOfStart(question),
      suites: question.config.tests.suites,
      reported: placesOfTests(question.tests.run.tests),
      criteria: question.run.criteria.ids,
    });
    return docs_changed === null
      ? { metrics: {}, findings }
      : { metrics: { docs_changed }, findings: docs_changed > 0 ? [] : findings };
  },
} as const satisfies Measure;

/** The start of a run and its workspace, as they are now. */
export const asOfStart = ({ config, run, tests }: Pick<Question, 'config' | 'run' | 'tests'>): AsOfStart => ({
  folder: config.folder,
  globs: config.documents.globs,
  base: run.base,
  files: [...tests.after.files.keys()],
  frozen: run.frozen,
});

interface ChangesQuestion extends AsOfStart {
  readonly suites: Parameters<typeof findTestFilesOf>[0];
  /** Files with tests, as the runner reports them. */
  readonly reported: readonly string[];
  /** Ids of the criteria. */
  readonly criteria: readonly string[];
}

/** `null`: without an earlier state it cannot be measured. */
export const countChangedDocuments = async (
  question: ChangesQuestion,
): Promise<{ readonly docs_changed: number | null; readonly findings: readonly Finding[] }> => {
  const { judgeChangedDocuments } = await import('../documents/changed-documents.ts');
  const changes = await findCode(question);
  const since = await readDocumentsSinceStart({ ...question, code: changes.map(({ path }) => path) });
  if (since === null) return { docs_changed: null, findings: [finding('document.nothing_earlier')] };
  const { documents, outside } = since;
  const { count: docs_changed, findings } = judgeChangedDocuments({
    ...documents,
    comments: changes.map(readChangedComments),
    names: namesOfChange(changes, question.criteria),
  });
  const isSilent = documents.changed.length === 0 && docs_changed === 0;
  const none = isSilent ? [finding('document.none_changed', { globs: question.globs })] : [];
  return { docs_changed, findings: [...none, ...findings, ...outside] };
};

/** Without tests. */
const findCode = ({
  folder,
  base,
  files,
  frozen,
  suites,
  reported,
  read,
}: ChangesQuestion): Promise<readonly ChangedFile[]> => {
  const suite = new Set(findTestFilesOf(suites, files, reported));
  return findChanges({
    workspace: folder,
    base,
    files,
    isTest: (path) => suite.has(path) || Object.hasOwn(frozen, path),
    ...(read === undefined ? {} : { read }),
  });
};
