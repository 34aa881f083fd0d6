import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { coverCriteria } from '../../../src/evidence/cover-criteria.ts';
import { canRun } from '../find-tool.ts';
import { makeProject, runIn, WHOLE, withoutTimes } from '../project.ts';
import { COMMAND, hasPytest } from '../pytest-project.ts';

/** Plugins that are no part of pytest, where `.ci/tools` puts them. */
const PLUGINS = join(process.env['DUALGATE_RUNNERS'] ?? '', 'python/usr/lib/python3/dist-packages');
const hasPlugins = process.env['DUALGATE_RUNNERS'] !== undefined && existsSync(join(PLUGINS, 'xdist'));
const hasSubtests = canRun('python3', '-c', 'from _pytest.subtests import Subtests');
const isThere = hasPytest && hasPlugins;
const why = isThere ? '' : ' (skipped: pytest-xdist is not in the folder DUALGATE_RUNNERS)';

const runWith = async (path: string, files: Readonly<Record<string, string>>, ...more: readonly string[]) => {
  const env = { PYTHONPATH: path };
  return withoutTimes(
    await runIn(await makeProject(files), { command: [...COMMAND, ...more], runner: 'pytest' }, { env }),
  );
};

describe.skipIf(!isThere)(`a run of pytest-xdist${why}`, { timeout: 120_000 }, () => {
  test('counts a test that ends its worker as failed', async () => {
    const file = 'test_x.py';
    const text = 'import os\ndef test_crash(): os._exit(1)\ndef test_ok(): pass\n';
    const run = await runWith(PLUGINS, { [file]: text }, '-n', '2');
    expect({ ...run, tests: run.tests.toSorted((a, b) => a.name.localeCompare(b.name)) }).toEqual({
      ...WHOLE,
      exit_code: 1,
      tests: [
        { file, name: 'test_crash', state: 'failed', message: expect.stringContaining('crashed while running') },
        { file, name: 'test_ok', state: 'passed' },
      ],
    });
  });

  test('is complete when every test that the workers collected has ended, and not before', async () => {
    const tests = Array.from({ length: 9 }, (_each, i) => `def test_ok${i}(): pass\n`).join('');
    const whole = await runWith(PLUGINS, { 'test_x.py': tests }, '-n', '2');
    expect([whole.report_complete, whole.tests.length]).toEqual([true, 9]);
    const cut = await runWith(PLUGINS, { 'test_x.py': `def test_fails(): assert 0\n${tests}` }, '-n', '2', '-x');
    expect([cut.report_complete, cut.problems]).toEqual([
      false,
      [expect.stringMatching(/^the test test_x\.py::test_ok\d was collected and never ran/)],
    ]);
  });
});

describe.skipIf(!isThere && !hasSubtests)(`subtests of pytest${why}`, { timeout: 120_000 }, () => {
  test('never hide that their test is skipped, failed or expected to fail', async () => {
    const parent = (name: string, body: string, mark = ''): string =>
      `${mark}def test_ac_${name}(subtests):\n    with subtests.test("a"): pass\n    ${body}\n`;
    const text = [
      'import pytest',
      parent('1', 'pytest.skip("later")'),
      parent('2', 'assert 0'),
      parent('3', 'assert 0', '@pytest.mark.xfail\n'),
      parent('4', 'with subtests.test("b"): pytest.skip("later")'),
      parent('5', 'with subtests.test("b"): assert 0'),
      parent('6', 'pass'),
    ].join('\n');
    const run = await runWith(hasSubtests ? '' : PLUGINS, { 'test_s.py': text }, '-p', 'no:xdist');
    expect(run.tests.map(({ name, state }) => `${name}: ${state}`)).toEqual([
      'test_ac_1: skipped',
      'test_ac_2: failed',
      'test_ac_3: skipped',
      'test_ac_4: skipped',
      'test_ac_5: failed',
      'test_ac_6: passed',
    ]);
    const ids = ['AC-1', 'AC-2', 'AC-3', 'AC-4', 'AC-5', 'AC-6'];
    expect(coverCriteria(ids, { ...run, started_at: '', ms: 0 }).without_passing).toEqual(ids.slice(0, 5));
  });
});

describe.skipIf(!hasPytest)('a plugin of pytest', { timeout: 60_000 }, () => {
  test('that replaces its functions while tests run, as flaky does, is named with the way out', async () => {
    const files = {
      'plugins/nosy.py': `import pytest
from _pytest import runner
def call_and_report(*args, **kwds): return KEPT(*args, **kwds)
KEPT = runner.call_and_report
@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item, nextitem):
    runner.call_and_report = call_and_report
    try: return runner.pytest_runtest_protocol(item, nextitem)
    finally: runner.call_and_report = KEPT
`,
      'plugins/nosy-1.0.dist-info/METADATA': 'Metadata-Version: 2.1\nName: nosy\nVersion: 1.0\n',
      'plugins/nosy-1.0.dist-info/entry_points.txt': '[pytest11]\nnosier = nosy\n',
      'test_ok.py': 'def test_ok(): pass\n',
    };
    const { problems, report_complete } = await runWith('plugins', files);
    expect([report_complete, problems]).toEqual([
      false,
      [
        '_pytest.runner.call_and_report was replaced while the tests were there by the plugin nosier: switch it off with -p no:nosier in the test command',
      ],
    ]);
    const without = await runWith('plugins', files, '-p', 'no:nosier');
    expect(without.report_complete).toBe(true);
  });
});
