/**
 * The lines of an event that stay on the screen. Pure.
 *
 * @module
 */
import type { RunEvent } from '../../../records/run-events.ts';
import { describeReview } from '../../../review/describe-review.ts';
import { holdLines, sayHold } from '../../../view/hold-lines.ts';
import { sayWaiting } from '../../../view/say-waiting.ts';
import { renderBreaker } from '../breaker.ts';
import { renderCheckEnd } from '../check-end.ts';
import { renderClockTime } from '../text/clock-time.ts';
import { describeUsage, showCount, showDuration } from '../../../text/amounts.ts';
import { renderExitGate } from '../exit-gate.ts';
import { renderHoldLines } from '../held.ts';
import { renderOperatorCommand } from '../operator-command.ts';
import { type Paint, plain } from '../text/paint.ts';
import { renderMutationCheck } from '../mutation-check.ts';
import { renderDetail, renderSaid, renderScore, renderSession } from '../said.ts';
import { renderEnding } from '../ending.ts';
import { renderTests } from '../tally.ts';
import { renderTroubles, renderTurn } from '../turn.ts';
import type { Live } from './live.ts';

interface Shown {
  readonly live: Live | null;
  /** Names, in order; they make a column. */
  readonly phases: readonly string[];
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly paint: Paint;
}

export const renderAbove = (event: RunEvent, { live, phases, startedAt, paint }: Shown): readonly string[] => {
  const { good, bad, warn, faint, strong } = paint;
  const name = (phase: string) => phase.padEnd(Math.max(...phases.map(({ length }) => length), 0));
  const time = faint(renderClockTime(event.at).slice(0, 5));
  const lasted = (since: number) => showDuration(Math.max(0, Date.parse(event.at) - since));
  switch (event.type) {
    case 'run.started':
      return [
        `${event.resumed ? 'resumed' : 'run'} ${strong(event.run)} in ${plain(event.folder)}`,
        `phases ${event.phases.join(' → ')}${event.phase === event.phases[0] ? '' : `, from ${event.phase}`}`,
        '',
      ];
    case 'turn.ended':
      return [
        ...(event.turn.usage === undefined ? [] : [faint(renderTurn(event.turn))]),
        ...renderTroubles(event.turn).map(warn),
      ].map((each) => `  ${time} ${event.phase} ${event.iteration}  ${each}`);
    case 'tests.ended':
      // Once for the baseline: the second run must show the same, or the run does not start.
      return event.phase === undefined && live?.tests.runs === 0 ? [`  ${time} baseline  ${renderTests(event)}`] : [];
    case 'check.ended':
      return event.ok === true
        ? []
        : [
            `  ${time} ${event.phase === undefined ? 'baseline' : `${event.phase} ${event.iteration}`}  ${warn(renderCheckEnd(event))}`,
          ];
    case 'phase.held':
      return [
        `  ${time} ${event.phase} ${event.iteration}  ${warn(`held: ${plain(sayHold(event))}`)}`,
        ...renderHoldLines(holdLines(event)).map((line) => `      ${line}`),
      ];
    case 'exit_gate_passed':
    case 'exit_gate_blocked':
      return [`  ${time} ${event.phase} ${event.iteration}  ${faint(renderExitGate(event))}`];
    case 'signal.read':
      return [...renderDetail(event.signal).map(warn), ...renderSaid(event.signal).map(faint)].map(
        (said) => `  ${time} ${event.phase} ${event.iteration}  ${said}`,
      );
    case 'session.completed':
      return [`  ${time} ${event.phase} ${event.iteration}  ${renderSession(event)}`];
    case 'completion.scored':
      return [`  ${time} ${event.phase} ${event.iteration}  ${faint(renderScore(event))}`];
    case 'mutation_check.ended':
      return [`  ${time} ${event.phase} ${event.iteration}  ${faint(renderMutationCheck(event))}`];
    case 'review.ended':
      return [`  ${time} ${event.phase} ${event.iteration}  ${faint(plain(describeReview(event)))}`];
    case 'turn.discarded':
      return [`  ${time} ${event.phase} ${event.iteration}  ${bad(`discarded turn: ${plain(event.why)}`)}`];
    case 'waiting':
      return [
        `  ${time} ${event.phase} ${event.iteration}  ${warn(`${sayWaiting(event, renderClockTime)}; Ctrl+C ends the wait`)}`,
      ];
    case 'breaker.changed':
      return [`  ${time} ${(event.to === 'OPEN' ? bad : warn)(renderBreaker(event))}`];
    case 'phase.exited': {
      const facts = [showCount(event.iteration, 'iteration'), lasted(live?.since ?? startedAt), countsOf(live)];
      const sign = event.forced_exit ? bad('!') : good('✓');
      const forced = event.forced_exit ? [bad('forced exit')] : [];
      return [[`${sign} ${strong(name(event.phase))}`, ...forced, ...facts.filter((each) => each !== '')].join('  ')];
    }
    case 'work.committed':
      return [faint(`        commit ${event.commit.slice(0, 10)} on ${plain(event.branch)}: ${plain(event.subject)}`)];
    case 'notice':
      return [`  ${time} ${plain(event.text)}`];
    case 'operator.skipped':
    case 'operator.aborted':
    case 'operator.reset':
    case 'operator.accepted':
    case 'operator.reopened':
    case 'operator.rolled_back':
    case 'operator.guided':
    case 'operator.approved':
    case 'operator.rejected':
      return [`  ${time} ${warn(renderOperatorCommand(event))}`];
    case 'run.ended': {
      const line = renderEnding(event.status, event.why);
      const used = event.usage === undefined ? [] : [faint(`used ${describeUsage(event.usage)}`)];
      return [
        '',
        ...used,
        `${event.exit_code === 0 ? good(`✓ ${line}`) : bad(`✗ ${line}`)}  ${faint(lasted(startedAt))}`,
      ];
    }
    case 'baseline.started':
    case 'phase.entered':
    case 'iteration.started':
    case 'agent.output':
    case 'test.passed':
    case 'test.failed':
    case 'test.skipped':
    case 'check.started':
    case 'signal.received':
    case 'mutation_check.started':
    case 'review.started':
    case 'mutant.tested':
    case 'signal.premature':
    case 'signal.missing':
    case 'approval.asked':
    case 'iteration.decided':
    case 'needs.human':
      return [];
  }
};

const countsOf = (live: Live | null): string =>
  live === null || live.tests.counts === null ? '' : renderTests(live.tests.counts);
