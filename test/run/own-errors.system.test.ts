/** RED by tests that are wrong themselves: such a test would be frozen, and no code could make it pass. */
import { beforeEach, describe, expect, test } from 'vitest';
import { type AgentFunction, createRun } from '../../src/index.ts';
import { readLedger } from '../../src/ledger/ledger-record.ts';
import { asWorkRecord } from '../../src/records/records.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { pickSome } from '../pick-some.ts';
import { aCodeWorkspace, withAnchorsAside } from './a-workspace.ts';

const aTest = (body: string): string =>
  `import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as all from '../src/one.js';
const { one } = all;
test('AC-1: one is 1', () => { ${body} });
`;

const STUB = 'export const one = () => 0;\n';

/** RED with this test and this stub: the clauses that hold it, and its findings. */
const inRed = async (body: string, stub = STUB) => {
  const { config } = await aCodeWorkspace([], { limits: { iterations: 1 } });
  const agent: AgentFunction = async ({ workspace }) => {
    await write(workspace, { 'src/one.js': stub, 'test/one.test.js': aTest(body) });
    return { text: '', signal: true };
  };
  const run = createRun({ config, agent, until: 'RED' });
  await run.ended;
  for await (const sealed of readLedger(run.ledger)) {
    const { type, data } = asWorkRecord(sealed);
    if (type !== 'iteration.decided') continue;
    const { decision, record } = data;
    return {
      unmet: decision.gate_1.unmet.map(({ clause }) => clause),
      findings: record.findings.map(({ text }) => text),
      failure: record.failing[0]?.failure,
    };
  }
  return null;
};

const TWINS: readonly (readonly [what: string, body: string, stub: string])[] = [
  ['a stub that throws', 'assert.equal(one(), 1);', `export const one = () => { throw new Error('not written'); };\n`],
  ['a member of what an empty stub returns', 'assert.equal(one().value, 1);', 'export const one = () => {};\n'],
  ['a method that a stub lacks', 'assert.equal(one.of(), 1);', STUB],
  ['a function that a module lacks', 'assert.equal(all.two(), 1);', STUB],
  ['a name that the stub forgot', 'assert.equal(one(), 1);', 'export const one = () => missing;\n'],
];

describe.skipIf(!hasGit)('RED (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('is held by a test with a name that nothing declares, with both ways out', async () => {
    expect(await inRed('assert.equal(on(), 1);')).toEqual({
      unmet: ['tests_with_own_error == 0'],
      findings: [
        'The test "test/one.test.js > AC-1: one is 1" fails by an error of its own: on is not defined. No code that it calls can correct that. If the code should provide this name, declare a stub for it. Otherwise correct the test.',
      ],
      failure: 'own_error',
    });
  });

  test('is exited by an assertion, which is recorded', async () => {
    expect(await inRed('assert.equal(one(), 1);')).toEqual({ unmet: [], findings: [], failure: 'assertion' });
  });

  test.each(pickSome(TWINS, ([what]) => what, 2))('the honest twin exits: %s', async (_what, body, stub) => {
    expect(await inRed(body, stub)).toEqual({ unmet: [], findings: [] });
  });
});
