import { watch } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { MANY, whySkipped } from '../find-tool.ts';
import { makeProject, runIn, WHOLE } from '../project.ts';
import { COMMAND, UNEXPLAINED, hasPytest, runFiles } from '../pytest-project.ts';
import { inTurn, pickOne } from '../../pick-some.ts';

const slow = inTurn(4, test);

describe.skipIf(!hasPytest)(
  `a run of pytest${whySkipped(hasPytest, 'python3 -m pytest')}`,
  { timeout: 180_000 },
  () => {
    slow('tells of passing, failing, skipped and expected failures by file and name', async () => {
      const run = await runFiles({
        'tests/test_sum.py': `import pytest, sys
def test_adds(): assert 1 + 1 == 2
def test_fails(): assert 1 + 1 == 3, 'not three'
@pytest.mark.skip(reason='later')
def test_later(): pass
def test_skips_itself(): pytest.skip('not here')
@pytest.mark.xfail
def test_expected_to_fail(): assert False
@pytest.mark.xfail
def test_passes_against_expectation(): pass
@pytest.mark.xfail(strict=True)
def test_must_fail(): pass
@pytest.mark.parametrize('a', ['x::y', 'ä[0]'])
def test_each(a): pass
class TestGroup:
    def test_inside(self): pass
@pytest.fixture
def broken():
    yield 1
    raise ValueError('in the teardown')
def test_with_a_broken_fixture(broken): pass
`,
      });
      const file = 'tests/test_sum.py';
      expect(run).toEqual({
        ...WHOLE,
        exit_code: 1,
        tests: [
          { file, name: 'test_adds', state: 'passed' },
          {
            file,
            name: 'test_fails',
            state: 'failed',
            message: `AssertionError: not three\nassert (1 + 1) == 3\n${file}:3`,
            failure: 'assertion',
          },
          { file, name: 'test_later', state: 'skipped' },
          { file, name: 'test_skips_itself', state: 'skipped' },
          { file, name: 'test_expected_to_fail', state: 'skipped' },
          { file, name: 'test_passes_against_expectation', state: 'skipped' },
          { file, name: 'test_must_fail', state: 'failed', message: '[XPASS(strict)]' },
          { file, name: 'test_each[x::y]', state: 'passed' },
          { file, name: 'test_each[\\xe4[0]]', state: 'passed' },
          { file, name: 'TestGroup > test_inside', state: 'passed' },
          {
            file,
            name: 'test_with_a_broken_fixture',
            state: 'failed',
            message: `teardown: ValueError: in the teardown\n${file}:20`,
          },
        ],
      });
    });

    slow('reports what -k, -m or --deselect leave out as skipped', async () => {
      const run = await runFiles({ 'test_a.py': 'def test_one(): pass\ndef test_two(): pass\n' }, '-k', 'one');
      expect(run.tests.map(({ name, state }) => `${state}: ${name}`).sort()).toEqual([
        'passed: test_one',
        'skipped: test_two',
      ]);
    });

    slow('counts a file that does not load, and one that skips itself as a whole', async () => {
      const run = await runFiles({
        'test_broken.py': 'from nowhere import nothing\ndef test_a(): pass\n',
        'test_off.py': `import pytest\npytest.skip('not here', allow_module_level=True)\ndef test_a(): pass\n`,
        'test_fine.py': 'def test_b(): pass\n',
      });
      expect(run).toEqual({
        ...WHOLE,
        exit_code: 2,
        tests: [{ file: 'test_off.py', name: '(the whole file)', state: 'skipped' }],
        load_failures: [{ file: 'test_broken.py', message: expect.stringContaining("No module named 'nowhere'") }],
      });
    });

    slow('fails a test whose subtests fail', async () => {
      const run = await runFiles({
        'test_sub.py': `import unittest
class TestParts(unittest.TestCase):
    def test_all(self):
        for i in range(3):
            with self.subTest(i=i): self.assertNotEqual(i, 1)
`,
      });
      expect(run.tests.map(({ name, state }) => `${state}: ${name}`)).toEqual(['failed: TestParts > test_all']);
      expect([run.report_complete, run.exit_code]).toEqual([true, 1]);
    });

    slow('has an unhandled error when a thread breaks outside of any test', async () => {
      const run = await runFiles({
        'test_thread.py': `import threading
def test_starts_a_thread():
    thread = threading.Thread(target=lambda: 1 / 0)
    thread.start()
    thread.join()
`,
      });
      expect([run.exit_code, run.tests.map(({ state }) => state), run.unhandled_errors]).toEqual([
        0,
        ['passed'],
        [expect.stringContaining('ZeroDivisionError')],
      ]);
    });

    slow('has an unhandled error when pytest says no and names no failure', async () => {
      const run = await runFiles({
        'test_a.py': 'def test_a(): pass\n',
        'conftest.py': 'def pytest_sessionfinish(session): session.exitstatus = 1\n',
      });
      expect([run.exit_code, run.unhandled_errors]).toEqual([1, [UNEXPLAINED(1)]]);
    });

    slow('that is left after its last test by another exit code is not explained, and not green', async () => {
      const run = await runFiles({
        'test_a.py': 'import atexit, os\natexit.register(lambda: os._exit(3))\ndef test_a(): pass\n',
      });
      expect([run.exit_code, run.report_complete]).toEqual([3, true]);
      expect(run.unhandled_errors).toEqual([UNEXPLAINED(3)]);
    });

    const ENDS = [
      ['os._exit(0)', 'os._exit(0)', 0],
      ['a signal', 'os.kill(os.getpid(), 9)', null],
    ] as const;
    test.each(pickOne(ENDS))(
      'that a test ends by %s has no end, and is not complete',
      async (_how, code, exit_code) => {
        const run = await runFiles({ 'test_a.py': `import os\ndef test_a(): pass\ndef test_b(): ${code}\n` });
        expect([run.exit_code, run.report_complete, run.tests.length, run.problems.at(-1)]).toEqual([
          exit_code,
          false,
          1,
          'the report has no end: the test runner was killed or exited early',
        ]);
      },
    );

    const CUTS = [
      [
        'pytest.exit with 0',
        `import pytest\ndef test_a(): pytest.exit('enough', returncode=0)\ndef test_b(): pass\n`,
        [],
      ],
      ['-x', 'def test_a(): assert 0\ndef test_b(): pass\n', ['-x']],
      ['an interrupt', 'def test_a(): raise KeyboardInterrupt\ndef test_b(): pass\n', []],
    ] as const;
    test.each(pickOne(CUTS))('that is cut short by %s is not complete', async (_how, text, more) => {
      const run = await runFiles({ 'test_a.py': text }, ...more);
      expect(run.report_complete).toBe(false);
      expect(run.problems[0]).toMatch(/^the test test_a.py::test_[ab] was collected and never ran/);
    });

    slow('that hangs is ended by the time limit', async () => {
      const workspace = await makeProject({ 'test_a.py': 'import time\ndef test_a(): time.sleep(600)\n' });
      const run = await runIn(workspace, { command: COMMAND, runner: 'pytest', timeoutMs: 3_000 });
      expect([run.ended, run.exit_code, run.report_complete]).toEqual(['timed_out', null, false]);
    });

    slow('of no tests, or of a file that is not there yet, is a whole report of nothing', async () => {
      expect(await runFiles({})).toEqual({ ...WHOLE, exit_code: 5 });
      expect(await runFiles({}, 'tests/test_later.py')).toEqual({ ...WHOLE, exit_code: 4 });
    });

    slow('of no tests is the same behind a program that has an exit code of its own, as make has', async () => {
      const script = `${COMMAND.join(' ')} || exit 2\n`;
      const run = async (files: Readonly<Record<string, string>>) =>
        runIn(await makeProject({ 'suite.sh': script, ...files }), { command: ['sh', 'suite.sh'], runner: 'pytest' });
      expect(await run({})).toMatchObject({ ...WHOLE, exit_code: 2 });
      const broken = await run({ 'conftest.py': "def pytest_collection(session): raise RuntimeError('boom')\n" });
      expect(broken.unhandled_errors).toEqual([expect.stringContaining('boom')]);
      const { problems } = await run({ 'suite.sh': 'echo no tests ran; exit 2\n' });
      expect(problems).toContainEqual(expect.stringContaining('exited with code 2 without running a test'));
    });

    slow('reports a test while the next one still waits', async () => {
      const workspace = await makeProject({
        'test_slow.py': `import os, time
def test_first(): pass
def test_waits_until_the_first_was_told_of():
    while not os.path.exists('told'): time.sleep(0.02)
`,
      });
      const told: string[] = [];
      const run = await runIn(
        workspace,
        { command: COMMAND, runner: 'pytest', timeoutMs: 50_000 },
        {
          onTest: ({ name }, counts) => {
            told.push(`${name}: ${counts.suite_passing}`);
            void writeFile(join(workspace, 'told'), '');
          },
        },
      );
      expect([run.ended, told]).toEqual(['exited', ['test_first: 1', 'test_waits_until_the_first_was_told_of: 2']]);
    });

    slow('ends at once when it is cancelled', async () => {
      const workspace = await makeProject({
        'test_a.py': `import time\nopen('started', 'w').close()\ndef test_a(): time.sleep(600)\n`,
      });
      const cancel = new AbortController();
      const watcher = watch(workspace, (_event, name) => {
        if (name === 'started') cancel.abort();
      });
      const run = await runIn(workspace, { command: COMMAND, runner: 'pytest' }, { signal: cancel.signal });
      watcher.close();
      expect([run.ended, run.report_complete]).toEqual(['cancelled', false]);
    });

    slow(
      'works behind a script, keeps PYTHONPATH and PYTEST_ADDOPTS of the config, and writes nothing beside its plugin',
      async () => {
        const workspace = await makeProject(
          {
            'lib/helper.py': 'VALUE = 1\n',
            'test_a.py': `import os, helper
def test_a(pytestconfig):
    assert pytestconfig.option.verbose == 2
    assert (os.environ['PYTHONPATH'], os.environ['PYTEST_ADDOPTS']) == ('lib', '-vv')
def test_b(): pass
`,
            'package.json': `{"scripts":{"test":"${COMMAND.join(' ')}"}}`,
          },
          'a folder with blanks',
        );
        const env = { PYTHONPATH: 'lib', PYTEST_ADDOPTS: '-vv' };
        const run = await runIn(workspace, { command: ['npm', 'test'], runner: 'pytest' }, { env });
        expect([run.problems, run.tests.map(({ state }) => state)]).toEqual([[], ['passed', 'passed']]);
        expect(await readdir(resolve(import.meta.dirname, '../../../src/runners/pytest/python'))).toEqual([
          'dualgate_examples.py',
          'dualgate_failure.py',
          'dualgate_report_file.py',
          'dualgate_reporter.py',
          'dualgate_tamper.py',
        ]);
      },
    );

    test(`of ${MANY} tests is counted whole`, { timeout: 240_000 }, async () => {
      const files = {
        'test_many.py': `import pytest\n@pytest.mark.parametrize('n', range(${MANY}))\ndef test_each(n): pass\n`,
      };
      const workspace = await makeProject(files);
      const run = await runIn(workspace, { command: COMMAND, runner: 'pytest', timeoutMs: 230_000 });
      expect([run.report_complete, run.tests.length]).toEqual([true, MANY]);
    });
  },
);
