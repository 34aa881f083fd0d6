/**
 * The file of `--output`: the result of a command, instead of stdout. An agent usually works in that folder. A link of
 * the agent could make the operator, who is in no sandbox, replace any of their files with text of the agent.
 */
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { isWithin } from '../../base/files/folders.ts';
import { locateWorkspace } from '../../project/config/find-config.ts';
import { plain } from '../render/paint.ts';
import type { CommandIo } from './io.ts';
import { adviseSystem, readErrorCode } from '../../base/text/describe-cause.ts';
import { FaultError } from '../../records/run-error.ts';
import { UsageError } from '../command.ts';

/** The same as an interrupted run (rule 4.9). */
const INTERRUPTED = 3;

/** @param act - rejects when the signal aborts and its processes have ended @returns an exit code */
export const untilInterrupted = async (
  io: Pick<CommandIo, 'onInterrupt' | 'complain'>,
  act: (signal: AbortSignal) => Promise<number>,
): Promise<number> => {
  const stop = new AbortController();
  io.onInterrupt(() => stop.abort());
  try {
    return await act(stop.signal);
  } catch (error) {
    if (!stop.signal.aborted) throw error;
    io.complain('Interrupted. Every process that was started has ended.');
    return INTERRUPTED;
  }
};

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/**
 * @returns its absolute path
 * @throws {UsageError} when it is a link, or no place to write to
 * @throws {FaultError} when the system fails, with what to do
 */
export const writeOut = ({ cwd }: Pick<CommandIo, 'cwd'>, out: string, content: string): string => {
  const path = resolve(cwd, out);
  try {
    write(path, content);
  } catch (error) {
    const code = readErrorCode(error);
    if (!(error instanceof Error) || code === '') throw error;
    if (code === 'ELOOP') throw new UsageError(`${out} is a link to another file. Remove it, or name that file`);
    const says = `Cannot write ${path}: ${error.message.replace(/, \w+(?: '.*')?$/, '')}`;
    const advice = ADVICE[code];
    if (advice !== undefined) throw new UsageError(`${says}. ${advice}`);
    throw new FaultError(`${says}. ${adviseSystem(code) ?? 'Fix that, or give another file'}.`, { cause: error });
  }
  return path;
};

/**
 * The same, and says where the file is one that a run counts: such a file of a person is no other than one of the agent.
 *
 * @throws as `writeOut`
 */
export const writeBeside = async (
  io: Pick<CommandIo, 'cwd' | 'complain'>,
  out: string,
  content: string,
): Promise<string> => {
  const path = writeOut(io, out, content);
  if (isWithin(locateWorkspace(io), path) && (await isUntracked(path)))
    io.complain(
      `${plain(out)} is in the work tree, and git does not ignore it: a run takes it for a source, and one with commits does not start over it. Move, ignore or commit it before the next run.`,
    );
  return path;
};

const isUntracked = async (path: string): Promise<boolean> => {
  const { readGit } = await import('../../project/sources/git.ts');
  const ask = ['ls-files', '--others', '--exclude-standard', '--', `:(literal)${basename(path)}`];
  return readGit(dirname(path), ask).then(
    (found) => found !== '',
    () => false,
  );
};

const write = (path: string, content: string): void => {
  // `/dev/stdout` is a link, and the system's own.
  const follow = /^\/(?:dev|proc)\//.test(path) ? 0 : O_NOFOLLOW;
  const descriptor = openSync(path, O_WRONLY | O_CREAT | O_TRUNC | follow, 0o666);
  try {
    writeFileSync(descriptor, content);
  } finally {
    closeSync(descriptor);
  }
};

/** A file of the command line that cannot be written is no failure of the system. */
const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'Make its folder first, or give another file',
  ENOTDIR: 'Make its folder first, or give another file',
  EISDIR: 'It is a folder: give the name of a file in it',
  EACCES: 'Fix the permissions, or give another file',
  EPERM: 'Fix the permissions, or give another file',
  EROFS: 'Give another file, in a folder that is writable',
};
