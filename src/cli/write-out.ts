/**
 * The file of `--out`. It lies where an agent works, as a rule: a link that the agent put there would let the operator, whom no sandbox
 * holds, write over any file of theirs, and with words of the agent.
 *
 * @module
 */
import { closeSync, constants, openSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CommandIo } from './io.ts';
import { UsageError } from './usage-error.ts';

const { O_CREAT, O_NOFOLLOW, O_TRUNC, O_WRONLY } = constants;

/** @returns its absolute path @throws {UsageError} when it is a link @throws as the system does */
export const writeOut = ({ cwd }: Pick<CommandIo, 'cwd'>, out: string, content: string): string => {
  const path = resolve(cwd, out);
  const descriptor = open(path, out);
  try {
    writeFileSync(descriptor, content);
  } finally {
    closeSync(descriptor);
  }
  return path;
};

const open = (path: string, out: string): number => {
  // `/dev/stdout` is a link, and the system's own.
  const follow = /^\/(?:dev|proc)\//.test(path) ? 0 : O_NOFOLLOW;
  try {
    return openSync(path, O_WRONLY | O_CREAT | O_TRUNC | follow, 0o666);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ELOOP')) throw error;
    throw new UsageError(`${out} is a link, and leads elsewhere: remove it, or name the file that it leads to`);
  }
};
