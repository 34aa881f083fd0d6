/**
 * The runners of other languages that this machine has. A suite of one that is missing is skipped, by name; `.ci/run`
 * installs them all, and counts a skipped test as failed.
 */
import { spawnSync } from 'node:child_process';

/** Whether the command leaves with 0. */
export const canRun = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { stdio: 'ignore', timeout: 20_000 }).status === 0;

/** To be put behind the name of a suite. */
export const whySkipped = (isThere: boolean, program: string): string =>
  isThere ? '' : ` (skipped: ${program} is not on this machine)`;

/** How many tests a large suite has: few by default, 10,000 in `npm run check:full`. */
export const MANY = Number(process.env['DUALGATE_TRIALS'] ?? 500);
