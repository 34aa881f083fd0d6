/** The agent's exit signal of one turn, from both channels (rules 3.2, 3.10), and what keeps a run from reading one. */
import type { Signal } from '../../../gates/iteration.ts';
import type { Config } from '../../project/config/config.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { mergeChannels, silenceSignal } from '../../signals/merge-channels.ts';
import { noSignal, readGuardLines, type SignalBinding } from '../../signals/blocks/block-fields.ts';
import { readSignalOfFile } from '../../signals/signal-of-case.ts';
import { readSignal } from '../../signals/signal-reader.ts';
import { findFlagOff, DIALECT_NAMES } from '../../signals/systems/dialects.ts';
import type { Prepared, Turned } from '../iteration.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../base/files/folders.ts';
import type { CommandSignal } from '../../signals/command/command-signal.ts';

interface Known {
  readonly config: Pick<Config, 'signals'>;
  readonly gates: RunContext['gates'];
  readonly journal: { readonly state: () => Pick<WorkState, 'baseline'> };
}

type Bound = Pick<Prepared, 'phase' | 'iteration' | 'nonce'>;

/** Rule 3.2: a process that failed has no exit signal, whatever it printed. Denials do not matter (rule 4.1). */
export const readExitSignal = async (
  context: Known,
  turned: Bound & Pick<Turned, 'turn' | 'transcript' | 'received' | 'commandSignals'>,
): Promise<Signal> => {
  const { outcome, exit_code } = turned.turn;
  const { dialect } = context.config.signals;
  const named = dialect === 'auto' ? null : dialect;
  const endedWell = outcome === 'ok' || outcome === 'empty' || (outcome === 'permission_denied' && exit_code === 0);
  if (!endedWell) return silenceSignal(outcome, named);
  const flag = findFlagOff(named);
  if (flag !== null) return { ...noSignal('protocol_disabled', named), detail: flag.off };
  const { transcript, received, commandSignals } = turned;
  // For a turn whose output was not read while it was printed.
  const read = received?.signal ?? (await readTranscript(transcript, bindingOf(context, turned), { dialect }));
  return nameGuards(mergeChannels(commandSignals, unlessSwitchedOff(read)), received?.declared ?? []);
};

/** Those of the block are lines of the message, too. */
const nameGuards = (signal: Signal, lines: readonly string[]): Signal => {
  const named = signal.guards ?? [];
  const more = readGuardLines(lines).filter(({ id }) => !named.some((each) => each.id === id));
  return more.length === 0 ? signal : { ...signal, guards: [...named, ...more] };
};

/** The values that the status block of a turn must match to count. */
export const bindingOf = ({ config, gates, journal }: Known, { phase, iteration, nonce }: Bound): SignalBinding => {
  const { tests } = gateOf(gates, phase).phase;
  const existingTests = journal.state().baseline.passing.length;
  return { phase, iteration, nonce, tests, existingTests, workPhase: config.signals.phase_map[phase] };
};

const readTranscript = (
  path: string | null,
  binding: SignalBinding,
  form: Pick<Config['signals'], 'dialect'>,
): Promise<Signal> | Signal => (path === null ? readSignal('', binding, form) : readSignalOfFile(path, binding, form));

/** The form that `auto` found may belong to a protocol that is off (rule 3.11). */
const unlessSwitchedOff = (read: Signal): Signal => {
  const flag = read.source === null ? null : findFlagOff(read.dialect);
  return flag === null ? read : { ...noSignal('protocol_disabled', read.dialect, read.line), detail: flag.off };
};

/** A run needs one dialect; `null` when it has one (rule 3.10). */
export const findAutoProblem = ({ signals }: Pick<Config, 'signals'>): string | null =>
  signals.dialect === 'auto'
    ? `signals.dialect is auto, which only dualgate check can use: a run needs one dialect. Name one of ${DIALECT_NAMES.slice(0, -1).join(', ')} and ${DIALECT_NAMES.at(-1)}.`
    : null;

/** In the words of its specification, with the way out; `null` without a problem. */
export const findProtocolProblem = (
  { signals }: Pick<Config, 'signals'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null => {
  const flag = findFlagOff(signals.dialect, env);
  return flag === null
    ? null
    : `signals.dialect is ${signals.dialect}, and ${flag.off}. Set ${flag.variable}=true in the environment of dualgate, or choose another dialect.`;
};

/** `true`: the agent's signal as the host knows it; or its output, as a text or a file. */
export type GivenSignal = boolean | { readonly text: string } | { readonly file: string };

const WORD: CommandSignal = { word: 'exit', reason: 'the host says so', refactoring_complete: true };

/** @param folder - absolute: receives a text as a file */
export const takeGivenSignal = async (
  given: GivenSignal,
  folder: string,
): Promise<Pick<Turned, 'commandSignals' | 'transcript'>> => ({
  commandSignals: given === true ? [WORD] : [],
  transcript: typeof given === 'object' ? await placeText(given, folder) : null,
});

const placeText = async (given: Exclude<GivenSignal, boolean>, folder: string): Promise<string> => {
  if ('file' in given) return given.file;
  const path = join(folder, 'said');
  await writeFile(path, given.text, { mode: PRIVATE_FILE });
  return path;
};
