/**
 * The current state of a run, folded from its events: its phases, the step, the tests as they are counted, the wait
 * and the remaining limits. The terminal, the page and the feed for late readers use this fold. Pure.
 */
import type { WaitReason } from '../../machines/index.ts';
import { WAITED_FOR } from '../records/events/waited-for.ts';
import type { RunEvent, RemainingLimits } from '../records/run-events.ts';
import { sayCauseOfHold } from '../records/say-hold.ts';
import { DOING as STEPS } from './say-step.ts';
import type { TestCounts } from '../runners/test-run.ts';
import { showCount } from '../base/text/amounts.ts';

/** Times are milliseconds since the epoch. */
export interface Live {
  /** As in the config, in order; empty before the first event of the run. */
  readonly phases: readonly PhaseSeen[];
  /** The current phase; null in the baseline, and between two phases. */
  readonly phase: string | null;
  /** 0 before the first of the phase. */
  readonly iteration: number;
  readonly attempt: number;
  readonly doing: Doing;
  /** The name of a check or a reviewer, the last mutant. */
  readonly detail: string;
  readonly tests: TestsSeen;
  /** The time of the first event of the run. */
  readonly runSince: number;
  /** When the phase, or the baseline, was entered. */
  readonly phaseSince: number;
  readonly since: number;
  /** `until`: ISO 8601. Null without a wait. */
  readonly wait: { readonly for: WaitReason; readonly until: string; readonly why: string } | null;
  /** The remaining limits when the iteration started; null if no event had them. */
  readonly remaining: RemainingLimits | null;
  /** Why the phase was held in its last iteration; empty if it was not. */
  readonly held: string;
}

type Doing =
  | 'start'
  | 'baseline'
  | 'agent'
  | 'tests'
  | 'check'
  | 'mutation_check'
  | 'review'
  | 'deciding'
  | 'waiting'
  | 'nothing';

export interface PhaseSeen {
  readonly phase: string;
  readonly is: 'ahead' | 'now' | 'exited' | 'forced';
}

interface TestsSeen {
  /** For the current or the last test run, with those of the tests before the run; null before the first one of the phase. */
  readonly counts: (TestCounts & { readonly existing?: TestCounts }) | null;
  /** A test run is active, and has reported a test. */
  readonly isRunning: boolean;
  /** Test runs that ended in this iteration, or in the baseline. */
  readonly runs: number;
  /** The number of tests of the last full run; 0 before it. */
  readonly expected: number;
}

const FIRST: ReadonlySet<RunEvent['type']> = new Set([
  'run.started',
  'baseline.started',
  'phase.entered',
  'iteration.started',
  'waiting',
]);

/** The state after an event; `null`: the run has not begun, or is over. An event that it does not know changes nothing. */
export const foldLive = (before: Live | null, event: RunEvent): Live | null => {
  if (before === null && !FIRST.has(event.type)) return null;
  const now = Date.parse(event.at);
  const live = before ?? newLive(now);
  const turnTo = (doing: Doing, detail = ''): Live => ({
    ...live,
    doing,
    detail,
    since: now,
    wait: null,
    tests: { ...live.tests, isRunning: false },
  });
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- most events change nothing of it
  switch (event.type) {
    case 'run.started': {
      const at = event.phases.indexOf(event.phase);
      return { ...newLive(now), phases: event.phases.map((phase, i) => ({ phase, is: i < at ? 'exited' : 'ahead' })) };
    }
    case 'baseline.started':
      return { ...enter(live, null, now), doing: 'baseline' };
    case 'phase.entered':
      return { ...enter(live, event.phase, now), phases: mark(live, event.phase, 'now') };
    case 'iteration.started': {
      const { phase, iteration, attempt, remaining = null } = event;
      // A resumed run can start in the middle of a phase.
      const { tests, ...known } = live.phase === phase ? turnTo('agent') : enter(live, phase, now);
      const phases = mark(live, phase, 'now');
      return { ...known, phases, iteration, attempt, doing: 'agent', remaining, tests: { ...tests, runs: 0 } };
    }
    case 'turn.ended':
      return turnTo('tests');
    case 'test.passed':
    case 'test.failed':
    case 'test.skipped': {
      const doing = event.phase === undefined ? 'baseline' : 'tests';
      const tests = { ...live.tests, counts: countsOf(event), isRunning: true };
      return { ...live, doing, since: live.doing === doing ? live.since : now, tests };
    }
    case 'tests.ended': {
      const { existing, part } = event;
      const counts = existing === undefined ? countsOf(event) : { ...countsOf(event), existing };
      const expected = part === undefined ? sumOf(counts) : live.tests.expected;
      const tests = { counts, isRunning: false, runs: live.tests.runs + 1, expected };
      return { ...turnTo(event.phase === undefined ? 'baseline' : 'tests'), tests };
    }
    case 'check.started':
      return turnTo('check', event.check);
    case 'check.ended':
      return turnTo(event.phase === undefined ? 'baseline' : 'deciding');
    case 'review.started':
      return turnTo('review', event.reviewer);
    case 'mutation_check.started':
      return turnTo('mutation_check', showCount(event.mutants, 'possible mutant'));
    case 'mutant.tested':
      return { ...live, detail: `${event.path}:${event.line} ${event.end.replaceAll('_', ' ')}` };
    case 'mutation_check.ended':
    case 'review.ended':
      return turnTo('deciding');
    case 'iteration.decided':
    case 'turn.discarded':
      return turnTo('nothing');
    case 'waiting':
      return { ...turnTo('waiting'), wait: { for: event.for, until: event.until, why: event.why } };
    case 'phase.held': {
      // Counts of an earlier iteration say nothing of one in which no test ran.
      const { tests } = live;
      const known = tests.runs === 0 ? { tests: { ...tests, counts: null } } : {};
      return { ...turnTo('nothing'), ...known, held: sayCauseOfHold(event) };
    }
    case 'phase.exited':
      return leave(live, now, mark(live, event.phase, event.forced_exit ? 'forced' : 'exited'));
    case 'operator.rolled_back': {
      const at = live.phases.findIndex(({ phase }) => phase === event.phase);
      return leave(
        live,
        now,
        live.phases.map((each, i) => (i < at ? each : { ...each, is: 'ahead' })),
      );
    }
    case 'run.ended':
      return null;
    default:
      return before;
  }
};

/** The current step in words, without the place. */
export const sayDoing = (live: Live | null): string => {
  if (live === null) return DOING.nothing;
  const { doing, detail, tests, attempt, wait, phase } = live;
  const run = tests.runs + (tests.isRunning ? 1 : 0);
  const inBaseline = phase === null ? 'baseline, ' : '';
  switch (doing) {
    case 'baseline':
      return run === 0 ? DOING.baseline : `baseline, test run ${run}`;
    case 'tests':
      return run === 0 ? DOING.tests : `test run ${run}`;
    case 'agent':
      return `${DOING.agent}${attempt > 1 ? `, attempt ${attempt}` : ''}`;
    case 'check':
      return `${inBaseline}check ${detail}`;
    case 'review':
      return `review by ${detail}`;
    case 'mutation_check':
      return `mutation check: ${detail}`;
    case 'waiting':
      return wait === null ? DOING.nothing : WAITED_FOR[wait.for];
    case 'start':
    case 'deciding':
    case 'nothing':
      return DOING[doing];
  }
};

const DOING = {
  start: 'the run starts',
  baseline: 'baseline, the suite runs twice',
  agent: STEPS.agent,
  tests: STEPS.tests,
  deciding: 'the gates decide',
  nothing: STEPS.decided,
} as const;

const newLive = (now: number): Live => ({
  phases: [],
  phase: null,
  iteration: 0,
  attempt: 1,
  doing: 'start',
  detail: '',
  tests: { counts: null, isRunning: false, runs: 0, expected: 0 },
  runSince: now,
  phaseSince: now,
  since: now,
  wait: null,
  remaining: null,
  held: '',
});

/** The last count of the suite is the expected number of tests. */
const enter = ({ phases, runSince, remaining, tests }: Live, phase: string | null, now: number): Live => {
  const fresh = newLive(now);
  const seen = { ...fresh.tests, expected: tests.expected };
  return { ...fresh, phases, runSince, remaining, tests: seen, phase, doing: 'nothing' };
};

const leave = (live: Live, now: number, phases: Live['phases']): Live => ({
  ...enter(live, null, now),
  phases,
  tests: { ...live.tests, isRunning: false },
});

const mark = ({ phases }: Live, phase: string, is: PhaseSeen['is']): Live['phases'] =>
  phases.map((each) => (each.phase === phase ? { ...each, is } : each));

const countsOf = ({ suite_passing, suite_failing, suite_skipped }: TestCounts): TestCounts => ({
  suite_passing,
  suite_failing,
  suite_skipped,
});

export const sumOf = ({ suite_passing, suite_failing, suite_skipped }: TestCounts): number =>
  suite_passing + suite_failing + suite_skipped;
