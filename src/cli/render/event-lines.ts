/**
 * Events of a run as lines for a pipe or a log: one line an event, and one for each unmet clause and note. Pure.
 *
 * @module
 */
import type { RunEvent } from '../../records/run-events.ts';
import { describeReview, nameFinding } from '../../review/describe-review.ts';
import { holdLines, sayHold } from '../../view/hold-lines.ts';
import { sayWaiting } from '../../view/say-waiting.ts';
import { renderBreaker } from './breaker.ts';
import { renderCheckEnd } from './check-end.ts';
import { renderClockTime } from './text/clock-time.ts';
import { describeUsage, showDuration } from '../../text/amounts.ts';
import { type Paint, plain } from './text/paint.ts';
import { renderOperatorCommand } from './operator-command.ts';
import { renderExitGate } from './exit-gate.ts';
import { renderHoldLines } from './held.ts';
import { renderMutant, renderMutationCheck } from './mutation-check.ts';
import { reasonOf, renderDetail, renderSaid, renderScore, renderSession } from './said.ts';
import { renderEnding } from './ending.ts';
import { renderTests } from './tally.ts';
import { renderRemoved } from './removed.ts';
import { renderTroubles, renderTurn } from './turn.ts';

/** Lines of one event; none for an event that another line covers. */
export const renderEvent = (event: RunEvent, paint: Paint): readonly string[] => {
  switch (event.type) {
    case 'run.started':
      return [
        `${event.resumed ? 'resumed' : 'run'} ${paint.strong(event.run)} in ${plain(event.folder)}`,
        `phases ${event.phases.join(' → ')}, starting at ${event.phase}`,
        ...(event.resumed ? [] : [GATES]),
      ];
    case 'baseline.started':
      return ['baseline  the suite runs twice before the first turn, to find failing and flaky tests'];
    case 'phase.entered':
      return [paint.strong(`${event.phase}  purpose: ${plain(event.purpose)}`)];
    case 'iteration.started':
      return [
        ...renderRemoved(event.removed_transcripts).map((line) => at(event, paint.warn(line))),
        at(event, `the agent works${event.attempt > 1 ? ` (attempt ${event.attempt})` : ''}`),
      ];
    case 'turn.ended':
      return [
        at(event, `the turn ended: ${renderTurn(event.turn)}`),
        ...renderTroubles(event.turn).map((each) => at(event, paint.warn(each))),
      ];
    case 'tests.ended':
      return [
        at(
          event,
          `${event.part === undefined ? 'tests' : 'the files with new tests'}: ${renderTests(event)}, exit code ${event.exit_code ?? 'none'}, ${showDuration(event.ms)}`,
        ),
        ...event.problems.map((problem) => at(event, paint.warn(`  ! ${plain(problem)}`))),
      ];
    case 'check.started':
      return [];
    case 'check.ended':
      return [
        at(event, event.ok === true ? renderCheckEnd(event) : paint.warn(renderCheckEnd(event))),
        ...event.said.slice(-MAX_SAID).map((line) => at(event, `  | ${plain(line)}`)),
      ];
    case 'signal.received':
      return [at(event, `the agent signals ${event.word}: ${plain(event.reason)}`)];
    case 'signal.read': {
      const { value, source, line } = event.signal;
      const facts = [
        ...reasonOf(event.signal),
        ...(source === 'command' ? ['by the signal command'] : []),
        ...(line === null ? [] : [`line ${line} of its output`]),
      ];
      return [
        at(event, `${SAYS[`${value}`]}${facts.length === 0 ? '' : ` (${facts.join(', ')})`}`),
        ...renderDetail(event.signal).map((detail) => at(event, paint.warn(`  ${detail}`))),
        ...renderSaid(event.signal).map((said) => at(event, `  ${said}`)),
      ];
    }
    case 'session.completed':
      return [at(event, renderSession(event))];
    case 'completion.scored':
      return [at(event, renderScore(event))];
    case 'mutation_check.started':
      return [at(event, 'both gates agree; the mutation check tests small changes in a copy')];
    case 'mutant.tested':
      // Killed mutants are counted at the end; each survivor has a line.
      return event.end === 'survived' ? [at(event, `  ${renderMutant(event)}`)] : [];
    case 'mutation_check.ended':
      return [at(event, `${renderMutationCheck(event)}, ${showDuration(event.ms)}`)];
    case 'review.started':
      return [at(event, `both gates agree on the rest; ${plain(event.reviewer)} reviews the change`)];
    case 'review.ended':
      return [
        at(event, plain(`${describeReview(event)}, ${showDuration(event.turn.ms)}`)),
        ...event.findings.slice(0, MAX_SAID).map((each) => at(event, `  - ${plain(nameFinding(each))}`)),
      ];
    case 'exit_gate_passed':
    case 'exit_gate_blocked':
      return [at(event, renderExitGate(event))];
    case 'phase.held':
      return [
        at(event, paint.warn(`held: ${plain(sayHold(event))}`)),
        ...renderHoldLines(holdLines(event)).map((line) => at(event, line)),
      ];
    case 'phase.exited':
      return [
        at(
          event,
          event.forced_exit ? paint.bad('exited by a forced exit') : paint.good('exited: both gates are satisfied'),
        ),
      ];
    case 'work.committed':
      return [`committed ${event.commit.slice(0, 10)} on ${plain(event.branch)}: ${plain(event.subject)}`];
    case 'turn.discarded':
      return [at(event, paint.bad(`discarded turn: ${plain(event.why)}`))];
    case 'waiting':
      return [at(event, paint.warn(sayWaiting(event, renderClockTime)))];
    case 'breaker.changed':
      return [(event.to === 'OPEN' ? paint.bad : paint.warn)(renderBreaker(event))];
    case 'notice':
      return [plain(event.text)];
    case 'operator.skipped':
    case 'operator.aborted':
    case 'operator.reset':
    case 'operator.accepted':
    case 'operator.reopened':
    case 'operator.rolled_back':
    case 'operator.guided':
    case 'operator.approved':
    case 'operator.rejected':
      return [paint.warn(renderOperatorCommand(event))];
    case 'run.ended':
      return [
        ...(event.usage === undefined ? [] : [`used ${describeUsage(event.usage)}`]),
        (event.exit_code === 0 ? paint.good : paint.bad)(renderEnding(event.status, event.why)),
      ];
    // The lines of `phase.held` and `run.ended` say the same.
    case 'signal.premature':
    case 'signal.missing':
    // The line of the wait says the same.
    case 'approval.asked':
    case 'iteration.decided':
    case 'needs.human':
      return [];
    case 'agent.output':
    case 'test.passed':
    case 'test.failed':
    case 'test.skipped':
      return [];
  }
};

/** Explains the gates to a new reader of a log. */
const GATES =
  'gates  a phase ends only when its measured tests (gate 1) and the agent (gate 2) both say that it is done';

/** The exit signal, in words. */
const SAYS = {
  true: 'the agent says it is done',
  false: 'the agent says it is not done',
  null: 'no exit signal was found',
} as const;

/** Lines of the output of a check; its transcript has all of them. */
const MAX_SAID = 5;

const at = ({ phase, iteration }: { readonly phase?: string; readonly iteration?: number }, text: string): string =>
  phase === undefined ? `baseline  ${text}` : `${phase} ${iteration}  ${text}`;
