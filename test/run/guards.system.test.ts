/** Criteria that already hold when RED is exited: what an honest agent may do, and what a dishonest one tries. */
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { type AgentFunction, createRun } from '../../src/index.ts';
import { readLedger } from '../../src/ledger/ledger-record.ts';
import { asWorkRecord } from '../../src/records/records.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { aWorkspace, withAnchorsAside } from './a-workspace.ts';
import { pickSome } from '../pick-some.ts';

const FILES = { 'package.json': '{ "type": "module" }\n', 'src/two.js': 'export const two = () => 2;\n' };
const PHASES = DEFAULT_PHASES.filter(({ phase }) => phase === 'RED' || phase === 'GREEN');

interface Work {
  readonly spec: string;
  /** Body of the test of AC-1, and of AC-2. */
  readonly tests: readonly [string, string];
  /** In the status block. */
  readonly says?: string;
  /** Before it. */
  readonly before?: string;
  readonly more?: Readonly<Record<string, unknown>>;
}

const aTest = ([first, second]: readonly [string, string]): string =>
  `import assert from 'node:assert/strict';
import fs from 'node:fs';
import { test } from 'node:test';
import { one } from '../src/one.js';
import { two } from '../src/two.js';
test('AC-1: one', () => { ${first} });
test('AC-2: two', () => { ${second} });
`;

const block = (prompt: string, says: string): string =>
  [
    '---PRP_PHASE_STATUS---',
    `NONCE: ${/\b[0-9a-f]{16}\b/.exec(prompt)?.[0] ?? ''}`,
    'STATUS: COMPLETE',
    ...(says === '' ? [] : [`GUARD: ${says}`]),
    'EXIT_SIGNAL: true',
    '---END_PRP_PHASE_STATUS---',
  ].join('\n');

/** Of each decision: the clauses of gate 1 that are not met, the findings about guards, and the guards. */
const play = async ({ spec, tests, says = '', before = '', more = {} }: Work) => {
  const { folder, config } = await aWorkspace([], { phases: PHASES, limits: { iterations: 2 }, ...more }, FILES);
  await write(folder, { 'spec.md': spec });
  const agent: AgentFunction = async ({ phase, workspace, prompt }) => {
    await write(
      workspace,
      phase === 'RED'
        ? { 'src/one.js': 'export const one = () => 0;\n', 'test/one.test.js': aTest(tests) }
        : { 'src/one.js': 'export const one = () => 1;\n' },
    );
    return { text: phase === 'RED' ? before + block(prompt, says) : block(prompt, '') };
  };
  const run = createRun({ config, agent });
  const { status } = await run.ended;
  const decided: unknown[] = [];
  for await (const sealed of readLedger(run.ledger)) {
    const { type, data } = asWorkRecord(sealed);
    if (type !== 'iteration.decided') continue;
    const { decision, record } = data;
    decided.push([
      decision.phase,
      decision.gate_1.unmet.map(({ clause }) => clause),
      record.findings.filter(({ code }) => /^guards|already_pass/.test(code)).map(({ text }) => text),
    ]);
  }
  return { status, decided };
};

const REAL = 'assert.equal(one(), 1);';
const HOLDS = 'assert.equal(two(), 2);';
const TEST = 'test/one.test.js > AC-2: two';

describe.skipIf(!hasGit)('a criterion that already holds (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('leaves RED where the spec marks it, and GREEN when a mutant of code from before the run makes its test fail', async () => {
    expect(
      await play({ spec: '- [ ] AC-1: one is 1\n- [ ] AC-2 (regression): two is 2\n', tests: [REAL, HOLDS] }),
    ).toEqual({
      status: 'completed',
      decided: [
        [
          'RED',
          [],
          [`AC-2 already holds (the spec marks it): "${TEST}". It is frozen, and has to fail on a mutant of the code.`],
        ],
        ['GREEN', [], []],
      ],
    });
  });

  const NAMED = 'AC-2 the stub is a number, too';
  test.each(
    pickSome(
      [
        ['in its status block', { says: NAMED }],
        ['in another line of its message', { before: `They fail.\n\nGUARD: ${NAMED}\n\n` }],
      ],
      ([what]) => what,
      1,
    ),
  )('leaves RED where the agent names it %s with a reason, and GREEN by a mutant of the new code', async (_, said) => {
    const { status, decided } = await play({
      spec: '- [ ] AC-1: one is 1\n- [ ] AC-2: one is a number\n',
      tests: [REAL, `assert.equal(typeof one(), 'number');`],
      ...said,
    });
    expect([status, decided]).toEqual([
      'completed',
      [
        ['RED', [], [expect.stringMatching(/^AC-2 already holds \(the agent: the stub is a number, too\)/)]],
        ['GREEN', [], []],
      ],
    ]);
  });

  test('is no way around RED: an agent that names every criterion is held', async () => {
    const { decided } = await play({
      spec: '- [ ] AC-2: two is 2\n',
      tests: [HOLDS, HOLDS],
      says: 'AC-2 it holds',
      more: { limits: { iterations: 1 }, criteria_ids: 'ignore' },
    });
    expect(decided).toEqual([['RED', expect.arrayContaining(['criteria_count >= 1']), expect.anything()]]);
  });

  test('holds GREEN where its test fails in the copy of the mutation check without a mutant, too', async () => {
    const { status, decided } = await play({
      spec: '- [ ] AC-1: one is 1\n- [ ] AC-2 (guard): two is 2\n',
      tests: [
        REAL,
        "assert.ok(!fs.existsSync('been')); if (process.cwd().includes('-mutants-')) fs.writeFileSync('been', '');",
      ],
    });
    expect([status, decided.at(-1)]).toEqual([
      'stuck',
      [
        'GREEN',
        ['guards_killed == guards_total'],
        [expect.stringContaining('AC-2: two fails in the end without a mutant, too: it shows nothing')],
      ],
    ]);
  });

  test.each(
    pickSome(
      [
        ['asserts nothing', 'two(); one();'],
        ['asserts what every code has, for a criterion that needs new code', `assert.equal(typeof one, 'function');`],
      ],
      ([what]) => what,
      1,
    ),
  )('holds GREEN where its test %s', async (_what, body) => {
    const { status, decided } = await play({
      spec: '- [ ] AC-1: one is 1\n- [ ] AC-2: two is 3\n',
      tests: [REAL, body],
      says: 'AC-2 it holds',
    });
    expect([status, decided]).toEqual([
      'stuck',
      [
        ['RED', [], [expect.stringMatching(/^AC-2 already holds/)]],
        [
          'GREEN',
          ['guards_killed == guards_total'],
          [expect.stringMatching(/^No mutant made a test of the guard AC-2 fail \(\d+ tried\)/)],
        ],
      ],
    ]);
  });
});
