/**
 * Does the exit signal arrive? The prompt ends with the block, which is read as in the loop (rules 3.1 to 3.11).
 *
 * @module
 */
import { SIGNAL_REASONS } from '../../../gates/signal-reasons.ts';
import { DIALECTS } from '../../systems/dialects.ts';
import { type Look, ok, problem, skipped } from '../finding.ts';
import type { SmokeTestStep, SmokeTestTurn } from './smoke-test-step.ts';

export const signalStep: SmokeTestStep = {
  ask: (_task, _signalCommand, dialect) => {
    const { yes, blocked, untested } = DIALECTS[dialect].words;
    // A suite that passes would contradict the first phase of the config, and no tests ran in this turn.
    return [
      `End your last message with the block below: as plain text from the start of the line, without a code fence. Say ${yes} when you have done the other steps, ${blocked} when you could not.${untested === undefined ? '' : ` You ran no tests: say ${untested}.`}`,
    ];
  },
  judge: async (taken) => [{ name: 'smoke test: signal', ...judgeSignal(taken) }],
};

const judgeSignal = ({ signal, config }: SmokeTestTurn): Look => {
  const [says, advice] = SIGNAL_REASONS[signal.reason];
  if (signal.value === true)
    return ok(`its exit signal was read${config.signals.require_nonce ? ', with the nonce of this turn' : ''}`);
  if (signal.reason === 'agent_failed' || signal.reason === 'agent_timed_out' || signal.reason === 'protocol_disabled')
    return skipped(`not read: ${says}`);
  if (signal.value === false) {
    return problem(
      `its exit signal is false${signal.status === null ? '' : `, with STATUS: ${signal.status}`}`,
      'Fix the cause that it names, then run doctor --try-agent again.',
      signal.blockers,
    );
  }
  return problem(
    says,
    `The prompt says: ${advice}${signal.way_out === undefined ? '' : ` ${signal.way_out}.`} See its last message. If another agent.model does no better, repeat this in its own instructions file.`,
  );
};
