import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RUNNER_NAMES } from '../../src/runners/runners.ts';
import { makeProject, runIn, WHOLE, withoutTimes } from './project.ts';

describe('a test run', { timeout: 180_000 }, () => {
  test('reads TAP from standard output, with live counts, and keeps the streams apart', async () => {
    const workspace = await makeProject({
      'suite.mjs': `console.error('to stderr'); console.log('TAP version 14\\n1..2\\nok 1 - a\\nnot ok 2 - b'); process.exitCode = 1;`,
    });
    const output = { stdout: join(workspace, '../out.txt'), stderr: join(workspace, '../err.txt') };
    const counts: unknown[] = [];
    const run = await runIn(
      workspace,
      { command: ['node', 'suite.mjs'], runner: 'tap' },
      { output, onTest: (_test, now) => counts.push(now) },
    );
    expect(withoutTimes(run)).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [
        { file: '', name: 'a', state: 'passed' },
        { file: '', name: 'b', state: 'failed', message: '' },
      ],
    });
    expect(counts).toEqual([
      { suite_passing: 1, suite_failing: 0, suite_skipped: 0 },
      { suite_passing: 1, suite_failing: 1, suite_skipped: 0 },
    ]);
    expect(await readFile(output.stderr, 'utf8')).toBe('to stderr\n');
    expect(await readFile(output.stdout, 'utf8')).toContain('ok 1 - a');
  });

  test.each(RUNNER_NAMES)('of a missing command is a value, not an error (%s)', async (runner) => {
    const run = await runIn(await makeProject({}), { command: ['no-such-program-anywhere', 'run'], runner });
    expect([run.ended, run.exit_code, run.report_fresh, run.report_complete, run.tests]).toEqual([
      'missing',
      null,
      false,
      false,
      [],
    ]);
    expect(run.problems[0]).toMatch(/^the test command could not be started: no-such-program-anywhere was not found/);
  });

  test('of a program that is no test runner is neither fresh nor complete, even with exit code 0', async () => {
    const run = await runIn(await makeProject({}), { command: ['node', '-e', '0'], runner: 'node' });
    expect([run.exit_code, run.report_fresh, run.report_complete]).toEqual([0, false, false]);
    const tap = await runIn(await makeProject({}), { command: ['node', '-e', '0'], runner: 'tap' });
    expect([tap.exit_code, tap.report_fresh, tap.report_complete]).toEqual([0, false, false]);
  });

  test('leaves no report behind that a later run could find', async () => {
    const workspace = await makeProject({ 'a.test.mjs': `import { test } from 'node:test'; test('adds', () => {});` });
    await runIn(workspace, { command: ['node', '--test'], runner: 'node' });
    expect(await readdir(join(workspace, '../reports'))).toEqual([]);
  });

  test('names files relative to a workspace that is reached by a link', async () => {
    const workspace = await makeProject({
      'test/a.test.mjs': `import { test } from 'node:test'; test('adds', () => {});`,
    });
    const link = join(workspace, '../link');
    await symlink(workspace, link);
    await mkdir(join(workspace, '../reports'));
    const run = await runIn(link, { command: ['node', '--test'], runner: 'node' });
    expect(run.tests).toEqual([{ file: 'test/a.test.mjs', name: 'adds', state: 'passed' }]);
  });
});
