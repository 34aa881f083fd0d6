/**
 * The agent's word of one turn, out of both channels (RULES 3.2, 3.10).
 *
 * @module
 */
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Signal, Turn } from '../../../gates/iteration.ts';
import type { Config } from '../../config/shape-config.ts';
import { describeSwitchedOff, isExitProtocolEnabled } from '../../signals/apm2/parse-exit-signal.ts';
import { mergeChannels } from '../../signals/merge-channels.ts';
import { noSignal } from '../../signals/no-signal.ts';
import { readSignalOfFile } from '../../signals/read-signal-of-file.ts';
import type { SignalBinding } from '../../signals/signal-binding.ts';
import { readSignal } from '../../signals/signal-reader.ts';
import { silenceSignal } from '../../signals/silence-signal.ts';
import { findProtocolProblem } from './find-protocol-problem.ts';
import type { Facts } from '../run-site.ts';

export interface WordQuestion {
  readonly facts: Pick<Facts, 'prepared' | 'nonce' | 'transcript' | 'heard' | 'words'>;
  readonly gate: CompiledGate;
  readonly turn: Turn;
  /** Tests that were there when the run began. */
  readonly existingTests: number;
  readonly signals: Config['signals'];
}

/** RULES 3.2: a process that did not end well has no word, whatever it printed. What was denied vetoes nothing (RULES 4.1). */
export const readWord = async ({ facts, gate, turn, existingTests, signals }: WordQuestion): Promise<Signal> => {
  const { outcome, exit_code } = turn;
  const { dialect } = signals;
  const named = dialect === 'auto' ? null : dialect;
  const endedWell = outcome === 'ok' || outcome === 'empty' || (outcome === 'permission_denied' && exit_code === 0);
  if (!endedWell) return silenceSignal(outcome, named);
  if (findProtocolProblem({ signals }) !== null) {
    return { ...noSignal('protocol_disabled', named), detail: describeSwitchedOff() };
  }
  const read = facts.heard?.signal ?? (await readTranscript({ facts, gate, existingTests, signals }));
  return mergeChannels(facts.words, unlessSwitchedOff(read));
};

type BindingQuestion = Pick<WordQuestion, 'gate' | 'existingTests' | 'signals'> & {
  readonly facts: Pick<Facts, 'prepared' | 'nonce'>;
};

/** What the status block of a turn must match to count. */
export const bindingOf = ({ facts, gate, existingTests, signals }: BindingQuestion): SignalBinding => {
  const { phase, iteration } = facts.prepared;
  const { tests } = gate.phase;
  return { phase, iteration, nonce: facts.nonce, tests, existingTests, workPhase: signals.phase_map[phase] };
};

/** Of a turn that was not listened to. */
const readTranscript = (question: Omit<WordQuestion, 'turn'>): Promise<Signal> | Signal => {
  const { transcript } = question.facts;
  const form = { dialect: question.signals.dialect };
  const binding = bindingOf(question);
  return transcript === null ? readSignal('', binding, form) : readSignalOfFile(transcript, binding, form);
};

/** What `auto` found may be of a protocol that is off (RULES 3.11). */
const unlessSwitchedOff = (read: Signal): Signal =>
  read.dialect === 'apm2' && read.source !== null && !isExitProtocolEnabled(process.env)
    ? { ...noSignal('protocol_disabled', 'apm2', read.line), detail: describeSwitchedOff() }
    : read;
