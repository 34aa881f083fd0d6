import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runTests } from '../../../src/runners/run-tests.ts';
import { readPage } from '../../docs/pages.ts';
import { aFolder } from '../../evidence/a-repository.ts';

const hasPerl = spawnSync('perl', ['-MTest::More', '-e', '1']).status === 0;
const PAGE = 'docs/how-to/test-runners-other-languages.md';
const script = /```perl\n([\s\S]*?)```/.exec(readPage(PAGE).text)?.[1] ?? '';

/** The suite of several files, run as the page says. */
const runFiles = async (files: Readonly<Record<string, string>>) => {
  const workspace = await aFolder();
  mkdirSync(join(workspace, 't'));
  writeFileSync(join(workspace, 't/all.pl'), script);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(workspace, 't', name), text);
  const run = await runTests(
    { command: ['perl', 't/all.pl'], runner: 'tap', timeoutMs: 60_000 },
    { workspace, reportFolder: join(workspace, 'report'), env: {} },
  );
  return { ...run, states: run.tests.map(({ name, state }) => `${state}: ${name}`) };
};

describe.skipIf(!hasPerl)('several files of Perl, run as the page says (needs perl)', () => {
  test('are one whole report, with skipped and todo tests and files', async () => {
    const run = await runFiles({
      'a.t': "use Test::More; ok(1, 'adds'); subtest sum => sub { ok(1, 'of two') }; done_testing;",
      'b.t': "use Test::More; TODO: { local $TODO = 'x'; ok(0, 'later') } SKIP: { skip 'no disk', 1 } done_testing;",
      'c.t': "use Test::More; plan skip_all => 'no network';",
    });
    expect(run).toMatchObject({ exit_code: 0, report_complete: true, problems: [], unhandled_errors: [] });
    expect(run.states).toEqual([
      'passed: t/a.t > adds',
      'passed: t/a.t > sum > of two',
      'skipped: t/b.t > later',
      'skipped: t/b.t > no disk',
      'skipped: t/c.t',
    ]);
  });

  test('are not green when a test fails, and not complete when a file dies', async () => {
    const fails = await runFiles({ 'a.t': "use Test::More; ok(0, 'adds'); done_testing;" });
    expect(fails).toMatchObject({ exit_code: 1, report_complete: true, states: ['failed: t/a.t > adds'] });
    const dies = await runFiles({ 'a.t': "use Test::More tests => 2; ok(1, 'adds'); die 'no';" });
    expect(dies).toMatchObject({ exit_code: 1, report_complete: false });
    expect(dies.states).toEqual(['passed: t/a.t > adds', 'failed: t/a.t']);
  });

  test('need it: prove prints several streams, which are no whole report', async () => {
    const workspace = await aFolder();
    mkdirSync(join(workspace, 't'));
    for (const name of ['a', 'b'])
      writeFileSync(join(workspace, `t/${name}.t`), "use Test::More tests => 1; ok(1, 'adds');");
    expect(execFileSync('prove', ['t'], { cwd: workspace, encoding: 'utf8' })).toContain('Result: PASS');
    const { report_complete, problems } = await runTests(
      { command: ['prove', '-v', 't'], runner: 'tap', timeoutMs: 60_000 },
      { workspace, reportFolder: join(workspace, 'report'), env: {} },
    );
    expect([report_complete, problems.includes('the TAP stream has two plans')]).toEqual([false, true]);
  });
});
