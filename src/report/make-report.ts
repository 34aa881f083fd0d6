/**
 * The report of a run, made from the records of its ledger and nothing else. Pure.
 *
 * @module
 */
import type { IterationRecord } from '../../gates/iteration.ts';
import { coveringOf, findTestsOf } from '../evidence/cover-criteria.ts';
import { isAbout } from '../findings/is-about.ts';
import { describeRun } from '../view/run-status.ts';
import type { CriterionKills } from '../mutation-check/criteria/criterion-kills.ts';
import { splitTestId, testId } from '../testing/is-green.ts';
import { statusNow } from '../view/status-now.ts';
import type { WorkRecord } from '../records/records.ts';
import { IGNORED_SUMS } from '../records/ignored-sums.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import { phaseAt } from '../records/fold/work-position.ts';
import { gather, type Gathered, gatherNothing, isChange, sortTallies, tally } from './gather-report.ts';
import type { CriterionReport, Report } from './report.ts';

interface ReportWriter {
  readonly see: (record: WorkRecord) => void;
  /** @param isGoing - whether a loop is active; a ledger does not know */
  readonly make: (facts: { readonly isGoing: boolean }) => Report;
}

/** Takes one record after the other, and keeps none. */
export const createReport = (): ReportWriter => {
  const gathered = gatherNothing();
  return {
    see: (record) => gather(gathered, record),
    make: ({ isGoing }) => describe(gathered, isGoing),
  };
};

/** @param facts.isGoing - whether a loop is active; a ledger does not know */
export const makeReport = (records: Iterable<WorkRecord>, facts: { readonly isGoing: boolean }): Report => {
  const report = createReport();
  for (const record of records) report.see(record);
  return report.make(facts);
};

const describe = (gathered: Gathered, isGoing: boolean): Report => {
  const { state, last, atExits, approvals, reviews } = gathered;
  const { phases, position } = state.sums;
  const run = describeRun({ state, phases, phase: phaseAt(position) });
  const lastFindings = last?.findings ?? [];
  const removedNames = lastFindings.filter((each) => isAbout(each, 'names')).map(({ text }) => text);
  const { status, why, next } = statusNow(run, { isGoing });
  return {
    v: 1,
    run: run.run,
    spec: run.spec,
    status,
    why,
    exit_code: isGoing ? null : (state.ending?.exit_code ?? null),
    began: run.began,
    at: gathered.at,
    worked_ms: run.worked_ms,
    suite_runs: run.suite_runs,
    suite_ms: run.suite_ms,
    phase: run.phase,
    phases: run.by_phase,
    usage: run.usage.run,
    commands: commandsOf(state),
    thresholds: state.thresholds,
    criteria_count: state.criteria?.count ?? 0,
    criteria: reportCriteria(state, last, gathered.kills),
    held: run.held,
    ...unlessEmpty('guards', atExits['guards.hold']),
    ...unlessEmpty('extended', atExits['tests.extended']),
    ...unlessEmpty('changed', atExits['changes.counts']),
    ...(gathered.ignoresSums && { unmeasured: [IGNORED_SUMS] }),
    ...unlessEmpty('changed_data', atExits.data),
    ...unlessEmpty('removed_names', removedNames),
    // A file that was restored since is changed no more.
    tampering: tally(lastFindings.filter(isChange).map(({ text }) => text)),
    notes: sortTallies(gathered.notes),
    flaky: sortTallies(gathered.flaky),
    mutationChecks: [...gathered.mutationChecks.values()],
    ...unlessEmpty('approvals', approvals),
    ...unlessEmpty('reviews', reviews),
    denials: sortTallies(gathered.denials),
    cut_short: sortTallies(gathered.cutShort),
    discarded: sortTallies(gathered.discarded),
    waits: gathered.waits,
    ...(run.removed_transcripts === undefined ? {} : { removed_transcripts: run.removed_transcripts }),
    branch: run.branch?.name ?? null,
    commits: gathered.commits,
    next,
  };
};

const unlessEmpty = <K extends string, T>(key: K, found: readonly T[]): { readonly [P in K]?: readonly T[] } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed key widens to `string`
  (found.length === 0 ? {} : { [key]: found }) as { readonly [P in K]?: readonly T[] };

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
