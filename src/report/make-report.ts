/**
 * The report of a run, made from the records of its ledger and nothing else. Pure.
 *
 * @module
 */
import { countFailing } from '../../gates/count-failing.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import { renderUnmet } from '../../gates/verdict.ts';
import { isAboutCriteria, mentionOf } from '../evidence/cover-criteria.ts';
import { readFlaky } from '../evidence/find-flaky.ts';
import { createWorkClock } from '../page/model/work-clock.ts';
import { stepsAfter } from '../view/next-steps.ts';
import { BROKE_OFF_WHY, type Standing } from '../view/standing.ts';
import type { WorkRecord } from '../records/work-record.ts';
import { UNSTARTED, type WorkState } from '../records/fold/work-state.ts';
import { foldWork } from '../records/fold/fold-work.ts';
import { reportPhases, reportProbes } from './phase-reports.ts';
import type { CriterionReport, Report } from './report.ts';
import { tally } from './tally.ts';

/** @param isGoing - whether a loop goes on with it; a ledger does not know */
export const makeReport = (records: readonly WorkRecord[], { isGoing }: { readonly isGoing: boolean }): Report => {
  const state = records.reduce(foldWork, UNSTARTED);
  const plan = readPlan(records);
  const phase = findPhase(records, plan.phases);
  const decided = records.flatMap((record) => (record.type === 'iteration.decided' ? [record.data] : []));
  const notes = decided
    .filter(({ decision }) => !decision.can_exit)
    .flatMap(({ record }) =>
      record.notes
        .filter((note) => readFlaky(note) === null && !isAboutCriteria(note))
        .map((note) => ({ note, intact: record.metrics.tests_intact !== false })),
    );
  const turns = records.flatMap((record) => (record.type === 'turn.ended' ? [record.data.turn] : []));
  const settled = records.findLast((record) => record.type === 'run.settled');
  const standing: Standing = isGoing ? 'running' : (state.settled?.status ?? 'broke_off');
  const { held } = state;
  const missing = held === null ? [] : [...held.decision.gate_1.unmet, ...held.decision.gate_2.unmet].map(renderUnmet);
  return {
    v: 1,
    run: state.run,
    spec: plan.spec,
    standing,
    why: isGoing ? '' : (state.settled?.why ?? BROKE_OFF_WHY),
    exit_code: isGoing || state.settled === null ? null : (settled?.data.exit_code ?? null),
    began: records[0]?.at ?? '',
    at: records.at(-1)?.at ?? '',
    worked_ms: createWorkClock(records).total,
    phase,
    phases: reportPhases(records, plan.phases, { state, phase }),
    usage: state.usage.run,
    orders: ordersOf(state),
    thresholds: state.thresholds,
    criteria_count: state.criteria?.count ?? 0,
    criteria: reportCriteria(state, decided.at(-1)?.record),
    missing,
    failing: held?.record.failing ?? [],
    failing_count: held === null ? 0 : countFailing(held.record),
    tampering: tally(notes.filter(({ intact }) => !intact).map(({ note }) => note)),
    notes: tally(notes.filter(({ intact }) => intact).map(({ note }) => note)),
    flaky: tally(decided.flatMap(({ record }) => record.notes.map(readFlaky).filter((test) => test !== null))),
    probes: reportProbes(records),
    denials: tally(turns.flatMap(({ denials = [] }) => denials)),
    cut_short: tally(
      turns.flatMap(({ outcome, which }) => (outcome === 'timed_out' ? [CUT_SHORT[which ?? 'wall']] : [])),
    ),
    voids: tally(records.flatMap((record) => (record.type === 'attempt.void' ? [record.data.why] : []))),
    waits: measureWaits(records),
    branch: state.branch?.name ?? null,
    commits: records.flatMap((record) =>
      record.type === 'work.committed' ? [{ phase: record.data.phase, commit: record.data.commit }] : [],
    ),
    next: stepsAfter(standing, { began: true, unmet: missing }),
  };
};

const CUT_SHORT = {
  idle: 'nothing was heard from it for agent.idle_timeout',
  wall: 'it worked for longer than agent.timeout',
} as const;

const ordersOf = ({ forced, resets, accepted, rollbacks, guidance, aborted }: WorkState): Report['orders'] => ({
  forced,
  resets,
  accepted,
  rollbacks,
  guidance,
  aborted,
});

const reportCriteria = (
  { criteria, tests }: WorkState,
  last: IterationRecord | undefined,
): readonly CriterionReport[] =>
  (criteria?.ids ?? []).map((id) => {
    const isNamed = mentionOf(id);
    const own = tests.filter((test) => isNamed(test.slice(test.indexOf(' > ') + 1)));
    if (own.length === 0 || last?.criteria?.without_test.includes(id) === true)
      return { id, tests: own, state: 'no_test' };
    const isPassing = last !== undefined && last.criteria?.without_passing.includes(id) !== true;
    return { id, tests: own, state: isPassing ? 'passing' : 'not_passing' };
  });

const measureWaits = (records: readonly WorkRecord[]): Report['waits'] => {
  const waits = records.flatMap((record) =>
    record.type === 'attempt.void' && record.data.outcome === 'rate_limited' && record.data.wait_until !== undefined
      ? [Date.parse(record.data.wait_until) - Date.parse(record.at)]
      : [],
  );
  return { count: waits.length, ms: waits.reduce((ms, wait) => ms + Math.max(0, wait), 0) };
};

interface RunPlanned {
  readonly spec: string;
  /** Names, in order. */
  readonly phases: readonly string[];
}

/** Of phases that the config does not name, those that the records speak of. */
const readPlan = (records: readonly WorkRecord[]): RunPlanned => {
  const started = records.find((record) => record.type === 'run.started');
  const config: unknown = started?.data.config;
  const spec = read(read(config, 'work'), 'spec');
  const listed = read(config, 'phases');
  const named = Array.isArray(listed) ? listed.map((phase: unknown) => read(phase, 'phase')) : [];
  const spoken = records.flatMap(({ data }) => ('phase' in data ? [data.phase] : []));
  const isName = (name: unknown): name is string => typeof name === 'string' && name !== '';
  return { spec: isName(spec) ? spec : '', phases: [...new Set([...named, ...spoken].filter(isName))] };
};

const read = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** The phase that the records leave the work at; null when it is over. */
const findPhase = (records: readonly WorkRecord[], phases: readonly string[]): string | null => {
  const after = (phase: string): string | null => phases[phases.indexOf(phase) + 1] ?? null;
  let phase = phases[0] ?? null;
  for (const record of records) {
    if (record.type === 'phase.left' || record.type === 'operator.rolled_back') phase = after(record.data.phase);
    if (record.type === 'operator.aborted') return null;
  }
  return phase;
};
