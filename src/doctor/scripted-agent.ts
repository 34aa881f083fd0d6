/** An agent without a model, which plays turns from a file. It keeps no state: phase and iteration select the turn. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { text as readText } from 'node:stream/consumers';
import { runProcess } from '../base/processes/run-process.ts';
import { writeBlock, NATIVE } from '../signals/systems/dialects.ts';
import { type Refuse, type ScriptedTurn, readScript, ScriptError, type Script } from './read-script.ts';
import { isWithin } from '../base/files/folders.ts';
import { describeCause } from '../base/text/describe-cause.ts';

/** The workspace and the environment of the turn. */
interface Stage {
  /** Absolute. */
  readonly workspace: string;
  /** Environment of the programs that the turn starts. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly say: (text: string) => Promise<void>;
  readonly refuse: Refuse;
}

/** The time limit of a started program. */
const LONGEST_MS = 24 * 3_600_000;

/** @returns the exit code @throws {ScriptError} when a file cannot be changed as written or a program cannot start */
const playTurn = async (turn: ScriptedTurn, circumstances: Circumstances, stage: Stage): Promise<number> => {
  if (turn.wait !== undefined) await wait(turn.wait);
  await changeFiles(stage.workspace, turn, stage.refuse);
  if (turn.run !== undefined) await run(turn.run, stage);
  if (turn.leave_running !== undefined) await leaveRunning(turn.leave_running, stage);
  const words = speech(turn, circumstances);
  if (words !== '') await stage.say(words);
  return turn.exit_code ?? 0;
};

/** Its exit code does not matter. */
const run = async (command: readonly string[], { workspace, env, refuse }: Stage): Promise<void> => {
  const { problem } = await runProcess({ command, cwd: workspace, env, timeoutMs: LONGEST_MS, marker: null });
  if (problem !== undefined) throw refuse(`cannot run ${command.join(' ')}: ${problem}`);
};

/** Leaves a process running as agents do with their tools: detached, in its own session. */
const leaveRunning = async (
  [program = '', ...args]: readonly string[],
  { workspace, env, refuse }: Stage,
): Promise<void> => {
  const left = spawn(program, args, { cwd: workspace, env: { ...env }, detached: true, stdio: 'ignore' });
  try {
    await once(left, 'spawn');
  } catch (error) {
    const problem = describeCause(error);
    throw refuse(`cannot leave ${program} running: ${problem}`, error);
  }
  left.unref();
};

/** The prompt of the agent, and the time at which it prints. */
interface Circumstances {
  readonly phase: string;
  /** From 1. */
  readonly iteration: number;
  /** `null`: none was issued. */
  readonly nonce: string | null;
  readonly prompt: string;
  /** ISO 8601. */
  readonly now: string;
}

/** The text for stdout; empty if the turn prints nothing. */
const speech = (turn: ScriptedTurn, circumstances: Circumstances): string =>
  [
    turn.quote_prompt === true ? circumstances.prompt : '',
    fillIn(turn.say ?? '', turn, circumstances),
    turn.signal === undefined ? '' : blockOf(turn, circumstances),
  ]
    .filter((part) => part !== '')
    .map((part) => (part.endsWith('\n') ? part : `${part}\n`))
    .join('\n');

/** One pass, so that inserted text is not expanded again. */
const fillIn = (say: string, turn: ScriptedTurn, circumstances: Circumstances): string =>
  say.replaceAll(/\{\{(nonce|phase|iteration|block)\}\}/g, (_match, name: string) => {
    if (name === 'block') return blockOf(turn, circumstances).trimEnd();
    if (name === 'nonce') return turn.nonce ?? circumstances.nonce ?? '';
    return name === 'phase' ? circumstances.phase : String(circumstances.iteration);
  });

const blockOf = (turn: ScriptedTurn, { phase, iteration, nonce, now }: Circumstances): string =>
  writeBlock(turn.dialect ?? NATIVE, {
    phase,
    iteration,
    nonce: turn.nonce ?? nonce,
    now,
    isDone: turn.signal ?? true,
    refactoringComplete: turn.refactoring_complete ?? false,
    workPhase: turn.work_phase,
  });

type Locate = (file: string) => Promise<string>;

/**
 * Writes, then edits, then deletes; nothing outside of the workspace, not even through a link.
 * @throws {ScriptError} when a path leads out of the workspace, or a text to be replaced is not there exactly once
 */
const changeFiles = async (workspace: string, turn: ScriptedTurn, refuse: Refuse): Promise<void> => {
  const locate: Locate = (file) => locateInside(workspace, file, refuse);
  for (const [file, content] of Object.entries(turn.write ?? {})) {
    const path = await locate(file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
  for (const { file, find, replace } of turn.edit ?? [])
    await editFile(await locate(file), { file, find, replace }, refuse);
  for (const file of turn.delete ?? []) await rm(await locate(file), { recursive: true, force: true });
};

const editFile = async (
  path: string,
  { file, find, replace }: NonNullable<ScriptedTurn['edit']>[number],
  refuse: Refuse,
): Promise<void> => {
  const [before, after, ...more] = (await readFile(path, 'utf8')).split(find);
  if (before === undefined || after === undefined || more.length > 0) {
    const count = after === undefined ? 'not at all' : `${more.length + 1} times`;
    throw refuse(`cannot edit ${file}: ${JSON.stringify(find)} must occur once (it occurs ${count})`);
  }
  await writeFile(path, before + replace + after);
};

/** The absolute path, unless it or a folder on its way is a link out of the workspace. */
const locateInside = async (workspace: string, file: string, refuse: Refuse): Promise<string> => {
  const path = resolve(workspace, file);
  let existing = path;
  while (!(await exists(existing))) existing = dirname(existing);
  // Empty for a broken link: writing would follow it.
  const real = await realpath(existing).catch(() => '');
  const root = await realpath(workspace);
  if (isBelow(resolve(workspace), path) && (real === root || isBelow(root, real))) return path;
  throw refuse(`cannot touch ${file}: it is not inside the workspace`);
};

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const isBelow = (folder: string, path: string): boolean => path !== '' && path !== folder && isWithin(folder, path);

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
 * @returns the exit code; without such a turn it prints that and signals nothing
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
