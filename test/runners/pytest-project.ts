/** Tiny projects of pytest. */
import type { TestRun } from '../../src/runners/test-run.ts';
import { canRun } from './find-tool.ts';
import { makeProject, runIn, withoutTimes } from './project.ts';

export const COMMAND = ['python3', '-m', 'pytest', '-p', 'no:cacheprovider'];
export const hasPytest = canRun('python3', '-m', 'pytest', '--version');

export const UNEXPLAINED = (code: number) =>
  `the test run exited with code ${code}, but its report contains no failure`;

export const runFiles = async (
  files: Readonly<Record<string, string>>,
  ...more: readonly string[]
): Promise<Omit<TestRun, 'started_at' | 'ms'>> =>
  withoutTimes(await runIn(await makeProject(files), { command: [...COMMAND, ...more], runner: 'pytest' }));
