import { describe, expect, test } from 'vitest';
import { readGuardLines, readGuards } from '../../src/signals/blocks/block-fields.ts';
import { isMarkedGuard, findGuards } from '../../src/evidence/criteria.ts';
import type { TestCase } from '../../src/runners/test-run.ts';

const aTest = (name: string, state: TestCase['state'] = 'passed'): TestCase => ({ file: 'a.test.js', name, state });
const CRITERIA = { count: 3, ids: ['AC-1', 'AC-2', 'AC-3'], guards: ['AC-3'] };
const NAMED = [{ id: 'AC-2', why: 'nothing changes' }];

describe('a guard', () => {
  test.each([
    ['(guard): nothing is nothing', true],
    ['nothing is nothing (Regression).', true],
    ['the (guard) of a gate opens', false],
    ['nothing is nothing', false],
  ])('is marked in a spec: %s', (text, isMarked) => expect(isMarkedGuard(text)).toBe(isMarked));

  test.each([
    ['AC-2 nothing changes', [{ id: 'AC-2', why: 'nothing changes' }]],
    ['AC-2: nothing changes', [{ id: 'AC-2', why: 'nothing changes' }]],
    ['AC-2', [{ id: 'AC-2', why: '' }]],
    ['none', []],
    ['', []],
  ])('is named by an agent: %s', (line, named) => expect(readGuards([line])).toEqual(named));

  test('is named by a line of a message, or by an item of its lists', () => {
    const lines = ['GUARD: AC-2 nothing changes', '- GUARD: AC-3 it holds', 'A GUARD: AC-1 is none', 'GUARD:'];
    expect(readGuardLines(lines)).toEqual([
      { id: 'AC-2', why: 'nothing changes' },
      { id: 'AC-3', why: 'it holds' },
    ]);
  });

  test('is one, however often it is named', () => {
    const named = [...NAMED, { id: 'AC-2', why: 'and again' }];
    const found = findGuards({ criteria: CRITERIA, named, isChecked: true, tests: [aTest('AC-2: nothing')] });
    expect([found.guards.map(({ why }) => why), found.holding]).toEqual([['nothing changes'], 1]);
  });

  test('has the new tests that pass and name it, and no other criterion', () => {
    const tests = [aTest('AC-2: nothing'), aTest('AC-2 and AC-1'), aTest('AC-3: all'), aTest('AC-1: one', 'failed')];
    expect(findGuards({ criteria: CRITERIA, named: NAMED, isChecked: true, tests })).toEqual({
      guards: [
        { id: 'AC-3', by: 'spec', why: 'the spec marks it', tests: ['a.test.js > AC-3: all'] },
        { id: 'AC-2', by: 'agent', why: 'nothing changes', tests: ['a.test.js > AC-2: nothing'] },
      ],
      refused: [],
      holding: 2,
    });
  });

  test('still asks for a test that fails while one of its tests does', () => {
    const tests = [aTest('AC-2: nothing'), aTest('AC-2: more', 'failed')];
    const { guards, holding } = findGuards({ criteria: CRITERIA, named: NAMED, isChecked: true, tests });
    expect([guards.map(({ id }) => id), holding]).toEqual([['AC-2'], 0]);
  });

  test.each([
    ['AC-9', 'it holds', true, 'the spec has no criterion with this id'],
    ['AC-2', '', true, 'it gives no reason'],
    ['AC-2', 'it holds', false, 'mutation_check: false, so nothing can show that its test is able to fail'],
  ])('of the agent is refused: %s %s', (id, why, isChecked, because) => {
    const found = findGuards({ criteria: CRITERIA, named: [{ id, why }], isChecked, tests: [aTest('AC-2: nothing')] });
    expect(found).toEqual({ guards: [], refused: [{ id, why, because }], holding: 0 });
  });
});
