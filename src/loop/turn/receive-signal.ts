/** Listens for the agent's signal command during one turn; closed before anything is measured (rule 3.10). */
import { writeFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Turn } from '../../../gates/iteration.ts';
import { sayUnmet } from '../../../gates/say-unmet.ts';
import type { SignalBinding } from '../../signals/blocks/block-fields.ts';
import { PRIVATE_FILE } from '../../base/files/folders.ts';
import { holdOf } from '../../records/hold.ts';
import { sayCauseOfHold } from '../../records/say-hold.ts';
import { describeTurn } from '../session/sentences.ts';
import type { PromptSeen } from '../prompts/prompt-parts.ts';
import type { Session } from '../session/session.ts';
import { readSignal } from '../../signals/signal-reader.ts';
import type { Prepared } from '../iteration.ts';
import { lookAtSources, type RunContext } from '../run-context.ts';
import { writePrompt } from '../prompt.ts';
import type { ChannelPlaces } from '../../base/channel-folder.ts';
import { type LineServer, serveLines } from '../../base/line-server.ts';
import { createSignalCollector, type SignalCollector, layOutCommand } from '../../signals/command/collect-signals.ts';
import { writeAnswer, type LastMeasured, type CommandSignal } from '../../signals/command/command-signal.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { describeCause } from '../../base/text/describe-cause.ts';

// The turn of an agent session: from the prompt to the stop that counts. It has no time limit, as a person may be away.

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

export interface SignalReceiver {
  /** `false`: the command cannot be run, and the status block is the only channel. */
  readonly isOpen: boolean;
  /** Added to the environment of the agent. */
  readonly env: Readonly<Record<string, string>>;
  /** The agent has ended: later calls are refused. */
  readonly endTurn: () => void;
  /** The different signals so far. */
  readonly commandSignals: () => readonly CommandSignal[];
  readonly close: () => Promise<void>;
}

/** Longest line; a signal with the longest reason is far shorter. */
const MAX_LINE_BYTES = 16_384;

/** Opens it for one turn. A problem with opening it is reported as a notice, and the turn continues. */
export const openReceiver = async (
  context: RunContext,
  prepared: Pick<Prepared, 'phase' | 'iteration' | 'nonce'>,
): Promise<SignalReceiver> => {
  const { run, channels } = context;
  if (channels === null) return CLOSED;
  const { phase, iteration, nonce } = prepared;
  const collector = createSignalCollector({ run, phase, iteration, nonce });
  try {
    const server = await listen(context, channels, collector, prepared);
    return {
      isOpen: true,
      env: { DUALGATE_SIGNAL: channels.signalCommand, DUALGATE_SOCKET: channels.signalSocket },
      endTurn: collector.endTurn,
      commandSignals: collector.signals,
      close: async () => {
        collector.endTurn();
        await server.close();
        reportRefused(context, collector);
      },
    };
  } catch (error) {
    const problem = describeCause(error);
    context.emit({ type: 'notice', text: `The signal command cannot be used in this turn: ${problem}` });
    return CLOSED;
  }
};

const CLOSED: SignalReceiver = {
  isOpen: false,
  env: {},
  endTurn: () => {},
  commandSignals: () => [],
  close: () => Promise.resolve(),
};

const listen = (
  { emit, journal }: RunContext,
  { signalSocket, signalCommand }: ChannelPlaces,
  collector: SignalCollector,
  { phase, iteration }: Pick<Prepared, 'phase' | 'iteration'>,
): Promise<LineServer> => {
  layOutCommand(signalCommand);
  // A file that an agent put in its place.
  rmSync(signalSocket, { recursive: true, force: true });
  const measured = lastMeasured(journal.state());
  return serveLines({
    path: signalSocket,
    maxBytes: MAX_LINE_BYTES,
    answer: (line) => {
      const given = collector.receive(line);
      if (!given.received) return writeAnswer({ recorded: false, because: given.because });
      const { signal, agrees, isNew } = given;
      if (isNew) emit({ type: 'signal.received', phase, iteration, ...signal });
      return writeAnswer({ recorded: true, phase, iteration, word: signal.word, agrees, measured });
    },
  });
};

const reportRefused = ({ emit }: RunContext, collector: SignalCollector): void => {
  const { count, first } = collector.refused();
  if (first === null) return;
  const what =
    count === 1
      ? 'A call of the signal command was refused'
      : `${count} calls of the signal command were refused. The first`;
  emit({ type: 'notice', text: `${what}: ${first}.` });
};

/** The signal is being given just now. */
const MET = { satisfied: true, unmet: [] } as const;

const MAX = { unmet: 20, failing: 20, characters: 300 } as const;

/** The unmet clauses of gate 1, for the agent that signals; pure, bounded. `null`: none was measured in the phase. */
export const lastMeasured = ({ held }: Pick<WorkState, 'held'>): LastMeasured | null => {
  if (held === null) return null;
  const { decision } = held;
  const { failing } = holdOf(held);
  return {
    iteration: decision.iteration,
    satisfied: decision.gate_1.satisfied,
    unmet: bounded(sayUnmet({ ...decision, gate_2: MET }), MAX.unmet),
    failing: bounded(
      failing.map(({ file, name }) => (file === '' ? name : `${file} > ${name}`)),
      MAX.failing,
    ),
  };
};

const bounded = (lines: readonly string[], limit: number): readonly string[] => {
  const kept = lines.slice(0, limit).map((line) => line.replaceAll(/\s+/g, ' ').slice(0, MAX.characters));
  return lines.length > limit ? [...kept, `… and ${lines.length - limit} more`] : kept;
};
