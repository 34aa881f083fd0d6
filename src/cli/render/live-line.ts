/**
 * The state behind the live line of a terminal: where the run is, what it does, since when; folded from events. Pure.
 *
 * @module
 */
import type { RunEvent } from '../../index.ts';
import { WAITED_FOR } from './breaker.ts';
import { renderClockTime } from './clock-time.ts';
import { renderDuration } from './duration.ts';
import { renderTests } from './tally.ts';

/** Times are milliseconds since the epoch. */
export interface Live {
  /** Absent during the inventory. */
  readonly phase: string | null;
  readonly iteration: number;
  readonly doing: string;
  /** Of the phase's last test run; empty before the first. */
  readonly counts: string;
  /** Test runs that ended in this iteration, or in the inventory. */
  readonly testRuns: number;
  /** When the phase, or the inventory, was entered. */
  readonly since: number;
  /** When what it does now began. */
  readonly doingSince: number;
  /** When what is waited for comes; null when nothing is. */
  readonly until: number | null;
}

/** What the live line is about after an event; `null`: there is none. */
export const followRun = (live: Live | null, event: RunEvent): Live | null => {
  const now = Date.parse(event.at);
  switch (event.type) {
    case 'inventory.started':
      return begin(null, now, 'inventory, the suite runs twice');
    case 'phase.entered':
      return begin(event.phase, now, '');
    case 'iteration.started': {
      // A resumed run goes on in the midst of a phase.
      const known = live?.phase === event.phase ? live : begin(event.phase, now, '');
      const attempt = event.attempt > 1 ? `, attempt ${event.attempt}` : '';
      return {
        ...known,
        iteration: event.iteration,
        doing: `the agent works${attempt}`,
        testRuns: 0,
        doingSince: now,
        until: null,
      };
    }
    case 'turn.ended':
      return live && { ...live, doing: 'the tests run', doingSince: now };
    case 'test.passed':
    case 'test.failed':
    case 'test.skipped':
    case 'tests.ended': {
      if (live === null) return null;
      const counts = renderTests(event);
      const inventory = live.phase === null ? 'inventory, ' : '';
      const doing = `${inventory}test run ${live.testRuns + 1}: ${counts}`;
      const ended = event.type === 'tests.ended';
      return {
        ...live,
        doing,
        counts,
        testRuns: live.testRuns + (ended ? 1 : 0),
        doingSince: ended ? now : live.doingSince,
      };
    }
    case 'check.started': {
      const inventory = live?.phase === null ? 'inventory, ' : '';
      return live && { ...live, doing: `${inventory}check ${event.check}`, doingSince: now };
    }
    case 'probe.started':
      return live && { ...live, doing: 'the suite is probed', doingSince: now };
    case 'fault.tried':
      return (
        live && { ...live, doing: `the suite is probed: ${event.path}:${event.line} ${event.end.replaceAll('_', ' ')}` }
      );
    case 'waiting':
      return live && { ...live, doing: WAITED_FOR[event.for], doingSince: now, until: Date.parse(event.until) };
    case 'phase.left':
    case 'run.settled':
      return null;
    case 'run.started':
    case 'agent.output':
    case 'check.ended':
    case 'signal.heard':
    case 'signal.read':
    case 'signal.premature':
    case 'signal.missing':
    case 'completion.scored':
    case 'iteration.decided':
    case 'exit_gate_passed':
    case 'exit_gate_blocked':
    case 'phase.held':
    case 'breaker.changed':
    case 'probe.ended':
    case 'attempt.void':
    case 'needs.human':
    case 'operator.skipped':
    case 'operator.aborted':
    case 'operator.reset':
    case 'operator.accepted':
    case 'operator.rolled_back':
    case 'operator.guided':
    case 'work.committed':
    case 'notice':
      return live;
  }
};

const begin = (phase: string | null, now: number, doing: string): Live => ({
  phase,
  iteration: 0,
  doing,
  counts: '',
  testRuns: 0,
  since: now,
  doingSince: now,
  until: null,
});

/** Below this, how long the present step takes is not worth a word, in milliseconds. */
const SHORT_MS = 10_000;

/** One line, at most `columns - 1` wide, so that no terminal wraps it. @param now - milliseconds since the epoch */
export const renderLive = (live: Live, now: number, columns: number): string => {
  const elapsed = renderDuration(Math.max(0, now - live.since));
  const step = now - live.doingSince;
  if (live.until !== null) return cut(`${titleOf(live)}${elapsed}  ${renderWait(live, live.until, now)}`, columns);
  const took = live.doingSince > live.since && step >= SHORT_MS ? ` (${renderDuration(step)})` : '';
  return cut(`${titleOf(live)}${elapsed}  ${live.doing}${took}`, columns);
};

const titleOf = ({ phase, iteration }: Live): string =>
  phase === null ? '▶ ' : `▶ ${phase}${iteration === 0 ? '' : ` ${iteration}`}  `;

/** The countdown, what is waited for, and the time on the wall. */
const renderWait = ({ doing }: Live, until: number, now: number): string => {
  const left = renderDuration(Math.max(0, until - now));
  return `waits ${left} ${doing}, until ${renderClockTime(new Date(until).toISOString())}`;
};

const cut = (line: string, columns: number): string => line.slice(0, Math.max(1, columns - 1)).trimEnd();
