/**
 * The state behind what is live on a terminal: where the run is, what it does, since when; folded from events. Pure.
 *
 * @module
 */
import type { RunEvent } from '../../../records/run-events.ts';
import { WAITED_FOR } from '../../../view/waited-for.ts';
import { plain } from '../text/paint.ts';
import { followPhases, type PhaseSeen } from './phases.ts';
import { countTests, NO_TESTS, type TestsSeen } from './tests-seen.ts';

type Left = NonNullable<Extract<RunEvent, { readonly type: 'iteration.started' }>['left']>;

/** Times are milliseconds since the epoch. */
export interface Live {
  /** Of the config, in order; empty before the run has said them. */
  readonly phases: readonly PhaseSeen[];
  /** That is worked at; null in the inventory, and between two phases. */
  readonly phase: string | null;
  /** 0 before the first of the phase. */
  readonly iteration: number;
  readonly doing: string;
  readonly tests: TestsSeen;
  /** When the run was heard of first. */
  readonly runSince: number;
  /** When the phase, or the inventory, was entered. */
  readonly since: number;
  /** When what it does now began. */
  readonly doingSince: number;
  /** When what is waited for comes; null when nothing is. */
  readonly until: number | null;
  /** What the limits left when the iteration began; null when nobody said. */
  readonly left: Left | null;
  /** Why the last iteration of the phase was held; empty when it was not. */
  readonly held: string;
}

/** What the screen is about after an event; `null`: there is nothing to show. */
export const followRun = (live: Live | null, event: RunEvent): Live | null => {
  const now = Date.parse(event.at);
  const known = live ?? begin(now);
  switch (event.type) {
    case 'run.started':
      return { ...begin(now), phases: followPhases([], event), doing: 'the run begins' };
    case 'inventory.started':
      return enter(known, null, now, 'inventory, the suite runs twice');
    case 'phase.entered':
      return { ...enter(known, plain(event.phase), now, ''), phases: followPhases(known.phases, event) };
    case 'iteration.started':
      return beginIteration(known, event, now);
    case 'turn.ended':
      return live && { ...live, doing: 'the tests run', tests: { ...live.tests, isRunning: false }, doingSince: now };
    case 'test.passed':
    case 'test.failed':
    case 'test.skipped':
    case 'tests.ended': {
      if (live === null) return null;
      const inventory = live.phase === null ? 'inventory, ' : '';
      const doing = `${inventory}test run ${live.tests.runs + 1}`;
      const isOver = event.type === 'tests.ended';
      return { ...live, doing, tests: countTests(live.tests, event), doingSince: isOver ? now : live.doingSince };
    }
    case 'check.started': {
      const inventory = live?.phase === null ? 'inventory, ' : '';
      return live && { ...stopTests(live), doing: `${inventory}check ${event.check}`, doingSince: now };
    }
    case 'probe.started':
      return live && { ...stopTests(live), doing: 'the suite is probed', doingSince: now };
    case 'fault.tried': {
      const at = `${plain(event.path)}:${event.line} ${event.end.replaceAll('_', ' ')}`;
      return live && { ...live, doing: `the suite is probed: ${at}` };
    }
    case 'waiting':
      return { ...stopTests(known), doing: WAITED_FOR[event.for], doingSince: now, until: Date.parse(event.until) };
    case 'phase.held':
      return live && { ...live, held: [event.reason, ...event.unmet].map(plain).join(': ') };
    case 'phase.left':
    case 'operator.rolled_back':
      return { ...enter(known, null, now, ''), phases: followPhases(known.phases, event), tests: known.tests };
    case 'run.settled':
      return null;
    case 'agent.output':
    case 'check.ended':
    case 'signal.heard':
    case 'signal.read':
    case 'signal.premature':
    case 'signal.missing':
    case 'completion.scored':
    case 'session.completed':
    case 'iteration.decided':
    case 'exit_gate_passed':
    case 'exit_gate_blocked':
    case 'breaker.changed':
    case 'probe.ended':
    case 'attempt.void':
    case 'needs.human':
    case 'operator.skipped':
    case 'operator.aborted':
    case 'operator.reset':
    case 'operator.accepted':
    case 'operator.guided':
    case 'work.committed':
    case 'notice':
      return live;
  }
};

const begin = (now: number): Live => ({
  phases: [],
  phase: null,
  iteration: 0,
  doing: '',
  tests: NO_TESTS,
  runSince: now,
  since: now,
  doingSince: now,
  until: null,
  left: null,
  held: '',
});

/** What was counted of the suite tells how many tests are to come. */
const enter = (live: Live, phase: string | null, now: number, doing: string): Live => ({
  ...begin(now),
  phases: live.phases,
  runSince: live.runSince,
  left: live.left,
  tests: { ...NO_TESTS, expected: live.tests.expected },
  phase,
  doing,
});

type IterationStarted = Extract<RunEvent, { readonly type: 'iteration.started' }>;

const beginIteration = (live: Live, event: IterationStarted, now: number): Live => {
  const { iteration, attempt, left = null } = event;
  const phase = plain(event.phase);
  // A resumed run goes on in the midst of a phase.
  const known = live.phase === phase ? live : { ...enter(live, phase, now, ''), phases: live.phases };
  return {
    ...known,
    phases: followPhases(known.phases, event),
    iteration,
    doing: `the agent works${attempt > 1 ? `, attempt ${attempt}` : ''}`,
    tests: { ...known.tests, runs: 0, isRunning: false },
    doingSince: now,
    until: null,
    left,
  };
};

const stopTests = (live: Live): Live => ({ ...live, tests: { ...live.tests, isRunning: false } });
