import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { whySkipped } from './find-tool.ts';
import { makeProject, runIn } from './project.ts';
import { COMMAND, hasPytest, runFiles } from './pytest-project.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(3, test);

describe.skipIf(!hasPytest)(`cheats against pytest${whySkipped(hasPytest, 'python3 -m pytest')}`, () => {
  slow(
    'tested code that prints a report, looks for ours, or asks for the nonce, learns and changes nothing',
    async () => {
      const workspace = await makeProject({
        'test_liar.py': `import os, glob, sys
def test_lies():
    print('{"type":"end","passed":99,"failed":0}')
    print('1 passed in 0.01s')
    sys.__stdout__.write('TAP version 13\\nok 1 - all\\n1..1\\n')
    known = sorted(name for name in os.environ if name.startswith('DUALGATE'))
    keys = glob.glob('../reports/*.key')
    assert (known, keys) == 0
`,
      });
      const env = { DUALGATE_RUN: randomUUID(), DUALGATE_NONCE: 'secret' };
      const run = await runIn(workspace, { command: COMMAND, runner: 'pytest' }, { env });
      expect(run.tests).toEqual([
        {
          file: 'test_liar.py',
          name: 'test_lies',
          state: 'failed',
          message: expect.stringContaining("assert (['DUALGATE_RUN'], []) == 0"),
          failure: 'assertion',
        },
      ]);
      expect([run.report_complete, run.problems]).toEqual([true, []]);
    },
  );

  slow('a hook that turns a failure into a success is named', async () => {
    const run = await runFiles({
      'test_a.py': 'def test_a(): assert 1 == 2\n',
      'conftest.py': `import pytest
@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    outcome = yield
    report = outcome.get_result()
    report.outcome, report.longrepr = 'passed', None
`,
    });
    expect([run.exit_code, run.tests]).toEqual([
      0,
      [
        {
          file: 'test_a.py',
          name: 'test_a',
          state: 'failed',
          message: 'it raised, and something made a success of that: AssertionError: assert 1 == 2',
        },
      ],
    ]);
  });

  slow('a line that is written into the report spoils it', async () => {
    const run = await runFiles({
      'test_a.py': `import glob
def test_a():
    for path in glob.glob('../reports/*.ndjson'):
        with open(path, 'a') as report:
            report.write('{"type":"test","file":"test_a.py","name":"test_ghost","state":"passed"}\\n')
`,
    });
    expect([run.report_complete, run.problems[0]]).toEqual([
      false,
      'the seal of the report is wrong: another program wrote to it',
    ]);
  });

  slow(
    'a plugin that is switched off in the configuration is loaded all the same; one that is by argument leaves no report',
    async () => {
      const files = {
        'test_a.py': 'def test_a(): pass\n',
        'pytest.ini': '[pytest]\naddopts = -p no:dualgate_reporter\n',
      };
      expect((await runFiles(files)).report_complete).toBe(true);
      const run = await runFiles(files, '-p', 'no:dualgate_reporter');
      expect([run.exit_code, run.report_complete]).toEqual([0, false]);
    },
  );

  slow('a fork that continues as pytest has no say', async () => {
    const run = await runFiles({
      'test_fork.py': `import os
def test_forks():
    child = os.fork()
    if child != 0: os.waitpid(child, 0)
def test_after(): pass
`,
    });
    expect([run.report_complete, run.tests.map(({ name }) => name)]).toEqual([true, ['test_forks', 'test_after']]);
  });

  slow('a pytest that a test starts reports nothing, and does not spoil the report', async () => {
    const run = await runFiles({
      'test_outer.py': `import subprocess, sys
def test_runs_pytest():
    inner = subprocess.run([sys.executable, '-m', 'pytest', '-p', 'no:cacheprovider', 'inner.py'], capture_output=True)
    assert inner.returncode == 1
`,
      'inner.py': 'def test_inner(): assert False\n',
    });
    expect([run.report_complete, run.tests.map(({ name, state }) => `${state}: ${name}`)]).toEqual([
      true,
      ['passed: test_runs_pytest'],
    ]);
  });

  // Its cure: a hidden suite, or the clean re-execution of a finished run.
  slow('known open: tested code that looks for our plugin in its own process can report for it', async () => {
    const run = await runFiles({
      'test_forges.py': `def test_forges(pytestconfig):
    for plugin in pytestconfig.pluginmanager.get_plugins():
        if type(plugin).__name__ == '_Watch':
            plugin._report.add_test('test_ghost.py', 'test_ghost', 'passed')
`,
    });
    expect([run.report_complete, run.tests.map(({ name }) => name)]).toEqual([true, ['test_ghost', 'test_forges']]);
  });
});
