/**
 * An agent that needs no model: a program like any other agent that plays turns from a file. It keeps no state between
 * turns: phase and iteration select the turn, even after a resume or a crash.
 *
 * @module
 */
import { readFile } from 'node:fs/promises';
import type { Readable, Writable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { playTurn } from './play-turn.ts';
import { readScript } from './read-script.ts';
import { type Refuse, ScriptError } from './script-error.ts';
import type { Script, ScriptedTurn } from './script-schema.ts';
import { describeCause } from '../../text/describe-cause.ts';

/** A turn to be played. */
interface ScriptedTurnOptions {
  /** Path of the script. */
  readonly script: string;
  /** Absolute: the folder for files and programs. */
  readonly workspace: string;
  /** Holds DUALGATE_PHASE, DUALGATE_ITERATION and, where one was issued, DUALGATE_NONCE. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The prompt; read only when the turn quotes it. */
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** @default the clock of the machine */
  readonly now?: () => Date;
}

/**
 * Plays the turn of this phase and iteration and returns the exit code. Without such a turn it prints that and signals nothing.
 *
 * @throws {ScriptError} when the script cannot be read or played
 */
export const playScriptedTurn = async (options: ScriptedTurnOptions): Promise<number> => {
  const { script: path, env, now = () => new Date() } = options;
  const { DUALGATE_PHASE: phase = '', DUALGATE_ITERATION: iteration = '', DUALGATE_NONCE: nonce = null } = env;
  const refuse: Refuse = (message, cause) => new ScriptError([{ path, line: null, column: null, message }], { cause });
  const refuseTurn: Refuse = (problem, cause) => refuse(`in the turn for ${phase} ${iteration}: ${problem}`, cause);
  const say = (words: string) => write(options.stdout, words);

  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw refuse(`it cannot be read: ${describeCause(cause)}`, cause);
  });
  const turn = chooseTurn(readScript(text, path), phase, Number(iteration));
  if (turn === null) {
    await say(`My script has no turn for ${phase} ${iteration}. I do nothing and signal nothing.\n`);
    return 0;
  }
  const prompt = turn.quote_prompt === true ? await readText(options.stdin) : '';
  const circumstances = { phase, iteration: Number(iteration), nonce, prompt, now: now().toISOString() };
  try {
    return await playTurn(turn, circumstances, { workspace: options.workspace, env, say, refuse: refuseTurn });
  } catch (error) {
    throw error instanceof ScriptError ? error : refuseTurn(describeCause(error), error);
  }
};

const write = (stream: Writable, words: string): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.write(words, (error) => (error ? reject(error) : resolve()));
  });

/** The turn of this iteration, else the phase's turn for all others. */
const chooseTurn = ({ turns }: Script, phase: string, iteration: number): ScriptedTurn | null => {
  const ofPhase = turns.filter((turn) => turn.phase === phase);
  const exact = ofPhase.find((turn) => turn.iteration === iteration);
  return exact ?? ofPhase.find((turn) => turn.iteration === undefined) ?? null;
};
