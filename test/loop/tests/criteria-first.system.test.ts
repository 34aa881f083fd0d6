import { textsOf } from '../../evidence/findings/a-finding.ts';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../../src/run/create-run.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { aFolder, hasGit } from '../../evidence/a-repository.ts';
import { aCodeWorkspace, HONEST, type ScriptedTurn, withAnchorsAside } from '../../run/a-workspace.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(6, test);

const RED = { phase: 'RED', ...HONEST.RED };
const RIGHT = { 'src/one.js': 'export const one = () => 1;\n' };
const WRONG = { 'src/one.js': 'export const one = () => 2;\n' };
const GREEN = { phase: 'GREEN', signal: true };

/** A project whose old suite writes a line each time that it runs, outside of the workspace. */
const runWith = async (turns: readonly ScriptedTurn[], tests: object = {}, spoil: object = {}) => {
  const log = join(await aFolder(), 'log');
  appendFileSync(log, '');
  const old = `import { appendFileSync } from 'node:fs';\nimport { existsSync } from 'node:fs';\nimport assert from 'node:assert/strict';\nimport { test } from 'node:test';\ntest('old', () => { appendFileSync(${JSON.stringify(log)}, 'ran\\n'); assert.ok(!existsSync('src/broken')); });\n`;
  const { config, folder } = await aCodeWorkspace(
    turns,
    {
      tests: { command: 'node --test', timeout: '30s', fast_first: true, ...tests },
      limits: { iterations: 3 },
      // The runs of the suite are counted, and a mutation check runs it too.
      mutation_check: false,
      ...spoil,
    },
    { 'package.json': '{ "type": "module" }\n', 'test/old.test.js': old },
  );
  const events: RunEvent[] = [];
  const ran: number[] = [];
  const countRuns = () => readFileSync(log, 'utf8').split('\n').length - 1;
  const run = createRun({
    config,
    until: 'GREEN',
    onEvent: (event) => {
      events.push(event);
      if (event.type === 'iteration.decided') ran.push(countRuns());
    },
  });
  const { status } = await run.ended;
  const parts = events.flatMap((event) =>
    event.type === 'tests.ended' ? [[event.phase, event.part, event.suite_passing, event.suite_failing]] : [],
  );
  const held = events.flatMap((event) => (event.type === 'phase.held' ? [event] : []));
  return { folder, id: run.id, status, ran, parts, held };
};

describe.skipIf(!hasGit)('the tests of the criteria run first (needs git)', { timeout: 180_000 }, () => {
  beforeEach(withAnchorsAside);

  slow('and while one of them fails the whole suite is not started; when they pass it runs, and decides', async () => {
    const { status, ran, parts, held } = await runWith([
      RED,
      { ...GREEN, iteration: 1, write: WRONG },
      { ...GREEN, write: RIGHT },
    ]);
    expect(status).toBe('paused');
    expect(parts).toEqual([
      ['RED', undefined, 1, 1],
      ['GREEN', 'criteria', 0, 1],
      ['GREEN', undefined, 2, 0],
      ['GREEN', undefined, 2, 0],
    ]);
    // Twice in the baseline, once in RED, not at all in the first iteration of GREEN, twice in the second.
    expect(ran).toEqual([3, 3, 5]);
    expect(held[0]).toMatchObject({
      unmet: expect.arrayContaining([
        'tests_failing == 0: got 1, expected 0',
        'the whole suite ran: only the tests of the criteria ran, and some of them fail',
      ]),
      findings: [
        {
          text: 'Only the files with new tests ran, and 1 of their tests fails. Make them pass: the whole suite runs after that.',
        },
      ],
    });
  });

  slow('and the next prompt says that only they were run', async () => {
    const { folder, id } = await runWith([
      RED,
      { ...GREEN, iteration: 1, write: WRONG },
      { ...GREEN, write: RIGHT, quote_prompt: true },
    ]);
    const prompt = readFileSync(join(folder, `.dualgate/runs/${id}/transcripts/green-2-1.stdout`), 'utf8');
    expect(prompt).toContain('- Only the files with new tests ran, and 1 of their tests fails');
    expect(prompt).toContain('- fails: ');
    expect(prompt).not.toContain('is gone');
  });

  slow('and what they do not see is seen by the whole suite', async () => {
    const { status, parts, held } = await runWith(
      [RED, { ...GREEN, write: { ...RIGHT, 'src/broken': '' } }],
      {},
      { limits: { iterations: 2 } },
    );
    expect([status, parts.at(-1)]).toEqual(['stuck', ['GREEN', undefined, 1, 1]]);
    expect(held.at(-1)?.unmet).toContain('tests_failing == 0: got 1, expected 0');
  });

  slow('not where they were changed or are gone: that is named beside them, or by the whole suite', async () => {
    const easy = "import { test } from 'node:test';\ntest('AC-1: one is 1', () => {});\n";
    const weak = await runWith(
      [RED, { ...GREEN, write: { ...WRONG, 'test/one.test.js': easy } }],
      {},
      { limits: { iterations: 2 } },
    );
    expect([weak.status, textsOf(weak.held.at(-1)?.findings)]).toEqual([
      'stuck',
      [
        'test/one.test.js was changed after it was frozen: restore it.',
        expect.stringContaining('dualgate accept test/one.test.js -m'),
      ],
    ]);
    const gone = await runWith(
      [RED, { ...GREEN, write: WRONG, delete: ['test/one.test.js'] }],
      {},
      { limits: { iterations: 2 } },
    );
    expect(gone.parts.at(-1)).toEqual(['GREEN', undefined, 1, 0]);
    expect(textsOf(gone.held.at(-1)?.findings)).toContain(
      'The test "test/one.test.js > AC-1: one is 1" is missing: restore it under the same name.',
    );
  });

  slow('and iterations that change nothing still count as such', async () => {
    const { status, ran, parts } = await runWith(
      [RED, { ...GREEN, iteration: 1, write: WRONG }, { phase: 'GREEN', signal: false }],
      {},
      { limits: { iterations: 9 }, circuit_breaker: { reopenings: 0 } },
    );
    expect(status).toBe('stuck');
    // The same answer twice is for the whole suite, each time that it comes.
    expect(parts.map(([, part]) => part)).toEqual([undefined, 'criteria', undefined, 'criteria', undefined]);
    expect(ran.at(-1)).toBe(5);
  });

  slow('but do not hold for ever where they fail only without the others', async () => {
    const mark = join(await aFolder(), 'mark');
    const old = `import { writeFileSync } from 'node:fs';\nimport { test } from 'node:test';\ntest('old', () => writeFileSync(${JSON.stringify(mark)}, ''));\n`;
    const needy = `import { existsSync, rmSync } from 'node:fs';\nimport assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { one } from '../src/one.js';\ntest('AC-1: one is 1', () => {\n  const isThere = existsSync(${JSON.stringify(mark)});\n  rmSync(${JSON.stringify(mark)}, { force: true });\n  assert.ok(isThere);\n  assert.equal(one(), 1);\n});\n`;
    const { config } = await aCodeWorkspace(
      [
        { ...RED, write: { ...HONEST.RED.write, 'test/one.test.js': needy } },
        { ...GREEN, write: RIGHT },
      ],
      { tests: { command: 'node --test --test-concurrency=1', fast_first: true }, limits: { iterations: 3 } },
      { 'package.json': '{ "type": "module" }\n', 'test/old.test.js': old },
    );
    const events: RunEvent[] = [];
    const { status } = await createRun({ config, until: 'GREEN', onEvent: (event) => events.push(event) }).ended;
    const parts = events.flatMap((event) => (event.type === 'tests.ended' ? [[event.part, event.green]] : []));
    expect([status, parts]).toEqual([
      'paused',
      [
        [undefined, false],
        ['criteria', false],
        [undefined, true],
        [undefined, true],
      ],
    ]);
  });

  slow('not in a fast suite unless the config asks for it, and not where it says no', async () => {
    for (const fast_first of [undefined, false]) {
      const { parts } = await runWith([RED, { ...GREEN, write: WRONG }], { fast_first }, { limits: { iterations: 2 } });
      expect(parts.at(-1)).toEqual(['GREEN', undefined, 1, 1]);
    }
  });

  slow('of one suite of a list, which is told by its name', async () => {
    const one = (wanted: number) =>
      `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { one } from '../../src/one.js';\ntest('AC-1: one is ${wanted}', () => assert.equal(one(), ${wanted}));\n`;
    const suites = [
      { folder: 'api', command: 'node --test', fast_first: true },
      { folder: 'web', command: 'node --test' },
    ];
    const { config } = await aCodeWorkspace(
      [
        { ...RED, write: { ...HONEST.RED.write, 'api/t/one.test.js': one(1) } },
        { ...GREEN, iteration: 1, write: WRONG },
        { ...GREEN, write: RIGHT },
      ],
      { tests: suites, limits: { iterations: 3 } },
      {
        'package.json': '{ "type": "module" }\n',
        'api/old.test.js': "import { test } from 'node:test';\ntest('old', () => {});\n",
        'web/old.test.js': "import { test } from 'node:test';\ntest('old', () => {});\n",
      },
    );
    const events: RunEvent[] = [];
    const { status } = await createRun({ config, until: 'GREEN', onEvent: (event) => events.push(event) }).ended;
    expect(status).toBe('paused');
    const ended = events.flatMap((event) =>
      event.type === 'tests.ended' ? [[event.part, event.suites?.map(({ suite }) => suite)]] : [],
    );
    expect(ended).toEqual([
      [undefined, ['api', 'web']],
      ['criteria', ['api']],
      [undefined, ['api', 'web']],
      [undefined, ['api', 'web']],
    ]);
  });
});
