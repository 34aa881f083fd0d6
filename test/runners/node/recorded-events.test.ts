import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { placeReporter } from '../../../src/runners/runner-places.ts';
import { findTraps } from '../../../src/evidence/measures/test-metrics.ts';
import { makeProject, runIn } from '../project.ts';

const RECORDED = fileURLToPath(new URL('../../recorded/node/', import.meta.url));

/** The results that the reporter makes of recorded events. */
const replay = async (recording: string) => {
  const workspace = await makeProject({
    'events.ndjson': readFileSync(join(RECORDED, recording), 'utf8'),
    'replay.mjs': `import { readFileSync } from 'node:fs';
      import report from '${placeReporter('node/node-test.mjs').href}';
      const events = readFileSync('events.ndjson', 'utf8').trim().split('\\n').map((line) => JSON.parse(line));
      for await (const _ of report(events)) ;`,
  });
  const { tests, problems } = await runIn(workspace, { command: ['node', 'replay.mjs'], runner: 'node' });
  return { tests: tests.map(({ name, state }) => `${state}: ${name}`), problems };
};

test('a test that node:test did not run, since it passed before, spoils the report', async () => {
  expect(await replay('24.21.0-rerun-failures.ndjson')).toEqual({
    tests: ['failed: stays broken', 'passed: b'],
    problems: [expect.stringContaining('the test "b" did not run: its result is of an earlier run')],
  });
});

describe('expectFailure of node:test', () => {
  test.each(['24.21.0-expect-failure.ndjson', '26.10.0-expect-failure.ndjson'])(
    'is skipped where its body fails, and failed where it passes: %s',
    async (recording) => {
      expect(await replay(recording)).toEqual({
        problems: [],
        tests: [
          'passed: plain',
          'skipped: fails as expected',
          'skipped: fails with a label',
          'skipped: fails with a matcher',
          'skipped: fails by a method',
          'failed: passes and should not',
          'failed: fails otherwise',
          'skipped: a suite > fails as its suite says',
          'skipped: a parent > a child',
          'skipped: a parent',
        ],
      });
    },
  );

  test.each([
    [`test('a', { expectFailure: true }, () => {});`],
    [`test('a', { expectFailure: 'bug 1' }, () => {});`],
    [`test('a', { timeout: 5, expectFailure: /no/ }, () => {});`],
    [`describe('a', { expectFailure: { label: 'x', match: /no/ } }, () => {});`],
    [`suite("a", { concurrency: 1, 'expectFailure': Error }, () => {});`],
    [`it.expectFailure('a', () => {});`],
    [`describe.expectFailure('a', () => {});`],
    [`await t.test('a', { expectFailure: true }, () => {});`],
  ])('is found in the source where a report carries no mark: %s', async (text) => {
    const workspace = await makeProject({ 'a.test.mjs': `// a test\n${text}\n` });
    const found = await findTraps(workspace, ['a.test.mjs']);
    expect(found.map(({ code, where }) => [code, where])).toEqual([
      ['tests.inverted', { path: 'a.test.mjs', line: 2 }],
    ]);
  });

  test.each([
    [`test('a', { expectFailure: false }, () => {});`],
    [`test('a', { expectFailure: undefined }, () => {});`],
    [`test('says { expectFailure: true }', () => {});`],
    [`// { expectFailure: true }`],
    [`const cases = [{ input: 'a', expectFailure: true }];`],
    [`expectFailure(run);`],
    [`const result = await expectFailure('a');`],
  ])('is not seen in: %s', async (text) => {
    const workspace = await makeProject({ 'a.test.mjs': text });
    expect(await findTraps(workspace, ['a.test.mjs'])).toEqual([]);
  });
});
