import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withBuild } from '../../../src/runners/build/build-before.ts';
import type { TestRun } from '../../../src/runners/test-run.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';

const GREEN: TestRun = {
  started_at: '2026-01-02T03:04:05.678Z',
  ms: 5,
  exit_code: 0,
  ended: 'exited',
  report_fresh: true,
  report_complete: true,
  tests: [{ file: 'a.js', name: 'a', state: 'passed' }],
  load_failures: [],
  unhandled_errors: [],
  problems: [],
};

const MAKES_ONE = 'require("fs").mkdirSync("dist",{recursive:true});require("fs").writeFileSync("dist/one.js","1")';

const build = async (script: string, suite: (folder: string) => void = () => {}, makes = ['dist/**']) => {
  const folder = await aFolder();
  await write(folder, { 'dist/old.js': 'old' });
  let ran = false;
  const run = await withBuild(
    { command: [process.execPath, '-e', script], makes, timeoutMs: 20_000 },
    { workspace: folder, reportFolder: folder, env: {} },
    async () => {
      ran = true;
      suite(folder);
      return GREEN;
    },
  );
  return { folder, ran, run };
};

test('a build removes what an earlier one made, and its result is with the test run', async () => {
  const { folder, run } = await build(MAKES_ONE);
  expect(existsSync(join(folder, 'dist/old.js'))).toBe(false);
  expect(run).toMatchObject({ report_complete: true, problems: [], build: { files: 1 } });
  expect(run.ms).toBe(5 + (run.build?.ms ?? Number.NaN));
  expect((await build(MAKES_ONE)).run.build?.fingerprint).toBe(run.build?.fingerprint);
});

test.each([
  ['fails', 'console.log("no such name"); process.exit(3)', /^the build before the tests failed: .*\(exit code 3\)$/],
  ['makes nothing', '0', /^the build before the tests made no file of dist\/\*\* \(tests\.before\.makes\)/],
])('a build that %s: no suite runs, and the run is not complete', async (_, script, problem) => {
  const { ran, run } = await build(script);
  expect(ran).toBe(false);
  expect(run).toMatchObject({ report_fresh: false, report_complete: false, tests: [] });
  expect(run.exit_code).not.toBe(0);
  expect(run.problems).toEqual([expect.stringMatching(problem)]);
});

test('a built file that changes while the tests run is no complete result; one that is rewritten as it was is', async () => {
  const write = (text: string) => (folder: string) => writeFileSync(join(folder, 'dist/one.js'), text);
  expect((await build(MAKES_ONE, write('2'))).run).toMatchObject({
    report_complete: false,
    problems: ['dist/one.js was changed after the build, while the tests ran'],
  });
  expect((await build(MAKES_ONE, write('1'))).run).toMatchObject({ report_complete: true, problems: [] });
});

test('a program that does not exist is a failed build', async () => {
  const folder = await aFolder();
  const run = await withBuild(
    { command: ['./nothing'], makes: ['dist/**'], timeoutMs: 1_000 },
    { workspace: folder, reportFolder: folder, env: {} },
    () => Promise.resolve(GREEN),
  );
  expect(run).toMatchObject({ ended: 'missing', exit_code: null, report_complete: false });
});
