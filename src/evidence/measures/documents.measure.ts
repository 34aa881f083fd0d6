/** The documents of the workspace: read when a condition asks for one of their metrics. */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Finding } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import type { CheckOptions } from '../documents/check-diagrams.ts';
import { finding, type FindingCode } from '../findings/findings.ts';
import type { AsOfStart, DocumentsOfChange } from '../documents/changed-documents.ts';
import { asksFor, asksForMetric, type Measure, type Question } from './measure.ts';
import { METRICS_OF } from './metrics-of-measures.ts';
import { dropHunk } from '../mutation-check/order-mutants.ts';
import { type ChangedFile, findChanges } from '../mutation-check/find-changes.ts';
import { readComments, declaredIn, namesOfChange } from '../documents/names-of-change.ts';
import { placesOfTests } from '../integrity/freeze.ts';
import { findTestFilesOf } from '../integrity/suite-files.ts';

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
type DocumentsQuestion = Pick<Question, 'config' | 'gate' | 'run' | 'tests' | 'abort'>;

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
const asOfStart = ({ config, run, tests }: Pick<Question, 'config' | 'run' | 'tests'>): AsOfStart => ({
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
  const { judgeChangedDocuments, readDocumentsSinceStart } = await import('../documents/changed-documents.ts');
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

export const documents = {
  after: 'tests',
  metrics: METRICS_OF.documents,
  measure: async (question: DocumentsQuestion) => {
    const { config, gate, tests, abort } = question;
    if (!asksForDocuments(gate)) return { metrics: {} };
    // Readers of diagrams are large, and most iterations need none.
    const { gatherDocuments } = await import('../documents/gather-documents.ts');
    const { findings, ...metrics } = await gatherDocuments(config.folder, {
      globs: config.documents.globs,
      files: tests.after.files.keys(),
      signal: abort,
    });
    const isShort =
      asksForMetric(gate, 'docs_generated') && metrics.docs_generated < config.documents.required_docs_count;
    const { readDocumentsSinceStart } = await import('../documents/changed-documents.ts');
    const since = isShort ? await readDocumentsSinceStart(asOfStart(question)) : null;
    return { metrics, findings: [...findings, ...nameMissing(gate, metrics, findings), ...(since?.outside ?? [])] };
  },
} as const satisfies Measure;

/** Parts that a condition requires and no document has; a broken one of its kind has a finding of its own. */
const nameMissing = (
  gate: CompiledGate,
  { diagrams_total, has_c4_diagrams, has_adr }: Pick<Metrics, 'has_c4_diagrams' | 'has_adr'> & Diagrams,
  findings: readonly Finding[],
): readonly Finding[] => {
  const asks = (...names: readonly string[]) => names.some((name) => asksForMetric(gate, name));
  const isOff = (code: FindingCode) => findings.some((each) => each.code === code);
  const missing: Finding[] = [];
  if (diagrams_total === 0 && asks('all_diagrams_valid', 'has_c4_diagrams', 'diagrams_total', 'diagrams_valid'))
    missing.push(finding('document.none_found', { what: 'diagram', wayOut: DRAW }));
  else if (has_c4_diagrams === false && asks('has_c4_diagrams'))
    missing.push(finding('document.none_found', { what: 'valid C4 diagram', wayOut: DRAW }));
  if (has_adr === false && asks('has_adr') && !isOff('document.no_decision_record'))
    missing.push(finding('document.none_found', { what: 'decision record', wayOut: DECIDE }));
  return missing;
};

interface Diagrams {
  readonly diagrams_total: number;
}

const DRAW = 'draw one in a ```mermaid block with C4Context, C4Container or C4Component';
const DECIDE =
  'write one in a folder named adr or decisions, with text below each of the headings Status, Context and Decision';

export const asksForDocuments = (gate: CompiledGate): boolean => asksFor(gate, documents.metrics);

/** Before a run: what holds a phase that asks for diagrams, which nothing here can check; null where they can be. */
export const foreseeHold = async (
  gates: readonly CompiledGate[],
  options: CheckOptions = {},
): Promise<string | null> => {
  const asking = gates.filter(asksForDocuments).map(({ phase }) => phase.phase);
  if (asking.length === 0) return null;
  const { canCheckDiagrams } = await import('../documents/check-diagrams.ts');
  return (await canCheckDiagrams(options))
    ? null
    : `${asking.join(', ')} will be held: it needs diagrams, and Mermaid, which checks them, is not installed. Install mermaid beside dualgate (npm install mermaid); a run that waits continues with dualgate resume.`;
};
