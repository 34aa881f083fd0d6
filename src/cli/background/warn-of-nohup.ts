/**
 * A run under `nohup` is not kept from SIGHUP: Node restores every ignored signal when it starts. The ignoring can only be
 * seen around this process.
 *
 * @module
 */
import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import type { CommandIo } from '../terminal/io.ts';

/** Says so, if a closed terminal would end the run against all expectation. */
export const warnOfNohup = ({ env, complain }: Pick<CommandIo, 'env' | 'complain'>): void => {
  if (isStartedByNohup(env['_']) || isOutputOfNohup() || isIgnoredBy(process.ppid))
    complain(
      'nohup has no effect on dualgate: a closed terminal ends the run after its iteration. Use --detach instead.',
    );
};

/** Shells name the program that they start. */
const isStartedByNohup = (started = ''): boolean => basename(started) === 'nohup';

/** The name that nohup gives to the output of a terminal. */
const isOutputOfNohup = (): boolean => {
  try {
    return basename(readlinkSync('/proc/self/fd/1')) === 'nohup.out';
  } catch {
    return false;
  }
};

/** A script under nohup. The first process of the system is no shell. */
const isIgnoredBy = (pid: number): boolean => {
  if (pid <= 1) return false;
  try {
    // A mask in hexadecimal, its lowest bit signal 1: SIGHUP.
    const [, mask = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
};
