import { beforeEach, describe, expect, test } from 'vitest';
import { renderUnmet } from '../../../gates/verdict.ts';
import { judgeCounterCheck } from '../../../src/loop/agreement/counter-check.ts';
import { createRun } from '../../../src/run/create-run.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { inTurn } from '../../pick-some.ts';
import { aCodeWorkspace, HONEST, withAnchorsAside } from '../../run/a-workspace.ts';
import { aTestRun, failed, passed, skipped } from '../../runners/a-test-run.ts';

const slow = inTurn(3, test);

describe('a run of the tests on the sources of RED', () => {
  const [A, B] = ['t.js > a', 't.js > b'];
  const judge = (...run: Parameters<typeof aTestRun>) => judgeCounterCheck([A, B], aTestRun(...run), 'RED');
  const inconclusive = (why: string) => ({
    metrics: {},
    findings: [expect.objectContaining({ code: 'counter_check.inconclusive', values: { why } })],
  });

  test('counts the tests that failed again', () => {
    expect(judge([failed('a'), failed('b'), passed('c')])).toEqual({
      metrics: { counter_check_tests: 2, counter_check_failing: 2 },
      findings: [],
    });
  });

  test('names each test that passes', () => {
    expect(judge([failed('a'), passed('b')])).toMatchObject({
      metrics: { counter_check_tests: 2, counter_check_failing: 1 },
      findings: [{ code: 'counter_check.passes', values: { tests: [B], more: 0, phase: 'RED' } }],
    });
  });

  test('counts the better result of two tests of one name', () => {
    expect(judge([failed('a'), failed('b'), passed('b')]).metrics).toEqual({
      counter_check_tests: 2,
      counter_check_failing: 1,
    });
  });

  test('shows a test that passes even when the report has no end', () => {
    expect(judge([passed('a')], { report_complete: false }).metrics).toMatchObject({ counter_check_failing: 0 });
  });

  test('shows nothing when a test is missing, was skipped or does not load', () => {
    expect(judge([failed('a')])).toEqual(inconclusive(`the test "${B}" is missing there`));
    expect(judge([failed('a'), skipped('b')])).toEqual(inconclusive(`the test "${B}" is skipped there`));
    const load_failures = [{ file: 't.js', message: 'no' }];
    expect(judge([], { load_failures })).toEqual(inconclusive('t.js does not load there'));
    expect(judge([], { ended: 'timed_out' })).toEqual(inconclusive('the suite did not finish'));
  });
});

/** Fails in RED for another reason than the code, which it also asks. */
const waitingFor = (what: string): string => `import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { one } from '../src/one.js';

const count = () => {
  mkdirSync('tmp', { recursive: true });
  const runs = existsSync('tmp/runs') ? Number(readFileSync('tmp/runs', 'utf8')) + 1 : 1;
  writeFileSync('tmp/runs', String(runs));
  return runs;
};
test('AC-1: one is 1', () => assert.ok(one() >= 0 && ${what}));
`;
const FILES = { 'package.json': '{ "type": "module" }\n', '.gitignore': 'tmp/\n' };

describe.skipIf(!hasGit)('the counter-check in a run (needs git)', () => {
  beforeEach(withAnchorsAside);

  const play = async (
    tests: string,
    green: object = {},
    spoil: Readonly<Record<string, unknown>> = {},
    files: Readonly<Record<string, string>> = {},
  ) => {
    const red = { phase: 'RED', ...HONEST.RED, write: { ...HONEST.RED.write, 'test/one.test.js': tests } };
    const write = { ...HONEST.GREEN.write, ...green };
    const { config } = await aCodeWorkspace(
      [red, { phase: 'GREEN', ...HONEST.GREEN, write }],
      {
        limits: { iterations: 2 },
        ...spoil,
      },
      { ...FILES, ...files },
    );
    await createRun({ config, until: 'GREEN' }).ended;
    const { state } = await readRun(config);
    const { decision, record } = state.held ?? state.lastExit?.decided ?? { decision: null, record: null };
    return { decision, record, exits: Object.keys(state.exits) };
  };
  const HELD = 'counter_check_failing == counter_check_tests: got 0, expected 1';

  test.each<readonly [string, string, object]>([
    ['waits for a file that git ignores', "existsSync('tmp/done')", { 'tmp/done': '' }],
    ['waits for a number of runs', 'count() > 1', {}],
    [
      'waits for a file, and fails where it runs alone',
      "!process.argv.join().includes('one.test') && existsSync('tmp/done')",
      { 'tmp/done': '' },
    ],
  ])('holds GREEN when a test %s', async (_what, condition, green) => {
    const { decision, record, exits } = await play(waitingFor(condition), green);
    expect(exits).toEqual(['RED']);
    expect(decision?.gate_1.unmet.map(renderUnmet)).toEqual([HELD]);
    expect(record?.findings.map(({ code }) => code)).toEqual(['counter_check.passes']);
    expect(record?.metrics).not.toHaveProperty('mutants_tested');
  });

  slow('lets GREEN exit when each test fails again without its code', async () => {
    const { decision, record, exits } = await play(waitingFor('one() > 0'));
    expect(exits).toEqual(['RED', 'GREEN']);
    expect(decision?.can_exit).toBe(true);
    expect(record?.metrics).toMatchObject({ counter_check_tests: 1, counter_check_failing: 1, tree_stable: true });
  });

  slow(
    'names data that the tests read by a computed path and that changed since, and not a case that was added',
    async () => {
      const reading = `import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { one } from '../src/one.js';

for (const name of readdirSync('data'))
  test(\`AC-1: one is as in \${name}\`, () => assert.equal(one(), JSON.parse(readFileSync(\`data/\${name}\`, 'utf8')).one));
`;
      const ofData = async (green: object) => {
        const { record, exits } = await play(
          reading,
          green,
          {},
          { 'data/a.json': '{ "one": 1 }', 'data/b.json': '{ "one": 1 }' },
        );
        expect(exits).toEqual(['RED', 'GREEN']);
        return record?.findings.map(({ text }) => text);
      };
      expect(await ofData({ 'data/a.json': '{\n  "one": 1,\n  "two": 2\n}\n' })).toEqual([]);
      expect(
        await ofData({
          'src/one.js': 'export const one = () => 2;\n',
          'data/a.json': '{ "one": 2 }',
          'data/b.json': '{ "one": 2 }',
        }),
      ).toEqual(
        ['data/a.json', 'data/b.json'].map(
          (path) =>
            `The suite read ${path} when RED was exited, and its values changed since: read whether they are expected values.`,
        ),
      );
    },
  );

  slow('does not run where the config switches the mutation check off', async () => {
    const { record, exits } = await play(waitingFor('count() > 1'), {}, { mutation_check: false });
    expect(exits).toEqual(['RED', 'GREEN']);
    expect(record?.metrics).not.toHaveProperty('counter_check_tests');
  });
});
