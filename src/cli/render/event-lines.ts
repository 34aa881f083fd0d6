/**
 * The news of a run as lines for a pipe or a log: one line an event, and one for each clause and note that held a phase.
 * Pure.
 *
 * @module
 */
import type { RunEvent } from '../../records/run-events.ts';
import { WAITED_FOR } from '../../view/waited-for.ts';
import { renderBreaker } from './breaker.ts';
import { renderCheckEnd } from './check-end.ts';
import { renderClockTime } from './text/clock-time.ts';
import { describeUsage, showDuration } from '../../text/amounts.ts';
import { type Paint, plain } from './text/paint.ts';
import { renderOrder } from './order.ts';
import { renderExitGate } from './exit-gate.ts';
import { renderFault, renderProbe } from './probe.ts';
import { renderDetail, renderSaid, renderScore, renderSession } from './said.ts';
import { renderSettled } from './settled.ts';
import { renderTests } from './tally.ts';
import { renderTroubles, renderTurn } from './turn.ts';

/** Lines of one event; none for what another line says already. */
export const renderEvent = (event: RunEvent, paint: Paint): readonly string[] => {
  switch (event.type) {
    case 'run.started':
      return [
        `${event.resumed ? 'resumed' : 'run'} ${paint.strong(event.run)} in ${plain(event.folder)}`,
        `phases ${event.phases.join(' → ')}, from ${event.phase}`,
      ];
    case 'inventory.started':
      return ['inventory  the suite runs twice before anything is spent'];
    case 'phase.entered':
      return [paint.strong(`${event.phase}  ${plain(event.purpose)}`)];
    case 'iteration.started':
      return [at(event, `the agent works${event.attempt > 1 ? ` (attempt ${event.attempt})` : ''}`)];
    case 'turn.ended':
      return [
        at(event, `the agent ended: ${renderTurn(event.turn)}`),
        ...renderTroubles(event.turn).map((each) => at(event, paint.warn(each))),
      ];
    case 'tests.ended':
      return [
        at(
          event,
          `${event.part === undefined ? 'tests' : 'new tests'}: ${renderTests(event)}, exit code ${event.exit_code ?? 'none'}, ${showDuration(event.ms)}`,
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
    case 'signal.heard':
      return [at(event, `the agent signals ${event.word}: ${plain(event.reason)}`)];
    case 'signal.read': {
      const { value, reason, source, line } = event.signal;
      const places = [source === 'command' ? ', by the signal command' : '', line === null ? '' : `, line ${line}`];
      return [
        at(event, `signal: ${value ?? 'none'} (${reason}${places.join('')})`),
        ...renderDetail(event.signal).map((detail) => at(event, paint.warn(`  ${detail}`))),
        ...renderSaid(event.signal).map((said) => at(event, `  ${said}`)),
      ];
    }
    case 'session.completed':
      return [at(event, renderSession(event))];
    case 'completion.scored':
      return [at(event, renderScore(event))];
    case 'probe.started':
      return [at(event, 'both gates agree; the suite is probed with small faults in a copy')];
    case 'fault.tried':
      // Those that were noticed are counted at the end; what the tests do not see is worth a line.
      return event.end === 'unnoticed' ? [at(event, `  ${renderFault(event)}`)] : [];
    case 'probe.ended':
      return [at(event, `${renderProbe(event)}, ${showDuration(event.ms)}`)];
    case 'exit_gate_passed':
    case 'exit_gate_blocked':
      return [at(event, renderExitGate(event))];
    case 'phase.held':
      return [
        at(event, paint.warn(`held: ${event.reason}`)),
        ...event.unmet.map((clause) => at(event, `  - ${plain(clause)}`)),
        ...event.findings.map(({ text }) => at(event, `  ! ${plain(text)}`)),
      ];
    case 'phase.left':
      return [
        at(
          event,
          event.forced_exit
            ? paint.bad('left by a forced exit')
            : paint.good('left: both gates agree in this iteration'),
        ),
      ];
    case 'work.committed':
      return [`committed ${event.commit.slice(0, 10)} on ${plain(event.branch)}: ${plain(event.subject)}`];
    case 'attempt.void':
      return [at(event, paint.bad(`void: ${plain(event.why)}`))];
    case 'waiting':
      return [at(event, paint.warn(`waits until ${renderClockTime(event.until)} ${WAITED_FOR[event.for]}`))];
    case 'breaker.changed':
      return [(event.to === 'OPEN' ? paint.bad : paint.warn)(renderBreaker(event))];
    case 'notice':
      return [plain(event.text)];
    case 'operator.skipped':
    case 'operator.aborted':
    case 'operator.reset':
    case 'operator.accepted':
    case 'operator.rolled_back':
    case 'operator.guided':
      return [paint.warn(renderOrder(event))];
    case 'run.settled':
      return [
        ...(event.usage === undefined ? [] : [`used ${describeUsage(event.usage)}`]),
        (event.exit_code === 0 ? paint.good : paint.bad)(renderSettled(event.status, event.why)),
      ];
    // The same words as in the line of `phase.held`, and of `run.settled`, which come with them.
    case 'signal.premature':
    case 'signal.missing':
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

/** Of what a check printed; the whole is in its transcript. */
const MAX_SAID = 5;

const at = ({ phase, iteration }: { readonly phase?: string; readonly iteration?: number }, text: string): string =>
  phase === undefined ? `inventory  ${text}` : `${phase} ${iteration}  ${text}`;
