/** One turn of an agent that is a function of the program that started the run, with the outcomes of any other agent. */
import { writeFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { Turn, TurnUsage } from '../../gates/iteration.ts';
import { PRIVATE_FILE } from '../base/files/folders.ts';
import type { CommandSignal } from '../signals/command/command-signal.ts';
import { boundError, boundExtract } from './bound-extract.ts';
import { describeCause } from '../base/text/describe-cause.ts';

export interface AgentTurn {
  readonly run: string;
  readonly phase: string;
  /** Position in the phase, from 1. */
  readonly iteration: number;
  /** The whole prompt, with the nonce that a status block has to repeat. */
  readonly prompt: string;
  /** Absolute: the folder to work in. */
  readonly workspace: string;
  /** For programs that it starts: they are ended with the turn, and can run the signal command. */
  readonly env: Readonly<Record<string, string>>;
  /** Aborts when the turn is over: by its time limit, or by an interrupt. */
  readonly signal: AbortSignal;
}

export interface AgentAnswer {
  /** The agent's message; a status block in it counts. */
  readonly text: string;
  /** The exit signal of this turn, beside or instead of a status block. */
  readonly signal?: boolean;
  readonly usage?: TurnUsage;
}

export type AgentFunction = (turn: AgentTurn) => Promise<AgentAnswer>;

interface FunctionTurnOptions {
  /** Milliseconds until the turn is over. */
  readonly timeoutMs: number;
  /** Milliseconds that the function then has to end. */
  readonly graceMs: number;
  readonly transcript: { readonly stdout: string; readonly stderr: string };
  readonly signal: AbortSignal;
}

interface FunctionTurnTaken {
  readonly turn: Turn;
  /** Empty unless it ended well: a turn that failed has no exit signal (rule 3.2). */
  readonly text: string;
  readonly words: readonly CommandSignal[];
}

const MAX_TIMER_MS = 2_147_483_647;

/** Never rejects for anything that the function does. */
export const takeFunctionTurn = async (
  agent: AgentFunction,
  asked: Omit<AgentTurn, 'signal'>,
  { timeoutMs, graceMs, transcript, signal }: FunctionTurnOptions,
): Promise<FunctionTurnTaken> => {
  const began = performance.now();
  const over = new AbortController();
  const limit = new AbortController();
  const end = (turn: Omit<Turn, 'ms'>, text = '', words: readonly CommandSignal[] = []): FunctionTurnTaken => ({
    turn: { ...turn, ms: Math.round(performance.now() - began) },
    text,
    words,
  });
  const answered = Promise.resolve()
    .then(() => agent({ ...asked, signal: over.signal }))
    .then((answer) => ({ answer: readAnswer(answer) }))
    .catch((error: unknown) => ({ error }));
  const cancelled = new Promise<'cancelled'>((resolve) => {
    signal.addEventListener('abort', () => resolve('cancelled'), { once: true, signal: limit.signal });
    if (signal.aborted) resolve('cancelled');
  });
  const timedOut = wait(Math.min(timeoutMs, MAX_TIMER_MS), 'timed_out' as const, { signal: limit.signal });
  timedOut.catch(() => {});
  const way = await Promise.race([answered, cancelled, timedOut]);
  limit.abort();
  over.abort();
  if (typeof way === 'string') {
    const grace = new AbortController();
    await Promise.race([answered, wait(graceMs, null, { signal: grace.signal }).catch(() => null)]);
    grace.abort();
    await writeFile(transcript.stdout, '', { mode: PRIVATE_FILE });
    return way === 'timed_out'
      ? end({ outcome: 'timed_out', exit_code: null, which: 'wall' })
      : end({ outcome: 'crashed', exit_code: null });
  }
  if ('error' in way) {
    await writeFile(transcript.stdout, '', { mode: PRIVATE_FILE });
    await writeFile(transcript.stderr, `${stackOf(way.error)}\n`, { mode: PRIVATE_FILE });
    const message = describeCause(way.error);
    return end({ outcome: 'crashed', exit_code: null, error: boundError({ kind: 'other', message, resets_at: null }) });
  }
  const { text, signal: word, usage = null } = way.answer;
  await writeFile(transcript.stdout, text, { mode: PRIVATE_FILE });
  const outcome = text.trim() === '' && word === undefined ? 'empty' : 'ok';
  const extracted = boundExtract({ said: text, usage, denials: [], session: null, error: null });
  return end({ outcome, exit_code: 0, ...extracted }, text, wordsOf(word));
};

const wordsOf = (signal: boolean | undefined): readonly CommandSignal[] =>
  signal === undefined
    ? []
    : [{ word: signal ? 'exit' : 'hold', reason: 'the answer of the agent function', refactoring_complete: signal }];

/** @throws for an answer of another type: the turn then counts as crashed */
const readAnswer = (answer: unknown): AgentAnswer => {
  const { text, signal, usage }: Partial<Record<keyof AgentAnswer, unknown>> = Object(answer);
  if (typeof text !== 'string') throw new Error('The agent function has to answer { text }, and text has to be a text');
  if (signal !== undefined && typeof signal !== 'boolean')
    throw new Error('The agent function answered a signal that is neither true nor false');
  return {
    text,
    ...(signal === undefined ? {} : { signal }),
    ...(usage === undefined ? {} : { usage: readUsage(usage) }),
  };
};

const readUsage = (usage: unknown): TurnUsage => {
  const { input_tokens, output_tokens, cost_usd }: Partial<Record<keyof TurnUsage, unknown>> = Object(usage);
  const amount = (value: unknown): number => (typeof value === 'number' ? value : 0);
  return {
    input_tokens: amount(input_tokens),
    output_tokens: amount(output_tokens),
    cost_usd: typeof cost_usd === 'number' ? cost_usd : null,
  };
};

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
