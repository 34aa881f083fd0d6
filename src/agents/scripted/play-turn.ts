/**
 * Plays one turn of a script, in the order of a real turn: read, wait, change files, start programs, print.
 *
 * @module
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { runProcess } from '../../processes/run-process.ts';
import { NATIVE } from '../../systems/dialects.ts';
import { writeBlock } from '../../systems/systems.ts';
import type { Refuse } from './script-error.ts';
import type { ScriptedTurn } from './script-schema.ts';
import { lstat, mkdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { describeCause } from '../../text/describe-cause.ts';

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

/**
 * Plays the turn and returns the exit code.
 *
 * @throws {ScriptError} when a file cannot be changed as written or a program cannot be started
 */
export const playTurn = async (turn: ScriptedTurn, circumstances: Circumstances, stage: Stage): Promise<number> => {
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
 * Changes files of a workspace as a turn of a script says, and nothing outside it, not even through a link.
 *
 * Writes, then edits, then deletes.
 *
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
  if (isWithin(resolve(workspace), path) && (real === root || isWithin(root, real))) return path;
  throw refuse(`cannot touch ${file}: it is not inside the workspace`);
};

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

const isWithin = (folder: string, path: string): boolean => {
  const way = relative(folder, path);
  return path !== '' && way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
};
