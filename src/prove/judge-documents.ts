/** A commit's documents, compared with the gate of its phase (rule 2.9): their content, and what the run changed. */
import type { CompiledGate } from '../../gates/compile-gates.ts';
import type { Metrics } from '../../gates/metrics.ts';
import { looksAt, renderUnmet } from '../../gates/verdict.ts';
import { gatherDocuments } from '../evidence/documents/gather-documents.ts';
import type { Freeze } from '../evidence/integrity/freeze.ts';
import {
  changedDocuments,
  countChangedDocuments,
  asksForDocuments,
  documents,
} from '../evidence/measures/documents.measure.ts';
import { asksForMetric } from '../evidence/measures/measure.ts';
import { matchLeftOut } from '../project/sources/fingerprint.ts';
import { showCount } from '../base/text/amounts.ts';
import { type Claim, claim } from './claim.ts';
import type { Known, SourcesOfRun } from './run-commits.ts';

interface DocumentsQuestion {
  readonly workspace: string;
  readonly known: Known;
  /** The files that the phases before froze. */
  readonly frozen: Freeze;
  /** The files of the commit, relative to the workspace. */
  readonly paths: readonly string[];
  readonly readSources: () => Promise<SourcesOfRun>;
}

export const judgeDocuments = async (gate: CompiledGate, question: DocumentsQuestion): Promise<readonly Claim[]> => {
  const { workspace, known, paths } = question;
  const { globs, required_docs_count } = known.config.documents;
  const present = asksForDocuments(gate) ? await gatherDocuments(workspace, { globs, files: paths }) : null;
  const changed = asksForMetric(gate, 'docs_changed') ? await measureChanged(question) : null;
  const { findings = [], ...measured } = present ?? {};
  const metrics: Metrics = {
    ...measured,
    required_docs_count,
    ...(typeof changed?.docs_changed === 'number' ? { docs_changed: changed.docs_changed } : {}),
  };
  const name = gate.phase.phase;
  const unmetOf = (names: object): readonly string[] => listUnmet(gate, Object.keys(names), metrics);
  const because = (unmet: readonly string[], notes: readonly { readonly text: string }[]): readonly string[] =>
    unmet.length === 0 ? [] : [...unmet, ...notes.map(({ text }) => text)];
  return [
    ...(present === null
      ? []
      : [
          claim(
            `${name} documents`,
            `${showCount(present.docs_generated, 'document')} and ${showCount(present.diagrams_total, 'diagram')} have content and are valid; the gate's conditions for them are met`,
            because(unmetOf(documents.metrics), findings),
          ),
        ]),
    ...(changed === null
      ? []
      : [
          claim(
            `${name} docs_changed`,
            changed.docs_changed === null
              ? 'docs_changed cannot be measured: the first commit has no files'
              : `${showCount(changed.docs_changed, 'document')} added or changed since the first commit; the gate's conditions for docs_changed are met`,
            because(unmetOf(changedDocuments.metrics), changed.findings),
          ),
        ]),
  ];
};

/** Unmet clauses about these metrics. Clauses about others that a proof does not measure are omitted. */
const listUnmet = ({ gate_1 }: CompiledGate, names: readonly string[], metrics: Metrics): readonly string[] =>
  gate_1
    .judge(metrics)
    .unmet.filter((clause) => looksAt(clause, names))
    .filter(({ metrics: used = [] }) => used.every((each) => Object.hasOwn(metrics, each) || names.includes(each)))
    .map(renderUnmet);

/** Both commits come from git, not from a checkout: its suite ran, and may have written documents. */
const measureChanged = async ({ workspace, known, frozen, paths, readSources }: DocumentsQuestion) => {
  const { start, now } = await readSources();
  const isLeftOut = matchLeftOut(known.config.tests.writes);
  return countChangedDocuments({
    folder: workspace,
    globs: known.config.documents.globs,
    base: start,
    files: paths.filter((path) => !isLeftOut(path)),
    frozen,
    suites: known.config.tests.suites,
    reported: known.reported,
    criteria: known.criteria,
    read: (path) => {
      const content = now.get(path);
      return Promise.resolve(content === undefined ? null : Buffer.from(content));
    },
  });
};
