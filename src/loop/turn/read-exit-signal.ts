/**
 * The agent's exit signal of one turn, from both channels (rules 3.2, 3.10).
 *
 * @module
 */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Signal } from '../../../gates/iteration.ts';
import type { Config } from '../../config/shape-config.ts';
import { mergeChannels } from '../../signals/merge-channels.ts';
import { noSignal } from '../../blocks/no-signal.ts';
import { readGuardLines } from '../../blocks/read-guards.ts';
import { readSignalOfFile } from '../../signals/read-signal-of-file.ts';
import type { SignalBinding } from '../../blocks/signal-binding.ts';
import { readSignal } from '../../signals/signal-reader.ts';
import { silenceSignal } from '../../signals/silence-signal.ts';
import { findFlagOff } from '../../systems/dialects.ts';
import type { Started, TurnTaken } from '../iteration.ts';

interface SignalQuestion {
  readonly started: Pick<Started, 'prepared' | 'nonce'>;
  readonly said: Pick<TurnTaken, 'turn' | 'transcript' | 'received' | 'commandSignals'>;
  readonly gate: CompiledGate;
  /** Tests that existed when the run began. */
  readonly existingTests: number;
  readonly signals: Config['signals'];
}

/** Rule 3.2: a process that failed has no exit signal, whatever it printed. Denials do not matter (rule 4.1). */
export const readExitSignal = async (question: SignalQuestion): Promise<Signal> => {
  const { said, signals } = question;
  const { outcome, exit_code } = said.turn;
  const { dialect } = signals;
  const named = dialect === 'auto' ? null : dialect;
  const endedWell = outcome === 'ok' || outcome === 'empty' || (outcome === 'permission_denied' && exit_code === 0);
  if (!endedWell) return silenceSignal(outcome, named);
  const flag = findFlagOff(named);
  if (flag !== null) return { ...noSignal('protocol_disabled', named), detail: flag.off };
  const read = said.received?.signal ?? (await readTranscript(question));
  return nameGuards(mergeChannels(said.commandSignals, unlessSwitchedOff(read)), said.received?.declared ?? []);
};

/** Those of the block are lines of the message, too. */
const nameGuards = (signal: Signal, lines: readonly string[]): Signal => {
  const named = signal.guards ?? [];
  const more = readGuardLines(lines).filter(({ id }) => !named.some((each) => each.id === id));
  return more.length === 0 ? signal : { ...signal, guards: [...named, ...more] };
};

type BindingQuestion = Omit<SignalQuestion, 'said'>;

/** The values that the status block of a turn must match to count. */
export const bindingOf = ({ started, gate, existingTests, signals }: BindingQuestion): SignalBinding => {
  const { phase, iteration } = started.prepared;
  const { tests } = gate.phase;
  return { phase, iteration, nonce: started.nonce, tests, existingTests, workPhase: signals.phase_map[phase] };
};

/** For a turn whose output was not read. */
const readTranscript = (question: SignalQuestion): Promise<Signal> | Signal => {
  const { transcript } = question.said;
  const form = { dialect: question.signals.dialect };
  const binding = bindingOf(question);
  return transcript === null ? readSignal('', binding, form) : readSignalOfFile(transcript, binding, form);
};

/** The form that `auto` found may belong to a protocol that is off (rule 3.11). */
const unlessSwitchedOff = (read: Signal): Signal => {
  const flag = read.source === null ? null : findFlagOff(read.dialect);
  return flag === null ? read : { ...noSignal('protocol_disabled', read.dialect, read.line), detail: flag.off };
};
