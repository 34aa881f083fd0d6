import { textsOf } from '../evidence/findings/a-finding.ts';
import { readFileSync } from 'node:fs';
import { inTurn, pickSome } from '../pick-some.ts';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRun } from '../../src/run/create-run.ts';
import type { RunEvent } from '../../src/records/run-events.ts';
import { hasGit } from '../evidence/a-repository.ts';
import { aCodeWorkspace, aWorkspace, HONEST, type ScriptedTurn, withAnchorsAside } from './a-workspace.ts';

const slow = inTurn(6, test);

const testsOf = (wanted: number, title = 'AC-1: one is 1'): string =>
  `import assert from 'node:assert/strict';\nimport { test } from 'node:test';\nimport { one } from '../one.js';\ntest('${title}', () => assert.equal(one(), ${wanted}));\n`;
const one = (number: number) => `export const one = () => ${number};\n`;
const PACKAGE = '{ "type": "module", "scripts": { "test": "node --test" } }\n';

/** Both packages have a test of the same name, and a test of their own from before. */
const OLD = "import { test } from 'node:test';\ntest('is there', () => {});\n";
const FILES = {
  'packages/api/package.json': PACKAGE,
  'packages/api/test/old.test.js': OLD,
  'packages/web/package.json': PACKAGE,
  'packages/web/test/old.test.js': OLD,
};
const TESTS = [
  { folder: 'packages/api', command: 'node --test' },
  { folder: 'packages/web', command: 'npm test' },
].map((suite) => ({ ...suite, timeout: '30s' }));

const RED = {
  phase: 'RED',
  write: {
    'packages/api/one.js': one(0),
    'packages/api/test/one.test.js': testsOf(1),
    'packages/web/one.js': one(0),
    'packages/web/test/one.test.js': testsOf(1),
  },
  signal: true,
};
const BOTH = { 'packages/api/one.js': one(1), 'packages/web/one.js': one(1) };
const GREEN = { phase: 'GREEN', write: BOTH, signal: true };

const runWith = async (turns: readonly ScriptedTurn[], tests: unknown = TESTS, until?: string) => {
  const layOut = until === undefined ? aWorkspace : aCodeWorkspace;
  const { config, folder } = await layOut(turns, { tests, limits: { iterations: until === undefined ? 4 : 2 } }, FILES);
  const events: RunEvent[] = [];
  const run = createRun({ config, ...(until !== undefined && { until }), onEvent: (event) => events.push(event) });
  const { status, why } = await run.ended;
  const decided = events.flatMap((event) => (event.type === 'iteration.decided' ? [event] : []));
  const held = events.flatMap((event) => (event.type === 'phase.held' ? [event] : []));
  return { folder, id: run.id, events, status, why, decided, held };
};

describe.skipIf(!hasGit)('a run over several suites (needs git)', { timeout: 180_000 }, () => {
  beforeEach(withAnchorsAside);

  slow('is completed by honest work in both, and its counts add up', async () => {
    const { status, events } = await runWith([
      RED,
      GREEN,
      {
        phase: 'REFACTOR',
        write: { 'packages/api/one.js': `// The first.\n${one(1)}` },
        refactoring_complete: true,
        signal: true,
      },
      { phase: 'DOCUMENT', ...HONEST.DOCUMENT },
    ]);
    expect(status).toBe('completed');
    const counts = events.flatMap((event) =>
      event.type === 'tests.ended' ? [[event.phase, event.suite_passing, event.suite_failing]] : [],
    );
    expect(counts.slice(0, 3)).toEqual([
      ['RED', 2, 2],
      ['GREEN', 4, 0],
      ['GREEN', 4, 0],
    ]);
  });

  slow('tells each suite in the events of a test run', async () => {
    const { events } = await runWith([RED, GREEN], TESTS, 'GREEN');
    expect(events.find(({ type }) => type === 'tests.ended')).toMatchObject({
      suites: [
        { suite: 'packages/api', exit_code: 1, suite_passing: 1, suite_failing: 1, suite_skipped: 0 },
        { suite: 'packages/web', exit_code: 1, suite_passing: 1, suite_failing: 1, suite_skipped: 0 },
      ],
    });
  });

  slow('is held where a test of one name passes in one suite and fails in the other', async () => {
    const write = { ...BOTH, 'packages/web/one.js': one(2) };
    const { status, held } = await runWith([RED, { ...GREEN, write }], TESTS, 'GREEN');
    expect(status).toBe('stuck');
    expect(held.at(-1)?.unmet).toContain('tests_failing == 0: got 1, expected 0');
  });

  const CHEATS: readonly (readonly [string, Readonly<Record<string, unknown>>, readonly string[]])[] = [
    [
      'moves a test from one suite into the other',
      {
        write: { ...BOTH, 'packages/web/test/moved.test.js': testsOf(1).replace('../one', '../../web/one') },
        delete: ['packages/api/test/one.test.js'],
      },
      [
        'packages/api/test/one.test.js was removed after it was frozen: restore it.',
        'The test "packages/api/test/one.test.js > packages/api > AC-1: one is 1" is missing: restore it under the same name.',
      ],
    ],
    [
      'moves a test file as it is into the other suite',
      { write: { ...BOTH, 'packages/web/test/moved.test.js': testsOf(1) }, delete: ['packages/api/test/one.test.js'] },
      [
        'The test "packages/api/test/one.test.js > packages/api > AC-1: one is 1" is missing: restore it under the same name.',
      ],
    ],
    [
      'empties a suite',
      { write: BOTH, delete: ['packages/web/test/one.test.js', 'packages/web/test/old.test.js'] },
      [
        'The suite packages/web has 0 tests that count, and tests of other suites do not count for it. Add a test to it, or report BLOCKED: an operator can remove it from tests in the config.',
        'The test "packages/web/test/old.test.js > packages/web > is there" is missing: restore it under the same name.',
      ],
    ],
    [
      'swaps the test script of one package for true',
      { write: { ...BOTH, 'packages/web/package.json': PACKAGE.replace('node --test', 'true') } },
      [
        'packages/web: the test runner wrote no report',
        'packages/web/package.json#scripts.test was changed after it was frozen: restore it.',
      ],
    ],
    [
      'lets the script of one package run the tests of the other',
      { write: { ...BOTH, 'packages/web/package.json': PACKAGE.replace('node --test', 'cd ../api && node --test') } },
      ['packages/web/package.json#scripts.test was changed after it was frozen: restore it.'],
    ],
    [
      'puts a config of another runner beside a suite',
      { write: { ...BOTH, 'packages/web/vitest.config.ts': 'export default {};\n' } },
      ['packages/web/vitest.config.ts was added where no file is allowed: remove it.'],
    ],
    [
      'puts a nearer program into the folder of a suite',
      { write: { ...BOTH, 'packages/web/node_modules/.bin/node': '#!/bin/sh\nexit 0\n' } },
      ['packages/web/node_modules/.bin/node was added where no file is allowed: remove it.'],
    ],
    [
      'puts a link to the other suite in the place of one',
      { write: BOTH, run: ['sh', '-c', 'rm -rf packages/web && ln -s api packages/web'] },
      [
        'packages/web: the test command could not be started: the folder packages/web does not exist, or it is behind a link',
      ],
    ],
  ];
  test.each(pickSome(CHEATS, ([name]) => name, 8))(
    'is held, and names it, when an agent %s',
    async (_what, does, notes) => {
      const { status, held } = await runWith([RED, { phase: 'GREEN', signal: true, ...does }], TESTS, 'GREEN');
      expect(status).toBe('stuck');
      const reported = textsOf(held.at(-1)?.findings);
      for (const note of notes) expect(reported.join('\n')).toContain(note);
      expect(held.at(-1)?.phase).toBe('GREEN');
    },
  );

  slow('holds GREEN while a suite of the list has no test, also where the freeze only warns', async () => {
    const noWeb = {
      phase: 'RED',
      write: { 'packages/api/one.js': one(0), 'packages/api/test/one.test.js': testsOf(1) },
      signal: true,
    };
    const { config } = await aCodeWorkspace(
      [noWeb, { ...GREEN, write: { 'packages/api/one.js': one(1) }, delete: ['packages/web/test/old.test.js'] }],
      { tests: TESTS, integrity: 'warn', limits: { iterations: 2 } },
      FILES,
    );
    const events: RunEvent[] = [];
    const { status } = await createRun({ config, until: 'GREEN', onEvent: (event) => events.push(event) }).ended;
    expect(status).toBe('stuck');
    expect(events.findLast(({ type }) => type === 'phase.held')).toMatchObject({
      unmet: expect.arrayContaining(['suite_load_failures == 0: got 1, expected 0']),
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'tests.empty_suite', values: { suite: 'packages/web' } }),
      ]),
    });
  });

  slow('does not begin where one suite is red or its folder is not there, and names it', async () => {
    const red = await runWith(
      [RED],
      [
        ...TESTS,
        {
          name: 'slow',
          command: ['node', '-e', 'setInterval(() => {}, 1e6)'],
          runner: 'tap',
          files: ['x/**'],
          timeout: '1s',
        },
      ],
    );
    expect([red.status, red.why]).toEqual([
      'needs_human',
      expect.stringContaining('the suite of slow reached its time limit'),
    ]);
    const gone = await runWith([RED], [...TESTS, { folder: 'packages/gone', command: 'node --test' }]);
    expect(gone.why).toContain('The folder of a suite was not found, or it is behind a link: packages/gone');
  });

  slow('tells the agent how each of them is run', async () => {
    const { folder, id } = await runWith([{ ...RED, quote_prompt: true }], TESTS, 'RED');
    const prompt = readFileSync(join(folder, `.dualgate/runs/${id}/transcripts/red-1-1.stdout`), 'utf8');
    expect(prompt).toContain('- packages/api in packages/api: node --test\n- packages/web in packages/web: npm test\n');
  });
});
