import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestRun } from '../../../src/runners/test-run.ts';
import { canRun, whySkipped } from '../find-tool.ts';
import { makeProject, runIn, WHOLE, withoutTimes } from '../project.ts';

const hasPytest = canRun('python3', '-m', 'pytest', '--version');
const states = ({ tests }: Pick<TestRun, 'tests'>): readonly string[] =>
  tests.map(({ name, state }) => `${state}: ${name}`);
const aSuite = (tests: string, sums: string): string =>
  `<?xml version="1.0"?><testsuite name="s" ${sums}>${tests}</testsuite>`;
const GREEN = aSuite('<testcase classname="A" name="adds"/>', 'tests="1" failures="0"');
/** A runner that writes what it is told. */
const WRITER = `import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
const [code, ...files] = process.argv.slice(2);
for (let i = 0; i < files.length; i += 2) { mkdirSync(dirname(files[i]), { recursive: true }); writeFileSync(files[i], files[i + 1]); }
process.exitCode = Number(code);`;
const write = (code: number, ...files: readonly string[]): readonly string[] => [
  'node',
  'write.mjs',
  String(code),
  ...files,
];
const runWriter = async (command: readonly string[], report: string | null = null): Promise<TestRun> =>
  runIn(await makeProject({ 'write.mjs': WRITER }), { command, runner: 'junit', report });

describe('a run that reports by JUnit XML', { timeout: 180_000 }, () => {
  test('of vitest is read with names, files and messages', async () => {
    const workspace = await makeProject({
      'a.test.ts': `import { describe, expect, test } from 'vitest';
describe('sum', () => { test('adds', () => {}); test('fails', () => expect(1).toBe(2)); test.skip('later', () => {}); test.todo('never'); });`,
    });
    const command = ['npx', 'vitest', 'run', '--reporter=junit', '--outputFile={report}'];
    const run = await runIn(workspace, { command, runner: 'junit' });
    expect(withoutTimes(run)).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [
        { file: '', name: 'a.test.ts > sum > adds', state: 'passed' },
        {
          file: '',
          name: 'a.test.ts > sum > fails',
          state: 'failed',
          message: expect.stringContaining('expected 1 to be 2'),
          failure: 'assertion',
        },
        { file: '', name: 'a.test.ts > sum > later', state: 'skipped' },
        { file: '', name: 'a.test.ts > sum > never', state: 'skipped' },
      ],
    });
    expect(await readdir(join(workspace, '../reports'))).toEqual([]);
  });

  test('of node:test is read with tests in suites', async () => {
    const workspace = await makeProject({
      'a.test.mjs': `import { describe, test } from 'node:test';
describe('sum', () => { test('adds', () => {}); test('fails', () => { throw new Error('no'); }); test('later', { skip: true }, () => {}); });`,
    });
    const command = ['node', '--test', '--test-reporter=junit', '--test-reporter-destination={report}'];
    const run = await runIn(workspace, { command, runner: 'junit' });
    const ofClass = (name: string) => [`passed: ${name} > adds`, `failed: ${name} > fails`, `skipped: ${name} > later`];
    expect([run.problems, run.exit_code]).toEqual([[], 1]);
    // The class of a test is the suite, or the word "test": by the version of Node.
    expect([ofClass('test'), ofClass('sum')]).toContainEqual(states(run));
  });

  test.skipIf(!hasPytest)(
    `of pytest is read, also with failures in teardown${whySkipped(hasPytest, 'pytest')}`,
    async () => {
      const workspace = await makeProject({
        'test_a.py': `import pytest
def test_adds(): pass
def test_fails(): assert 1 == 2
@pytest.mark.skip
def test_later(): pass
@pytest.fixture
def broken():
    yield
    assert False
def test_twice(broken): assert False
`,
      });
      const command = ['python3', '-m', 'pytest', '--junitxml={report}'];
      const run = await runIn(workspace, { command, runner: 'junit' });
      expect([run.problems, run.exit_code, states(run)]).toEqual([
        [],
        1,
        [
          'passed: test_a > test_adds',
          'failed: test_a > test_fails',
          'skipped: test_a > test_later',
          'failed: test_a > test_twice',
          ...(run.tests.length > 4 ? ['failed: test_a > test_twice'] : []),
        ],
      ]);
    },
  );

  test('counts an error like a failure, and a test that passed when it was run again as failed', async () => {
    const cases =
      '<testcase name="a"><failure message="got 1 &lt; 2">at line 3</failure></testcase><testcase name="b"><error>broke</error></testcase>' +
      '<testcase name="c"><flakyFailure message="once"/></testcase><testcase name="d"><skipped/></testcase><testcase name="e" status="notrun"/>';
    const run = await runWriter(write(1, '{report}', aSuite(cases, 'tests="5" failures="1" errors="1" skipped="1"')));
    expect(withoutTimes(run)).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [
        { file: '', name: 's > a', state: 'failed', message: 'got 1 < 2\nat line 3' },
        { file: '', name: 's > b', state: 'failed', message: 'broke' },
        {
          file: '',
          name: 's > c',
          state: 'failed',
          message: 'flaky: it failed, and passed when it was run again\nonce',
        },
        { file: '', name: 's > d', state: 'skipped' },
        { file: '', name: 's > e', state: 'skipped' },
      ],
    });
  });

  test('adds up every file that a glob names, below folders that git ignores too', async () => {
    const run = await runWriter(
      write(0, 'one/target/TEST-a.xml', GREEN, 'two/target/TEST-b.xml', GREEN, 'two/target/other.txt', 'x'),
      '**/target/TEST-*.xml',
    );
    expect([run.report_complete, run.tests.length]).toEqual([true, 2]);
  });

  test('reads why a batch of Ant was lost, from the file beside its reports, and never an old one', async () => {
    const lost = aSuite(
      '<testcase classname="Batch-With-Multiple-Tests" name="b"><error message="Forked Java VM exited abnormally."/></testcase>',
      'tests="1" errors="1"><properties><property name="ant.version" value="1.10"/></properties',
    );
    const told = await runWriter(write(1, 'r/TEST-a.xml', GREEN, 'r/IGNORETHIS.xml', lost), 'r/TEST-*.xml');
    expect([states(told), told.unhandled_errors]).toEqual([
      ['passed: A > adds'],
      ['Batch-With-Multiple-Tests > b: Forked Java VM exited abnormally.'],
    ]);
    const workspace = await makeProject({ 'write.mjs': WRITER, 'r/IGNORETHIS.xml': lost });
    const later = await runIn(workspace, {
      command: write(0, 'r/TEST-a.xml', GREEN),
      runner: 'junit',
      report: 'r/*.xml',
    });
    expect([later.unhandled_errors, later.problems]).toEqual([[], []]);
  });

  test('never reads what was there before, however new it looks', async () => {
    const workspace = await makeProject({ 'write.mjs': WRITER, 'build/TEST-old.xml': GREEN, 'build/keep.txt': 'x' });
    const run = await runIn(workspace, { command: write(0), runner: 'junit', report: 'build/TEST-*.xml' });
    expect(withoutTimes(run)).toEqual({
      ...WHOLE,
      report_fresh: false,
      report_complete: false,
      problems: ['the test run wrote no report to build/TEST-*.xml'],
    });
    expect(await readdir(join(workspace, 'build'))).toEqual(['keep.txt']);
  });

  test('does not follow a link to a report, and does not remove what it leads to', async () => {
    const workspace = await makeProject({ 'write.mjs': WRITER });
    const elsewhere = join(workspace, '../elsewhere');
    await mkdir(elsewhere);
    await writeFile(join(elsewhere, 'TEST-old.xml'), GREEN);
    await symlink(elsewhere, join(workspace, 'build'));
    await mkdir(join(workspace, 'out'));
    await symlink(join(elsewhere, 'TEST-old.xml'), join(workspace, 'out/TEST-old.xml'));
    for (const report of ['build/*.xml', 'out/*.xml', 'out/TEST-old.xml']) {
      const run = await runIn(workspace, { command: write(0), runner: 'junit', report });
      expect([run.report_fresh, run.tests]).toEqual([false, []]);
    }
    expect(await readdir(elsewhere)).toEqual(['TEST-old.xml']);
  });

  test('that says no and names no failure has an unhandled error', async () => {
    const run = await runWriter(write(2, '{report}', GREEN));
    expect([run.report_complete, run.unhandled_errors]).toEqual([
      true,
      ['the test run exited with code 2, but its report contains no failure'],
    ]);
  });

  test('that prints a report instead of writing one has none', async () => {
    const run = await runWriter(['node', '-e', `console.log(${JSON.stringify(GREEN)})`]);
    expect([run.exit_code, run.report_fresh, run.report_complete]).toEqual([0, false, false]);
  });

  test.each<[string, string, string]>([
    ['is empty', '', 'it is empty'],
    ['is cut off', GREEN.slice(0, -5), 'it is not well-formed XML (Unclosed root tag'],
    ['is no XML', '1 passed', 'it is not well-formed XML (Non-whitespace before first tag.'],
    ['is other XML', '<html/>', 'it is not JUnit XML (got <html>)'],
    [
      'continues after its end, as cmocka writes two groups into one file',
      `${GREEN}<testsuite/>`,
      'it has a second <testsuite> after its end: let the tool write each group of tests to a file of its own',
    ],
    [
      'brings entities of its own',
      `<!DOCTYPE t [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><testsuite name="&b;"/>`,
      'it has a document type, which is not allowed',
    ],
    [
      'names an entity that is not there',
      '<testsuite name="&lol;"/>',
      'it is not well-formed XML (Invalid character entity',
    ],
    [
      'has fewer tests than it says',
      GREEN.replace('tests="1"', 'tests="2"'),
      'the suite s claims 2 tests and contains 1',
    ],
    [
      'gives a failure that no test has',
      GREEN.replace('failures="0"', 'failures="1"'),
      'the suite s claims 1 failures and contains 0',
    ],
    [
      'has a failure that it does not give',
      aSuite('<testcase name="a"><failure/></testcase>', 'tests="1" failures="0"'),
      'the suite s claims 0 failures and contains 1',
    ],
    [
      'gives a sum that is no number',
      GREEN.replace('tests="1"', 'tests="one"'),
      'the suite s claims NaN tests and contains 1',
    ],
    [
      'is nested without end',
      '<testsuite>'.repeat(200) + '</testsuite>'.repeat(200),
      'it is nested more than 100 levels deep',
    ],
  ])('whose file %s is not complete', async (_how, text, problem) => {
    const run = await runWriter(write(0, '{report}', text));
    expect([run.report_complete, run.problems.length > 0 && run.problems[0]]).toEqual([
      false,
      expect.stringContaining(problem),
    ]);
  });

  // Its cure: a hidden suite, or the clean re-execution of a finished run.
  test('known open: tested code that writes the report itself and leaves', async () => {
    const run = await runWriter(write(0, 'build/TEST-forged.xml', GREEN), 'build/TEST-*.xml');
    expect([run.report_complete, states(run)]).toEqual([true, ['passed: A > adds']]);
  });
});
