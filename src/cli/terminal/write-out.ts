/**
 * The file of `--out`: what a command would print, written there instead. It lies where an agent works, as a rule: a link that the agent
 * put there would let the operator, whom no sandbox holds, write over any file of theirs, and with words of the agent.
 *
 * @module
 */
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { RunError } from '../../records/run-error.ts';
import type { CommandIo } from './io.ts';
import { UsageError } from '../usage-error.ts';

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/**
 * @returns its absolute path
 * @throws {UsageError} when it is a link
 * @throws {RunError} when the system refuses, with what to do
 */
export const writeOut = ({ cwd }: Pick<CommandIo, 'cwd'>, out: string, content: string): string => {
  const path = resolve(cwd, out);
  try {
    write(path, content);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && typeof error.code === 'string')) throw error;
    if (error.code === 'ELOOP')
      throw new UsageError(`${out} is a link, and leads elsewhere: remove it, or name the file that it leads to`);
    const advice = ADVICE[error.code] ?? 'Mend that, or give another --out';
    throw new RunError(`Cannot write ${path}: ${error.message}. ${advice}.`, { cause: error });
  }
  return path;
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

const ADVICE: Readonly<Record<string, string>> = {
  ENOENT: 'Make its folder first, or give another --out',
  ENOTDIR: 'Make its folder first, or give another --out',
  EISDIR: 'It is a folder: give --out the name of a file in it',
  EACCES: 'Mend the permissions, or give another --out',
  EPERM: 'Mend the permissions, or give another --out',
  EROFS: 'Give another --out, where files can be written',
  ENOSPC: 'Make room on the disk',
  EDQUOT: 'Make room on the disk',
};
