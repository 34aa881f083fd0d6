import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { explainBroken } from '../../../src/runners/why-no-test/why-no-test.ts';
import type { RunnerName } from '../../../src/runners/runners.ts';
import { runTests } from '../../../src/runners/run-tests.ts';
import { findUntested } from '../../../src/runners/why-no-test/node-causes.ts';

/** A workspace in which this package is installed, with a program that ends at once. */
const install = async (name: string, version: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const place = join(folder, 'node_modules', name);
  await mkdir(place, { recursive: true });
  await mkdir(join(folder, 'packages', 'a'), { recursive: true });
  await writeFile(join(place, 'package.json'), JSON.stringify({ name, version }));
  await writeFile(join(folder, 'mocha.js'), 'process.exitCode = 1;');
  return folder;
};

describe('a version of a runner', () => {
  test.each<[RunnerName, string, string, string | null]>([
    ['mocha', 'mocha', '9.2.2', 'mocha 9.2.2 is older than the versions that dualgate was tested with (10 to 12)'],
    ['mocha', 'mocha', '10.8.2', null],
    ['mocha', 'mocha', '12.0.3', null],
    [
      'vitest',
      'vitest',
      '6.0.0-beta.1',
      'vitest 6.0.0-beta.1 is newer than the versions that dualgate was tested with (3 to 5)',
    ],
    ['ava', 'ava', '7.0.0', 'ava 7.0.0 is newer than the versions that dualgate was tested with (6)'],
    ['playwright', '@playwright/test', '1.65.1', null],
  ])('is compared with those that were tested: %s of %s %s', async (runner, name, version, says) => {
    const folder = await install(name, version);
    expect(findUntested(runner, join(folder, 'packages', 'a'))).toBe(says);
  });

  test('that is not installed says nothing', async () => {
    expect(findUntested('mocha', await install('jest', '30.0.0'))).toBe(null);
  });

  test('that was not tested is the cause of a report that cannot be read, and the way out is another runner', async () => {
    const folder = await install('mocha', '13.0.0');
    const suite = { command: ['node', 'mocha.js'], runner: 'mocha', timeoutMs: 30_000 } as const;
    const run = await runTests(suite, { workspace: folder, reportFolder: join(folder, 'reports'), env: {} });
    const says = 'mocha 13.0.0 is newer than the versions that dualgate was tested with (10 to 12)';
    expect([run.report_complete, run.problems[0]]).toEqual([false, says]);
    const placed = { ...suite, name: 'suite 1', folder: '', report: null };
    expect(explainBroken(run, [placed], { workspace: folder, isBroken: () => true })).toEqual({
      says: `${says} (exit code 1)`,
      fix: 'Install one of these, or set runner: tap or junit with a reporter of the runner itself.',
    });
  });
});
