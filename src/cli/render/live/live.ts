/**
 * The state behind what is live on a terminal: phase, step and times of the run, folded from events. Pure.
 *
 * @module
 */
import type { RunEvent } from '../../../records/run-events.ts';
import { holdLines } from '../../../view/hold-lines.ts';
import { WAITED_FOR } from '../../../view/say-waiting.ts';
import { nameMutantEnd } from '../mutation-check.ts';
import { plain } from '../text/paint.ts';
import { followPhases, type PhaseSeen } from './phases.ts';
import { countTests, NO_TESTS, type TestsSeen } from './tests-seen.ts';

type RemainingLimits = NonNullable<Extract<RunEvent, { readonly type: 'iteration.started' }>['remaining']>;

/** Times are milliseconds since the epoch. */
export interface Live {
  /** As in the config, in order; empty before the first event of the run. */
  readonly phases: readonly PhaseSeen[];
  /** The current phase; null in the baseline, and between two phases. */
  readonly phase: string | null;
  /** 0 before the first of the phase. */
  readonly iteration: number;
  readonly doing: string;
  readonly tests: TestsSeen;
  /** The time of the first event of the run. */
  readonly runSince: number;
  /** When the phase, or the baseline, was entered. */
  readonly since: number;
  /** When the current step started. */
  readonly doingSince: number;
  /** The end of the wait; null without one. */
  readonly until: number | null;
  /** The remaining limits when the iteration started; null if no event had them. */
  readonly remaining: RemainingLimits | null;
  /** Why the phase was held in its last iteration; empty if it was not. */
  readonly held: string;
}

/** The state after an event; `null`: there is nothing to show. */
export const followRun = (live: Live | null, event: RunEvent): Live | null => {
  const now = Date.parse(event.at);
  const known = live ?? newLive(now);
  switch (event.type) {
    case 'run.started':
      return { ...newLive(now), phases: followPhases([], event), doing: 'the run starts' };
    case 'baseline.started':
      return enter(known, null, now, 'baseline, the suite runs twice');
    case 'phase.entered':
      return { ...enter(known, plain(event.phase), now, ''), phases: followPhases(known.phases, event) };
    case 'iteration.started':
      return startIteration(known, event, now);
    case 'turn.ended':
      return live && { ...live, doing: 'the tests run', tests: { ...live.tests, isRunning: false }, doingSince: now };
    case 'test.passed':
    case 'test.failed':
    case 'test.skipped':
    case 'tests.ended': {
      if (live === null) return null;
      const baseline = live.phase === null ? 'baseline, ' : '';
      const doing = `${baseline}test run ${live.tests.runs + 1}`;
      const isOver = event.type === 'tests.ended';
      return { ...live, doing, tests: countTests(live.tests, event), doingSince: isOver ? now : live.doingSince };
    }
    case 'check.started': {
      const baseline = live?.phase === null ? 'baseline, ' : '';
      return live && { ...stopTests(live), doing: `${baseline}check ${event.check}`, doingSince: now };
    }
    case 'mutation_check.started':
      return live && { ...stopTests(live), doing: 'mutation check', doingSince: now };
    case 'review.started':
      return live && { ...stopTests(live), doing: `review by ${plain(event.reviewer)}`, doingSince: now };
    case 'mutant.tested': {
      const at = `${plain(event.path)}:${event.line} ${nameMutantEnd(event.end)}`;
      return live && { ...live, doing: `mutation check: ${at}` };
    }
    case 'waiting':
      return { ...stopTests(known), doing: WAITED_FOR[event.for], doingSince: now, until: Date.parse(event.until) };
    case 'phase.held':
      return live && { ...forgetTests(live), held: plain(holdLines(event)[0]?.text ?? event.reason) };
    case 'phase.exited':
    case 'operator.rolled_back':
      return { ...enter(known, null, now, ''), phases: followPhases(known.phases, event), tests: known.tests };
    case 'run.ended':
      return null;
    case 'agent.output':
    case 'check.ended':
    case 'signal.received':
    case 'signal.read':
    case 'signal.premature':
    case 'signal.missing':
    case 'completion.scored':
    case 'session.completed':
    case 'iteration.decided':
    case 'exit_gate_passed':
    case 'exit_gate_blocked':
    case 'breaker.changed':
    case 'mutation_check.ended':
    case 'review.ended':
    case 'turn.discarded':
    case 'needs.human':
    case 'operator.skipped':
    case 'operator.aborted':
    case 'operator.reset':
    case 'operator.accepted':
    case 'operator.reopened':
    case 'operator.guided':
    case 'operator.approved':
    case 'operator.rejected':
    case 'approval.asked':
    case 'work.committed':
    case 'notice':
      return live;
  }
};

const newLive = (now: number): Live => ({
  phases: [],
  phase: null,
  iteration: 0,
  doing: '',
  tests: NO_TESTS,
  runSince: now,
  since: now,
  doingSince: now,
  until: null,
  remaining: null,
  held: '',
});

/** The last count of the suite is the expected number of tests. */
const enter = (live: Live, phase: string | null, now: number, doing: string): Live => ({
  ...newLive(now),
  phases: live.phases,
  runSince: live.runSince,
  remaining: live.remaining,
  tests: { ...NO_TESTS, expected: live.tests.expected },
  phase,
  doing,
});

type IterationStarted = Extract<RunEvent, { readonly type: 'iteration.started' }>;

const startIteration = (live: Live, event: IterationStarted, now: number): Live => {
  const { iteration, attempt, remaining = null } = event;
  const phase = plain(event.phase);
  // A resumed run can start in the middle of a phase.
  const known = live.phase === phase ? live : { ...enter(live, phase, now, ''), phases: live.phases };
  return {
    ...known,
    phases: followPhases(known.phases, event),
    iteration,
    doing: `the agent works${attempt > 1 ? `, attempt ${attempt}` : ''}`,
    tests: { ...known.tests, runs: 0, isRunning: false },
    doingSince: now,
    until: null,
    remaining,
  };
};

/** Counts of an earlier iteration say nothing of one in which no test ran. */
const forgetTests = (live: Live): Live =>
  live.tests.runs === 0 ? { ...live, tests: { ...live.tests, counts: null } } : live;

const stopTests = (live: Live): Live => ({ ...live, tests: { ...live.tests, isRunning: false } });
