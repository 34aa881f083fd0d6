import { expect, test } from 'vitest';
import { isOfMachine, moveRun } from '../../../src/records/fold/exit-phase.ts';
import type { ExitState } from '../../../src/records/fold/work-state.ts';

test.each([
  ['/home/bea/.npmrc#tests', true],
  ['C:/Users/bea/.npmrc', true],
  ['.git#info/exclude', true],
  ['.git#rules', true],
  ['.gitignore', false],
  ['specs/login.md', false],
  ['node_modules/vitest/**', false],
])('whether %s is about the machine: %s', (name, expected) => {
  expect(isOfMachine(name)).toBe(expected);
});

test('a run on another machine keeps the freeze of its files, and has that of the new surroundings', () => {
  const before = { 'specs/login.md': 'a', '/one/.npmrc': 'b', '.git#info/exclude': 'c' };
  const after = { 'specs/login.md': 'a', '/two/.npmrc': 'd', '.git#info/exclude': 'e' };
  const exit: ExitState = {
    frozen: { ...before, 'checks/a.test.ts': 'f' },
    tests: [],
    failing: [],
    guards: [],
    phaseTree: 't',
    baseline: { passing: [], skipped: [], known_failing: [] },
    criteria: null,
    changed: [],
  };
  const author = { name: 'Bea', email: 'bea@example.org' };
  const branch = { name: 'dualgate/login', base: 'b', tree: 't', git_dir: '../one/.git', author, tip: 'c', exits: {} };
  const moved = { name: 'dualgate/login-2', git_dir: '../two/.git' };
  const there = { '/two/.npmrc': 'd', '.git#info/exclude': 'e' };
  expect(moveRun({ branch, frozen: before, exits: { RED: exit } }, { ...moved, frozen: there })).toEqual({
    branch: { ...branch, ...moved },
    frozen: after,
    exits: { RED: { ...exit, frozen: { ...after, 'checks/a.test.ts': 'f' } } },
    session: null,
  });
});
