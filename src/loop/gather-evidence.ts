/**
 * Everything that was measured and said in one iteration, put into one record: the only thing that a gate will see.
 *
 * @module
 */
import type { CompiledGate } from '../../gates/compile-gates.ts';
import type { IterationRecord, WaitingCriteria } from '../../gates/iteration.ts';
import type { Metrics } from '../../gates/metrics.ts';
import type { EvidenceQuestion } from '../../machines/index.ts';
import { coverCriteria, describeCoverage } from '../evidence/cover-criteria.ts';
import { gatherDocuments } from '../evidence/documents/gather-documents.ts';
import { compareFingerprints, type Fingerprint } from '../sources/fingerprint.ts';
import { findFlaky } from '../evidence/find-flaky.ts';
import { isClean } from '../sources/git-clean.ts';
import { leftOut } from '../evidence/inventory.ts';
import { findWritten, stampFrozen } from '../integrity/stamp-frozen.ts';
import { findTestFilesOf } from '../integrity/suite-files.ts';
import { measurePart, measureTests } from '../evidence/test-metrics.ts';
import { testId } from '../testing/is-green.ts';
import { isShown } from './tests/add-held-out.ts';
import { calibrate } from './tests/calibrate.ts';
import { measureConfidence } from './measure/measure-confidence.ts';
import { describeCalibration } from './tests/describe-calibration.ts';
import { asksForMetric } from './measure/describe-checks.ts';
import { describeClaims } from './measure/describe-claims.ts';
import {
  describeBroken,
  describeEmpty,
  describeMoved,
  describePart,
  listFailing,
  listMoved,
} from './measure/describe-measurement.ts';
import { areCriteriaAddressed } from './measure/address-criteria.ts';
import { asksForCleanGit, measureIndicators } from './measure/measure-indicators.ts';
import { existingTests } from './measure/existing-tests.ts';
import { freezeTests } from './measure/freeze-tests.ts';
import { findTampering } from './measure/find-tampering.ts';
import { hasFailed } from '../records/fold/breaker-event-of.ts';
import { deadlocksBefore } from './breaker/deadlocks-before.ts';
import { fingerprintFailing } from './breaker/failing-fingerprint.ts';
import { hasMoved } from '../records/fold/progress.ts';
import { lookAtSources } from './look-at-sources.ts';
import { measureChecks } from './measure/measure-checks.ts';
import { measurePlans } from './measure/measure-plans.ts';
import { thresholdOf } from '../records/fold/preset-state.ts';
import { readWord } from './turn/read-word.ts';
import { readSpecCriteria } from './measure/read-spec-criteria.ts';
import { RunError } from '../records/run-error.ts';
import { type Facts, gateOf, type RunSite } from './run-site.ts';
import type { WorkState } from '../records/fold/work-state.ts';

/** Metrics that cost a look at every document. */
const DOCUMENT_METRICS: ReadonlySet<string> = new Set([
  'docs_generated',
  'empty_documents',
  'broken_links',
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
  const { run, part } = measured;

  const read = await readWord({
    facts,
    gate,
    turn,
    existingTests: state.inventory.passing.length,
    signals: config.signals,
  });
  announce({ type: 'signal.read', phase, iteration, signal: read });
  const criteria = state.criteria ?? (await readSpecCriteria(config));
  // A part of the suite says nothing of criteria whose tests it left out.
  const coverage = part === undefined ? coverCriteria(criteria.ids, run) : null;
  const ofTests: Metrics = {
    ...(part === undefined
      ? {
          ...measureTests(run, state.inventory, gate.phase.tests, existingTests(state, gate.phase.tests)),
          ...coverage?.metrics,
        }
      : measurePart(run, state.inventory)),
    consecutive_green_runs: question.consecutive_green_runs,
    criteria_count: criteria.count,
  };
  const checks = await measureChecks(site, { prepared, gate, known: ofTests, before: measured.after, signal });
  const { notes: tampered, gone } = await findTampering(
    config.folder,
    state,
    run,
    measured.after.files,
    part === undefined ? null : findTestFilesOf(config.tests.suites, measured.after.files.keys(), []),
  );
  facts.gone = gone;
  const plans = await measurePlans(config, state.lists);
  const tampering = [...tampered, ...plans.gone];
  const documents = asksForDocuments(gate)
    ? await gatherDocuments(config.folder, {
        globs: config.documents.globs,
        files: measured.after.files.keys(),
        ...(signal === undefined ? {} : { signal }),
      })
    : null;
  const frozen = await freezeTests(config, gate, { run, files: measured.after.files, frozen: state.frozen });
  const last = await lookAtSources(config, state);
  const failed = run.tests.filter((test) => test.state === 'failed').map(testId);
  facts.last = last;
  facts.exit =
    part !== undefined
      ? null
      : { frozen, tests: run.tests.filter(isShown).map(testId), failing: failed, tree: last.tree };

  const afterTurn = facts.afterTurn ?? facts.before;
  const flaky = findFlaky(facts.testRuns.filter(({ after }) => after.tree === last.tree).map((each) => each.run));
  const empty =
    gate.phase.tests === 'must_pass' && part === undefined ? describeEmpty(run, leftOut(state.inventory)) : [];
  const written = await findFrozenWritten(config.folder, state, facts, last);
  const looks = [...facts.testRuns.flatMap(({ before, after }) => [before, after]), ...checks.looks, last];
  const moved = [...listMoved(looks), ...written];
  const clean =
    asksForMetric(gate, 'git_clean') || asksForCleanGit(config, gate)
      ? await isClean(config.folder, last, [...config.tests.writes, ...state.writes.accepted])
      : null;
  facts.calibration = moved.length === 0 ? null : await calibrate(site, facts, signal);
  const ofGit: Metrics = clean === null ? {} : { git_clean: clean };
  const {
    metrics: ofIndicators,
    notes: indicatorNotes,
    ...indicators
  } = await measureIndicators({
    config,
    gate,
    facts,
    turn,
    signal: read,
    known: { ...ofTests, ...checks.metrics, ...ofGit },
    criteriaAddressed: await areCriteriaAddressed(config, state.frozen, coverage),
    threshold: thresholdOf(state),
  });
  const scored = await measureConfidence({ config, facts, turn, signal: read, state, last });
  const changes = compareFingerprints(facts.before, afterTurn);
  const unchanged = turn.outcome === 'ok' && afterTurn.tree === facts.before.tree;
  const { notes = [], unchecked: _unchecked, ...documentMetrics } = documents ?? {};
  const metrics: Metrics = {
    ...ofTests,
    ...checks.metrics,
    ...ofGit,
    ...plans.metrics,
    ...ofIndicators,
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
    ...scored.metrics,
  };
  const ofPart = part === undefined ? {} : { measured: part };
  const tree = { before: facts.before.tree, after: last.tree, head: last.head };
  const failing = fingerprintFailing(run, checks.results.checks ?? [], leftOut(state.inventory));
  const progress = hasMoved(state.seen, state.phaseTree, { tree, metrics, ...ofPart });
  const record: IterationRecord = {
    run: site.run,
    phase,
    iteration,
    attempt,
    started_at: facts.startedAt,
    ended_at: site.now().toISOString(),
    metrics: Object.freeze(metrics),
    ...ofPart,
    signal: read,
    turn,
    tree,
    without_progress: progress ? 0 : state.breaker.no_progress + (hasFailed({ turn }, progress) ? 0 : 1),
    progress,
    failing_fingerprint: failing,
    allowance_used: state.allowanceUsed + 1,
    failing: listFailing(run, leftOut(state.inventory)),
    ...checks.results,
    ...indicators,
    ...(coverage === null ? {} : nameWaiting(coverage)),
    ...(scored.confidence === undefined ? {} : { confidence: scored.confidence }),
    notes: [
      ...(part === undefined ? [] : [describePart(metrics)]),
      ...run.problems,
      ...describeBroken(run),
      ...empty,
      ...flaky,
      ...tampering,
      ...checks.notes,
      ...indicatorNotes,
      ...describeMoved(moved),
      ...describeCalibration(config, state, facts.calibration),
      ...notes,
      ...scored.notes,
      ...(coverage === null ? [] : describeCoverage(coverage, gate.phase.tests)),
      ...(part === undefined ? describeClaims(read, metrics, run, leftOut(state.inventory)) : []),
    ],
  };
  return Object.freeze({ ...record, ...deadlocksBefore(state, gate, record) });
};

/** For the record. */
const nameWaiting = ({ without_test, without_passing }: WaitingCriteria): Pick<IterationRecord, 'criteria'> =>
  without_test.length + without_passing.length === 0 ? {} : { criteria: { without_test, without_passing } };

/** Frozen things that are no sources, and were written while the tests ran. */
const findFrozenWritten = async (
  folder: string,
  { frozen }: Pick<WorkState, 'frozen'>,
  { frozenStamps }: Facts,
  { files }: Fingerprint,
): Promise<readonly string[]> =>
  frozenStamps === undefined
    ? []
    : findWritten(frozenStamps, await stampFrozen(folder, frozen, (path) => files.has(path)));
