/**
 * The agent session of a run: its hooks ask, the run answers. A turn lasts from a prompt to the stop that counts: with
 * an exit signal, or after a change. Every other stop measures nothing: it ends, or is answered from the last record.
 */
import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { type LineServer, serveLines, ChannelError } from '../../base/line-server.ts';
import { FaultError } from '../../records/run-error.ts';
import type { ChannelPlaces } from '../../base/channel-folder.ts';
import { describeCap, describeEnd, describeOpen, REMINDED, type SessionEnd, WAITS } from './sentences.ts';
import type { PromptSeen } from '../prompts/prompt-parts.ts';
import { createBinding, removeSessionNote, writeSessionNote, createTalk, type SessionWord } from './session-binding.ts';
import {
  type SessionAnswer,
  type SessionQuestion,
  type SessionStop,
  readQuestion,
} from '../../agents/hosts/session-protocol.ts';

interface SessionTurn {
  readonly phase: string;
  /** By the prompt that the session has. */
  readonly prompts: Readonly<Record<PromptSeen, string>>;
  /** For the person, in one sentence: why it continues. */
  readonly says: string;
  readonly unmet: readonly string[];
  readonly readWord: (message: string) => SessionWord;
  /** Whether the sources differ from those before the turn. */
  readonly isChanged: () => Promise<boolean>;
  readonly signal: AbortSignal;
}

export interface Session {
  /** Opens its socket, and writes its note. @throws {ChannelError} when it cannot listen */
  readonly listen: (channels: Pick<ChannelPlaces, 'sessionSocket'> | null) => Promise<void>;
  /** @returns the last message of the agent @throws the reason of the abort */
  readonly take: (turn: SessionTurn) => Promise<string>;
  /** Nothing to do for a while: a stop passes with this sentence for the person. `null`: the next turn comes. */
  readonly rest: (says: () => string | null) => void;
  /** @param end - how the run ended; null: dualgate broke */
  readonly close: (end: SessionEnd | null) => Promise<void>;
}

interface SessionOptions {
  readonly run: string;
  readonly folder: string;
  readonly spec: string | null;
  /** The reason why the agent may not write this file; `null`: it may. */
  readonly judgeWrite: (path: string) => string | null;
}

/** Longest question: the last message of an agent is cut before. */
const MAX_QUESTION_BYTES = 4_194_304;
/** How often an open turn looks for its workspace. */
const LOOK_MS = 60_000;
/** How long a message of a person waits for the next turn: its hook has less patience than that of a stop. */
const PROMPT_MS = 4_000;
export const createSession = ({ run, folder, spec, judgeWrite }: SessionOptions): Session => {
  const binding = createBinding({ run, folder, spec });
  const talk = createTalk();
  let server: LineServer | null = null;
  let turn: (SessionTurn & { readonly end: (message: string) => void }) | null = null;
  let isDelivered = false;
  /** The last phase whose prompt the session has. */
  let known: string | null = null;
  let resting: () => string | null = () => null;
  /** Since the last message of a person. */
  let blocks = 0;
  let wake: (() => void)[] = [];
  let stops = 0;
  /** The last message of the agent, if its host reports it before the stop. */
  let said: string | null = null;
  /** The text of the last block; some hosts report it as a message of the person. */
  let sent: string | null = null;
  let isTaskAnswered = false;

  const wakeAll = (): void => {
    const sleepers = wake;
    wake = [];
    for (const each of sleepers) each();
  };
  const untilTurn = async (): Promise<void> => {
    const isBusy = (): boolean => turn === null && resting() === null;
    while (isBusy()) await new Promise<void>((resolve) => wake.push(resolve));
  };
  const deliver = (): { readonly prompt: string; readonly says: string } | null => {
    if (turn === null) return null;
    const { phase, prompts, says } = turn;
    const given = { prompt: prompts[known === null ? 'none' : known === phase ? 'this phase' : 'earlier phase'], says };
    [isDelivered, known] = [true, phase];
    talk.given();
    return given;
  };

  const block = (prompt: string, says: string, most: number | null): SessionAnswer => {
    if (most !== null && blocks + 1 >= most) {
      blocks = 0;
      isDelivered = false;
      return { answer: 'pass', says: describeCap(most) };
    }
    blocks += 1;
    sent = prompt;
    return { answer: 'block', prompt, says };
  };

  const stop = async ({ message: own, most_blocks, ...asked }: SessionStop): Promise<SessionAnswer> => {
    const message = own ?? said ?? '';
    said = null;
    if (turn !== null && isDelivered) {
      const taken = turn;
      const kind = await talk.judge({ ...asked, word: taken.readWord(message) }, taken.isChanged);
      if (kind.is === 'through') return { answer: 'pass', ...optionally('says', kind.says ?? undefined) };
      if (kind.is === 'reminded')
        return block(`${kind.because}\n\n${taken.prompts['this phase']}`, REMINDED, most_blocks);
      turn = null;
      taken.end(message);
    }
    stops += 1;
    const mine = stops;
    await untilTurn();
    // Its hook has given up, and a later one asks.
    if (mine !== stops) return { answer: 'pass' };
    const next = deliver();
    return next === null ? { answer: 'pass', says: resting() ?? WAITS } : block(next.prompt, next.says, most_blocks);
  };

  /** From the last record, once for each: nothing but the session's own stop is measured. */
  const judgeTask = async (): Promise<SessionAnswer> => {
    if (turn === null || turn.unmet.length === 0 || isTaskAnswered) return { answer: 'pass' };
    const { phase, unmet, isChanged } = turn;
    if (await isChanged()) return { answer: 'pass' };
    isTaskAnswered = true;
    return { answer: 'block', prompt: describeOpen(phase, unmet) };
  };

  const answer = async (question: SessionQuestion): Promise<SessionAnswer> => {
    if (question.event === 'show') {
      await untilTurn();
      const prompt = question.deliver ? deliver()?.prompt : turn?.prompts.none;
      return { answer: 'pass', ...optionally('context', prompt), ...optionally('says', resting() ?? undefined) };
    }
    const match = binding.match(question);
    if (match === null)
      return question.event === 'begin'
        ? { answer: 'pass', says: 'dualgate: another session works on the run of this folder. This one is not held.' }
        : { answer: 'pass' };
    // The context of a new session has no prompt, even if `session start` printed one: only a claim shows that it has.
    const isClaim = question.event === 'stop' && turn?.readWord(question.message ?? said ?? '') === 'counts';
    if (match === 'another' || (match === 'first' && !isClaim)) [known, isDelivered] = [null, false];
    switch (question.event) {
      case 'stop':
        return stop(question);
      case 'said':
        said = question.message;
        return { answer: 'pass' };
      case 'prompt': {
        if (question.text !== '' && question.text === sent) return { answer: 'pass' };
        blocks = 0;
        if (question.deliver) await Promise.race([untilTurn(), wait(PROMPT_MS, undefined, { ref: false })]);
        const given = question.deliver && !isDelivered ? deliver() : null;
        if (question.attended) talk.asked();
        return { answer: 'pass', ...optionally('context', given?.prompt) };
      }
      case 'begin':
        known = null;
        return { answer: 'pass', ...optionally('context', deliver()?.prompt) };
      case 'write': {
        const reason = question.paths.map(judgeWrite).find((each) => each !== null) ?? null;
        return reason === null ? { answer: 'pass' } : { answer: 'deny', reason };
      }
      case 'task':
        return judgeTask();
    }
  };

  return {
    listen: async (channels) => {
      if (channels === null)
        throw new ChannelError(
          'unusable',
          'Cannot run in a session: there is no folder for its socket. Set XDG_RUNTIME_DIR to a short path of your own.',
        );
      server = await serveLines({
        path: channels.sessionSocket,
        maxBytes: MAX_QUESTION_BYTES,
        answer: async (line) => {
          const question = readQuestion(line);
          return JSON.stringify(question === null ? { answer: 'pass' } : await answer(question));
        },
      });
    },
    take: async ({ signal, ...asked }) => {
      signal.throwIfAborted();
      return new Promise<string>((resolve, reject) => {
        // A socket keeps no process alive, and nothing else happens in a turn.
        const alive = setInterval(() => {
          // No hook will ask any more.
          if (!existsSync(folder)) reject(new FaultError(`Cannot continue ${run}: ${folder} is gone.`));
        }, LOOK_MS);
        const onAbort = (): void => {
          clearInterval(alive);
          turn = null;
          reject(signal.reason);
        };
        signal.addEventListener('abort', onAbort, { once: true });
        const end = (message: string): void => {
          clearInterval(alive);
          signal.removeEventListener('abort', onAbort);
          resolve(message);
        };
        turn = { ...asked, signal, end };
        [isDelivered, resting, isTaskAnswered] = [false, () => null, false];
        wakeAll();
      });
    },
    rest: (says) => {
      resting = says;
      wakeAll();
    },
    close: async (end) => {
      const over = describeEnd(end);
      resting = () => over;
      wakeAll();
      // Those who were asleep get their answer first.
      await new Promise((resolve) => setImmediate(resolve));
      await server?.close();
      const ending = end?.ending ?? null;
      if (ending?.status === 'completed' || ending?.status === 'aborted') removeSessionNote(run, process.env);
      else if (ending !== null) writeSessionNote({ ...binding.note(), stopped: over }, process.env);
    },
  };
};

const optionally = <K extends 'context' | 'says'>(key: K, value: string | undefined): { readonly [P in K]?: string } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed key widens to `string`
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: string };
