/**
 * The documents that the run added or changed. For a project with documents already, `docs_generated` says nothing about
 * the work of the run.
 *
 * @module
 */
import { count } from '../../gates/metrics.ts';
import { finding } from '../findings/findings.ts';
import { findTestFilesOf } from '../integrity/suite-files.ts';
import { readHead } from '../sources/list-sources.ts';
import { findChanges } from '../mutation-check/find-changes.ts';
import { readDocumentsSinceStart } from './documents-since-start.ts';
import { asksForMetric, type Measure, type Question } from './measure.ts';
import { namesOfChange } from './names-of-change.ts';

export const changedDocuments = {
  after: 'tests',
  metrics: {
    docs_changed: count(
      'documents that the run added or changed: each has 10 new words of prose, and its new lines name something of the change',
    ),
  },
  findProblems: async ({ folder, commits }, gates) => {
    // A run with commits asks for that commit itself.
    if (commits) return [];
    const asking = gates.filter((gate) => asksForMetric(gate, 'docs_changed')).map(({ phase }) => phase.phase);
    if (asking.length === 0 || (await readHead(folder).catch(() => null)) !== null) return [];
    return [
      `${asking.join(', ')} needs docs_changed, which compares the documents with a commit, and there is none. Commit the files, or remove docs_changed from the condition.`,
    ];
  },
  measure: async (question: Question) => {
    if (!asksForMetric(question.gate, 'docs_changed')) return { metrics: {} };
    const { judgeChangedDocuments } = await import('../evidence/documents/changed-documents.ts');
    const since = await readDocumentsSinceStart(question);
    if (since === null) return { metrics: {}, findings: [finding('document.nothing_earlier')] };
    const { documents, outside } = since;
    const names = await findNames(question);
    const { count: docs_changed, findings } = judgeChangedDocuments({ ...documents, names });
    const none =
      documents.changed.length > 0
        ? []
        : [finding('document.none_changed', { globs: question.config.documents.globs })];
    return { metrics: { docs_changed }, findings: docs_changed > 0 ? [] : [...none, ...findings, ...outside] };
  },
} as const satisfies Measure;

const findNames = async ({ config, run, tests }: Question): Promise<ReadonlySet<string>> => {
  const files = [...tests.after.files.keys()];
  const suite = new Set(
    findTestFilesOf(
      config.tests.suites,
      files,
      tests.run.tests.map(({ file }) => file),
    ),
  );
  const changes = await findChanges({
    workspace: config.folder,
    base: run.base,
    files,
    isTest: (path) => suite.has(path) || Object.hasOwn(run.frozen, path),
  });
  return namesOfChange(changes, run.criteria.ids);
};
