/** Tiny real projects in temporary folders, and test runs of them. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { runTests, type TestRunOptions, type TestSuite } from '../../src/runners/run-tests.ts';
import type { TestRun } from '../../src/runners/test-run.ts';

const OUR_MODULES = resolve(import.meta.dirname, '../../node_modules');

/** Makes a project of the given files, in which the programs of `modules` (ours) are found; removed after the test. */
export const makeProject = async (
  files: Readonly<Record<string, string>>,
  name = 'project',
  modules = OUR_MODULES,
): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const workspace = join(folder, name);
  await mkdir(workspace);
  await symlink(modules, join(workspace, 'node_modules'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(workspace, path)), { recursive: true });
    await writeFile(join(workspace, path), text);
  }
  return workspace;
};

/** Runs the tests of a project; the report is kept beside the workspace. */
export const runIn = (
  workspace: string,
  suite: Pick<TestSuite, 'command' | 'runner'> & Partial<TestSuite>,
  options: Partial<TestRunOptions> = {},
): Promise<TestRun> =>
  runTests(
    { timeoutMs: 30_000, ...suite },
    { workspace, reportFolder: join(workspace, '../reports'), env: {}, ...options },
  );

/** A test run without what differs from one time to the next. */
export const withoutTimes = ({
  started_at: _startedAt,
  ms: _ms,
  ...rest
}: TestRun): Omit<TestRun, 'started_at' | 'ms'> => rest;

/** A run that ended well and was reported whole: a test states only the differences. */
export const WHOLE: Omit<TestRun, 'started_at' | 'ms'> = {
  exit_code: 0,
  ended: 'exited',
  report_fresh: true,
  report_complete: true,
  tests: [],
  load_failures: [],
  unhandled_errors: [],
  problems: [],
};
