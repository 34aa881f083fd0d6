/** `--detach`: the same command in a process with a session of its own, without a terminal, and with a log. */
import { spawn } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Config } from '../project/config/config.ts';
import { PRIVATE_FILE } from '../base/files/folders.ts';
import { ownCommand } from '../base/processes/watchdog.ts';
import { createStateFolder, runFolders } from '../records/run-folders.ts';
import { quoteWord } from '../base/text/quote-text.ts';
import { text, type Values, UsageError } from './command.ts';
import { type CommandIo, EXIT } from './terminal/io.ts';
import { findHolder, type Holder } from './show-session.ts';

/** With a reason for each. */
const REFUSED: Readonly<Record<string, string>> = {
  'dry-run': 'it starts no run',
  'force-complete': 'it starts no run',
  json: 'the output goes to a log. For events, use dualgate status --watch --json',
  'agent-output': 'the output goes to a log. See the transcripts in .dualgate/runs',
  ask: 'nobody can answer',
  inspect: 'its address would only be in the log. Use dualgate inspect',
  'inspect-stately': 'its address would only be in the log',
};

/** For a work tree with a setup, the lock comes later. */
const PATIENCE_MS = 10_000;
/** A run that cannot start ends within this time, and its message is shown. */
const EARLY_MS = 2_000;
const PAUSE_MS = 50;
const LAST_LINES = 40;

/** Before anything starts. @throws {UsageError} for options that need a terminal, or start no run */
export const checkDetach = (values: Values): void => {
  if (values['detach'] !== true) return;
  const other = Object.keys(REFUSED).find((name) => values[name] !== undefined);
  if (other !== undefined) throw new UsageError(`Option '--detach' cannot be used with --${other}: ${REFUSED[other]}`);
};

interface Detached {
  readonly command: 'run' | 'resume' | 'session-loop';
  readonly operands?: readonly string[];
  /** Config of this checkout. */
  readonly config: Config;
}

/** @returns 0 when the run is active; the exit code of a run that ended at once */
export const detach = async (
  { command, operands = [], config }: Detached,
  values: Values,
  io: CommandIo,
): Promise<number> => {
  const log = openLog(config);
  const [program, ...words] = ownCommand(command, ...operands, ...writeOptions(values));
  const child = spawn(program, words, {
    cwd: io.cwd,
    // Names the program that a shell started; there, a nohup has an effect on nothing.
    env: { ...process.env, _: undefined },
    detached: true,
    stdio: ['ignore', log.file, log.file],
  });
  closeSync(log.file);
  const ended = new Promise<number>((resolve) => {
    child.once('exit', (code) => resolve(code ?? EXIT.broken));
    child.once('error', (error) => {
      io.complain(`Cannot start a process: ${error.message}.`);
      resolve(EXIT.broken);
    });
  });
  const over = new AbortController();
  const early = ended.finally(() => over.abort());
  const holder = await untilHeld(config, child.pid, over.signal);
  const code = await Promise.race([early, wait(EARLY_MS, null, { ref: false })]);
  if (code !== null) {
    io.complain(readEnd(log.path));
    return code;
  }
  child.unref();
  const options = text(values, 'config') === undefined ? '' : ` --config ${quoteWord(text(values, 'config') ?? '')}`;
  for (const line of [
    `${holder === null ? 'The run' : holder.run} is active in the background: process ${child.pid}.`,
    `Log:          ${log.path}`,
    `Watch it:     dualgate status --watch${options}`,
    `End it:       dualgate stop${options}         (after this iteration)`,
    `End it now:   dualgate stop --now${options}`,
  ])
    io.print(line);
  return EXIT.ok;
};

/** The same options again. */
const writeOptions = (values: Values): readonly string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    if (name === 'detach' || value === undefined || value === false) return [];
    return [value === true ? `--${name}` : `--${name}=${value}`];
  });

/** Only for its user, and never through a link of the agent. */
const openLog = (config: Config): { readonly path: string; readonly file: number } => {
  const folders = runFolders(config.folder, 'none');
  createStateFolder(folders);
  const at = new Date()
    .toISOString()
    .replaceAll(/[-:]|\..*/g, '')
    .replace('T', '-');
  const path = join(folders.state, `detached-${at}.log`);
  const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;
  return { path, file: openSync(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, PRIVATE_FILE) };
};

/** Resolves when the process works on a run, or has ended; `null` also if it does not for a while. */
const untilHeld = async (config: Config, pid: number | undefined, over: AbortSignal): Promise<Holder | null> => {
  const until = performance.now() + PATIENCE_MS;
  while (!over.aborted && performance.now() < until) {
    const holder = await findHolder(config);
    if (holder?.pid === pid) return holder;
    await wait(PAUSE_MS);
  }
  return null;
};

const readEnd = (path: string): string =>
  readFileSync(path, 'utf8').trimEnd().split('\n').slice(-LAST_LINES).join('\n');
