/**
 * The table of test runners.
 *
 * @module
 */
import { nodeRunner } from './node.runner.ts';
import type { Runner, RunnerName } from './runner.ts';
import { tapRunner } from './tap.runner.ts';
import { vitestRunner } from './vitest.runner.ts';

export const RUNNERS: Readonly<Record<RunnerName, Runner>> = {
  vitest: vitestRunner,
  node: nodeRunner,
  tap: tapRunner,
};

/** In the order of the table. */
export const RUNNER_NAMES = ['vitest', 'node', 'tap'] as const satisfies readonly RunnerName[];
