/**
 * The turn of an agent session: from the prompt to the stop that counts. It has no time limit, as a person may be away.
 *
 * @module
 */
import { writeFile } from 'node:fs/promises';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Turn } from '../../../gates/iteration.ts';
import { sayUnmet } from '../../../gates/say-unmet.ts';
import type { SignalBinding } from '../../blocks/signal-binding.ts';
import { PRIVATE_FILE } from '../../ledger/files/private.ts';
import { holdOf } from '../../records/hold.ts';
import { sayCauseOfHold } from '../../records/say-hold.ts';
import { describeTurn } from '../../session/sentences.ts';
import type { PromptSeen } from '../../prompts/prompt-facts.ts';
import type { Session } from '../../session/session.ts';
import { readSignal } from '../../signals/signal-reader.ts';
import type { Prepared } from '../iteration.ts';
import { lookAtSources } from '../look-at-sources.ts';
import type { RunContext } from '../run-context.ts';
import { writePrompt } from '../prompt.ts';

interface SessionTurnFacts {
  readonly session: Session;
  readonly prepared: Prepared;
  readonly gate: CompiledGate;
  readonly binding: SignalBinding;
  readonly prompt: string;
  /** Absolute path of the file that the message is written to. */
  readonly transcript: string;
}

/** @throws the reason of `signal` when it aborts */
export const takeSessionTurn = async (
  { config, journal }: RunContext,
  { session, prepared, gate, binding, prompt, transcript }: SessionTurnFacts,
  signal: AbortSignal,
): Promise<{ readonly turn: Turn; readonly message: string }> => {
  const { before, nonce, phase, iteration } = prepared;
  const { held } = journal.state();
  const began = performance.now();
  const write = (has: PromptSeen) =>
    writePrompt({ config, gate, iteration, nonce, signalCommand: false, state: journal.state(), has });
  const message = await session.take({
    phase,
    prompts: {
      none: prompt,
      'earlier phase': await write('earlier phase'),
      'this phase': await write('this phase'),
    },
    says: describeTurn(
      phase,
      held === null ? null : { iteration: held.decision.iteration, line: sayCauseOfHold(holdOf(held)) },
    ),
    unmet: held === null ? [] : sayUnmet(held.decision),
    readWord: (text) => {
      // A no with an old nonce claims nothing, either.
      const { reason, status } = readSignal(text, { ...binding, ofAnyTurn: true }, { dialect: config.signals.dialect });
      if (reason === 'signal_missing') return null;
      return reason === 'explicit_false' && status !== 'BLOCKED' ? 'no' : 'counts';
    },
    isChanged: async () => {
      const now = await lookAtSources(config, journal.state());
      return now.tree !== before.tree || now.head !== before.head;
    },
    signal,
  });
  await writeFile(transcript, message, { flag: 'wx', mode: PRIVATE_FILE });
  const outcome = message === '' ? 'empty' : 'ok';
  return { turn: { outcome, exit_code: 0, ms: Math.round(performance.now() - began) }, message };
};
