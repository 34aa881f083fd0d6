/**
 * Everything that was measured and said in one iteration, put into one record: the only thing that a gate will see.
 *
 * @module
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompiledGate } from '../../gates/compile-gates.ts';
import type { IterationRecord, Signal, Turn } from '../../gates/iteration.ts';
import type { Metrics } from '../../gates/metrics.ts';
import type { EvidenceQuestion } from '../../machines/index.ts';
import { readCriteria } from '../evidence/criteria.ts';
import { gatherDocuments } from '../evidence/documents/gather-documents.ts';
import { compareFingerprints, type Fingerprint, takeFingerprint } from '../evidence/fingerprint.ts';
import { freezeFiles } from '../evidence/freeze.ts';
import { leftOut } from '../evidence/inventory.ts';
import { findTestFiles } from '../evidence/test-files.ts';
import { measureTests } from '../evidence/test-metrics.ts';
import { readSignalOfFile } from '../signals/read-signal-of-file.ts';
import { readSignal } from '../signals/signal-reader.ts';
import { silenceSignal } from '../signals/silence-signal.ts';
import { testId } from '../testing/is-green.ts';
import type { TestRun } from '../testing/test-run.ts';
import { findTampering } from './find-tampering.ts';
import { countStandstill } from './count-standstill.ts';
import { RunError } from './run-error.ts';
import { type Facts, gateOf, type RunSite } from './run-site.ts';

/** At most so many failing tests go into a record; the counts are of all. */
const MAX_FAILING = 50;
/** Metrics that cost a look at every document. */
const DOCUMENT_METRICS: ReadonlySet<string> = new Set([
  'docs_generated',
  'diagrams_total',
  'diagrams_valid',
  'all_diagrams_valid',
  'has_adr',
  'has_c4_diagrams',
]);

/** Does the phase's condition ask for documents? */
export const asksForDocuments = (gate: CompiledGate): boolean =>
  [...gate.gate_1.metrics, ...gate.gate_2.metrics].some((name) => DOCUMENT_METRICS.has(name));

/** The record of the iteration on the workbench. The last look at the sources comes after all others (RULES 2.4). */
export const gatherEvidence = async (
  site: RunSite,
  question: EvidenceQuestion,
  signal?: AbortSignal,
): Promise<IterationRecord> => {
  const { config, journal, workbench, announce } = site;
  const { prepared, turn } = question;
  const { phase, iteration, attempt } = prepared;
  const facts = workbench.facts();
  const state = journal.state();
  const gate = gateOf(site.gates, phase);
  const measured = facts.testRuns.at(-1);
  if (measured === undefined) throw new RunError('Cannot gather evidence: no test was run.');
  const { run } = measured;

  const read = await readWord(facts, gate, turn, state.inventory.passing.length);
  announce({ type: 'signal.read', phase, iteration, signal: read });
  const tampering = await findTampering(config.folder, state, run);
  const documents = asksForDocuments(gate)
    ? await gatherDocuments(config.folder, {
        globs: config.documents.globs,
        files: measured.after.files.keys(),
        ...(signal === undefined ? {} : { signal }),
      })
    : null;
  const testFiles =
    gate.phase.tests === 'must_fail'
      ? findTestFiles(
          measured.after.files.keys(),
          run.tests.map(({ file }) => file),
        )
      : [];
  const frozen = await freezeFiles(config.folder, testFiles);
  const last = await takeFingerprint(config.folder, { writes: config.tests.writes });
  facts.exit = { frozen, tests: run.tests.map(testId), tree: last.tree };

  const afterTurn = facts.afterTurn ?? facts.before;
  const moved = movedFiles([...facts.testRuns.flatMap(({ before, after }) => [before, after]), last]);
  const changes = compareFingerprints(facts.before, afterTurn);
  const unchanged = turn.outcome === 'ok' && afterTurn.tree === facts.before.tree;
  const { notes = [], unchecked: _unchecked, ...documentMetrics } = documents ?? {};
  const metrics: Metrics = {
    ...measureTests(run, state.inventory, gate.phase.tests),
    consecutive_green_runs: question.consecutive_green_runs,
    criteria_count: await countCriteria(site),
    iteration,
    max_refactor_iterations: config.limits.max_refactor_iterations,
    required_docs_count: config.documents.required_docs_count,
    refactoring_complete: read.refactoring_complete && last.tree !== state.phaseTree,
    no_more_improvements_identified: unchanged,
    no_improvements_found: unchanged,
    files_created: changes.created.length,
    files_modified: changes.modified.length,
    files_deleted: changes.deleted.length,
    tests_intact: tampering.length === 0,
    tree_stable: moved.length === 0,
    ...documentMetrics,
  };
  const tree = { before: facts.before.tree, after: last.tree, head: last.head };
  return Object.freeze({
    run: site.run,
    phase,
    iteration,
    attempt,
    started_at: facts.startedAt,
    ended_at: site.now().toISOString(),
    metrics: Object.freeze(metrics),
    signal: read,
    turn,
    tree,
    without_progress: countStandstill(state, { turn, tree, metrics }),
    allowance_used: state.allowanceUsed + 1,
    failing: failingTests(run, leftOut(state.inventory)),
    notes: [...run.problems, ...describeBroken(run), ...tampering, ...describeMoved(moved), ...notes],
  });
};

/** RULES 3.2: a process that did not end well has no word, whatever it printed. */
const readWord = async (facts: Facts, gate: CompiledGate, turn: Turn, existingTests: number): Promise<Signal> => {
  if (turn.outcome !== 'ok' && turn.outcome !== 'empty') return silenceSignal(turn.outcome);
  const { phase, iteration } = facts.prepared;
  const binding = { phase, iteration, nonce: facts.nonce, tests: gate.phase.tests, existingTests };
  return facts.transcript === null ? readSignal('', binding) : readSignalOfFile(facts.transcript, binding);
};

/** 0 when the file is gone: then no criterion is known, and that it was frozen is told besides. */
const countCriteria = async ({ config }: RunSite): Promise<number> => {
  const text = await readFile(join(config.folder, config.work.spec), 'utf8').catch(() => '');
  return readCriteria(text).length;
};

const failingTests = ({ tests }: TestRun, ignored: ReadonlySet<string>): IterationRecord['failing'] =>
  tests
    .filter((test) => test.state === 'failed' && !ignored.has(testId(test)))
    .slice(0, MAX_FAILING)
    .map(({ file, name, message = '' }) => ({ file, name, message }));

/** What is no test and failed all the same (RULES 2.3). */
const describeBroken = ({ load_failures, unhandled_errors }: TestRun): readonly string[] => [
  ...load_failures.map(({ file, message }) => `${file} does not load: ${message}`),
  ...unhandled_errors.map((message) => `An error outside any test: ${message}`),
];

/** The paths that differ between any two looks in a row. */
const movedFiles = (looks: readonly Fingerprint[]): readonly string[] => {
  const moved = looks.slice(1).flatMap((look, i) => {
    const { created, modified, deleted } = compareFingerprints(looks[i] ?? look, look);
    return [...created, ...modified, ...deleted];
  });
  return [...new Set(moved)].sort();
};

const describeMoved = (moved: readonly string[]): readonly string[] =>
  moved.length === 0
    ? []
    : [
        `The sources moved while they were measured: ${moved.slice(0, 10).join(', ')}${moved.length > 10 ? ` and ${moved.length - 10} more` : ''}. ` +
          'Stop what writes them in the background; what the suite writes for itself belongs into .gitignore or tests.writes.',
      ];
