/**
 * Does its word arrive? The block is asked for at the end of the prompt, and read as in the loop (RULES 3).
 *
 * @module
 */
import { SIGNAL_REASONS } from '../../../gates/signal-reasons.ts';
import { DIALECTS } from '../../systems/dialects.ts';
import { type Look, ok, problem, skipped } from '../finding.ts';
import type { ProbeStep, ProbeTurn } from './probe-step.ts';

export const signalStep: ProbeStep = {
  ask: (_task, _signalCommand, dialect) => {
    const { yes, blocked, untested } = DIALECTS[dialect].words;
    // A suite that passes would contradict the first phase of the config, and in a probe nobody ran it.
    return [
      `End your last message with the block below: as plain text from the start of the line, without a code fence. Say ${yes} when you have done the other steps, ${blocked} when you could not.${untested === undefined ? '' : ` You ran no tests: say ${untested}.`}`,
    ];
  },
  judge: async (taken) => [{ name: 'probe: signal', ...judgeSignal(taken) }],
};

const judgeSignal = ({ signal, config }: ProbeTurn): Look => {
  const [says, advice] = SIGNAL_REASONS[signal.reason];
  if (signal.value === true)
    return ok(`its word was read${config.signals.require_nonce ? ', with the nonce of this turn' : ''}`);
  if (signal.reason === 'agent_failed' || signal.reason === 'agent_timed_out' || signal.reason === 'protocol_disabled')
    return skipped(`not read: ${says}`);
  if (signal.value === false) {
    return problem(
      `it says no${signal.status === null ? '' : `, with STATUS: ${signal.status}`}`,
      'Mend what it names, then probe again.',
      signal.blockers,
    );
  }
  return problem(
    says,
    `It was asked so: ${advice}${signal.way_out === undefined ? '' : ` ${signal.way_out}.`} See its last message; if another agent.model does no better, tell it so in its own instructions file.`,
  );
};
