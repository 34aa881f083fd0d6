/**
 * The report of a run, made from the records of its ledger and nothing else. Pure.
 *
 * @module
 */
import type { Finding, IterationRecord } from '../../gates/iteration.ts';
import { coveringOf, findTestsOf } from '../evidence/cover-criteria.ts';
import { type FindingTopic, isAbout } from '../findings/is-about.ts';
import { describeRun } from '../view/run-status.ts';
import type { CriterionKills } from '../mutation-check/criteria/criterion-kills.ts';
import { splitTestId, testId } from '../testing/is-green.ts';
import { statusNow } from '../view/status-now.ts';
import type { WorkRecord } from '../records/records.ts';
import { IGNORED_SUMS, ignoresSums } from '../records/ignored-sums.ts';
import { UNSTARTED, type WorkState } from '../records/fold/work-state.ts';
import { foldWork } from '../records/fold/fold-work.ts';
import { phaseAt } from '../records/fold/work-position.ts';
import type { CriterionReport, MutationCheckOfPhase, Report } from './report.ts';
import type { Tally } from '../view/describe-phases.ts';

/** @param isGoing - whether a loop is active; a ledger does not know */
export const makeReport = (records: readonly WorkRecord[], { isGoing }: { readonly isGoing: boolean }): Report => {
  const state = records.reduce(foldWork, UNSTARTED);
  const { phases, position } = state.sums;
  const run = describeRun({ state, phases, phase: phaseAt(position) });
  const decided = records.flatMap((record) => (record.type === 'iteration.decided' ? [record.data] : []));
  const findings = decided.flatMap(({ record }) => record.findings);
  const ofHeld = decided
    .filter(({ decision }) => !decision.can_exit)
    .flatMap(({ record }) => record.findings)
    .filter((each) => !HAS_ITS_TABLE.some((topic) => isAbout(each, topic)));
  const atExits = (topic: FindingTopic): readonly string[] =>
    decided
      .filter(({ decision }) => decision.can_exit)
      .flatMap(({ record }) => record.findings.filter((each) => isAbout(each, topic)).map(({ text }) => text));
  const [guards, extended] = [atExits('guards.hold'), atExits('tests.extended')];
  const [changed, changedData] = [atExits('changes.counts'), atExits('data')];
  const lastFindings = decided.at(-1)?.record.findings ?? [];
  const isChange = (each: Pick<Finding, 'code'>) => isAbout(each, 'tampering');
  const removedNames = lastFindings.filter((each) => isAbout(each, 'names')).map(({ text }) => text);
  const turns = records.flatMap((record) => (record.type === 'turn.ended' ? [record.data.turn] : []));
  const { status, why, next } = statusNow(run, { isGoing });
  return {
    v: 1,
    run: run.run,
    spec: run.spec,
    status,
    why,
    exit_code: isGoing ? null : (state.ending?.exit_code ?? null),
    began: run.began,
    at: records.at(-1)?.at ?? '',
    worked_ms: run.worked_ms,
    suite_runs: run.suite_runs,
    suite_ms: run.suite_ms,
    phase: run.phase,
    phases: run.by_phase,
    usage: run.usage.run,
    commands: commandsOf(state),
    thresholds: state.thresholds,
    criteria_count: state.criteria?.count ?? 0,
    criteria: reportCriteria(
      state,
      decided.at(-1)?.record,
      decided.findLast(({ mutation_check }) => mutation_check?.criteria !== undefined)?.mutation_check?.criteria,
    ),
    held: run.held,
    ...(guards.length === 0 ? {} : { guards }),
    ...(extended.length === 0 ? {} : { extended }),
    ...(changed.length === 0 ? {} : { changed }),
    ...(records.some(({ type, data }) => type === 'run.started' && ignoresSums(data.config)) && {
      unmeasured: [IGNORED_SUMS],
    }),
    ...(changedData.length === 0 ? {} : { changed_data: changedData }),
    ...(removedNames.length === 0 ? {} : { removed_names: removedNames }),
    // A file that was restored since is changed no more.
    tampering: tally(lastFindings.filter(isChange).map(({ text }) => text)),
    notes: tally(ofHeld.filter((each) => !isChange(each)).map(({ text }) => text)),
    flaky: tally(
      findings.flatMap(({ code, values: { test } }) =>
        code === 'tests.flaky' && typeof test === 'string' ? [test] : [],
      ),
    ),
    mutationChecks: reportMutationChecks(records),
    ...reportApprovals(records),
    ...reportReviews(records),
    denials: tally(turns.flatMap(({ denials = [] }) => denials)),
    cut_short: tally(
      turns.flatMap(({ outcome, which }) => (outcome === 'timed_out' ? [CUT_SHORT[which ?? 'wall']] : [])),
    ),
    discarded: tally(records.flatMap((record) => (record.type === 'turn.discarded' ? [record.data.why] : []))),
    waits: measureWaits(records),
    ...(run.removed_transcripts === undefined ? {} : { removed_transcripts: run.removed_transcripts }),
    branch: run.branch?.name ?? null,
    commits: records.flatMap((record) =>
      record.type === 'work.committed' ? [{ phase: record.data.phase, commit: record.data.commit }] : [],
    ),
    next,
  };
};

/** Topics of findings that the report shows in a place of their own. */
const HAS_ITS_TABLE = [
  'tests.flaky',
  'guards.hold',
  'tests.extended',
  'changes.counts',
  'criteria',
  'names',
  'data',
] as const satisfies readonly FindingTopic[];

const CUT_SHORT = {
  idle: 'it printed nothing for agent.idle_timeout',
  wall: 'it took longer than agent.timeout',
} as const;

const commandsOf = ({
  forced,
  resets,
  accepted,
  reopened,
  rollbacks,
  guidance,
  aborted,
}: WorkState): Report['commands'] => ({
  forced,
  resets,
  accepted,
  reopened,
  rollbacks,
  guidance,
  aborted,
});

const reportCriteria = (
  { criteria, tests, changed, baseline }: WorkState,
  last: IterationRecord | undefined,
  kills: readonly CriterionKills[] = [],
): readonly CriterionReport[] => {
  if (criteria === null) return [];
  const own = findTestsOf(
    criteria.ids,
    tests.map((test) => ({ ...splitTestId(test), state: 'passed' })),
    coveringOf({ baseline, changed, criteria }, 'must_pass'),
  );
  return criteria.ids.map((id) => {
    const names = (own.get(id) ?? []).map(testId);
    if (names.length === 0 || last?.criteria?.without_test.includes(id) === true)
      return { id, tests: names, state: 'no_test' };
    const isPassing = last !== undefined && last.criteria?.without_passing.includes(id) !== true;
    const asked = kills.find((each) => each.id === id);
    const mutants = asked === undefined ? null : { killed: asked.killed, end: asked.end };
    return {
      id,
      tests: names,
      state: isPassing ? 'passing' : 'not_passing',
      ...(mutants === null
        ? {}
        : { mutants: { ...mutants, ...(asked?.weak === undefined ? {} : { weak: asked.weak }) } }),
    };
  });
};

const measureWaits = (records: readonly WorkRecord[]): Report['waits'] => {
  const waits = records.flatMap((record) =>
    record.type === 'turn.discarded' && record.data.outcome === 'rate_limited' && record.data.wait_until !== undefined
      ? [Date.parse(record.data.wait_until) - Date.parse(record.at)]
      : [],
  );
  return { count: waits.length, ms: waits.reduce((ms, wait) => ms + Math.max(0, wait), 0) };
};

/** The last one of each phase. */
const reportMutationChecks = (records: readonly WorkRecord[]): readonly MutationCheckOfPhase[] => {
  const last = new Map<string, MutationCheckOfPhase>();
  for (const record of records) {
    if (record.type !== 'iteration.decided' || record.data.mutation_check === undefined) continue;
    const { mutants_tested, mutants_killed, unproven, inconclusive, reach } = record.data.mutation_check;
    const { phase } = record.data.record;
    last.set(phase, {
      phase,
      mutants_tested,
      mutants_killed,
      unproven,
      inconclusive,
      ...(reach === undefined ? {} : { reach }),
    });
  }
  return [...last.values()];
};

/** Absent where no person was asked. */
const reportApprovals = (records: readonly WorkRecord[]): Pick<Report, 'approvals'> => {
  const approvals = records.flatMap(({ type, at, data }) => {
    if (type !== 'operator.approved' && type !== 'operator.rejected') return [];
    const { phase, iteration, by, tree } = data;
    const reason = 'reason' in data ? data.reason : null;
    return [{ phase, iteration, approved: reason === null, by, at, tree, reason }];
  });
  return approvals.length === 0 ? {} : { approvals };
};

/** Absent where no reviewer answered. */
const reportReviews = (records: readonly WorkRecord[]): Pick<Report, 'reviews'> => {
  const reviews = records.flatMap((record) => {
    if (record.type !== 'review.ended') return [];
    const { phase, iteration, reviewer, outcome, why, findings } = record.data;
    return [{ phase, iteration, reviewer, outcome, why, findings }];
  });
  return reviews.length === 0 ? {} : { reviews };
};

/**
 * Counts texts.
 *
 * Each once, the most frequent first; at the same frequency, the one that came first.
 */
const tally = (texts: Iterable<string>): readonly Tally[] => {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].map(([text, count]) => ({ text, count })).sort((one, other) => other.count - one.count);
};
