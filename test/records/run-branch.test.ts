import { expect, test } from 'vitest';
import { foldCommit, type RunBranch, startBranch } from '../../src/records/run-branch.ts';

test('a branch has no commit at its start; then its tip, and the commit of the last exit of each phase', () => {
  const start = {
    name: 'dualgate/slugify',
    base: 'a'.repeat(40),
    git_dir: '.git',
    tree: 't',
    author: { name: 'Ann', email: 'ann@example.org' },
  };
  const begun = startBranch(start);
  expect(begun).toEqual({ ...start, tip: null, exits: {} });
  const exits: readonly (readonly [string | null, string])[] = [
    [null, 'b'],
    ['RED', 'c'],
    ['RED', 'd'],
  ];
  const commits = exits.map(([phase, commit], record) => ({ phase, commit, record, parent: 'p', tree: 't' }));
  expect(commits.reduce<RunBranch | null>(foldCommit, begun)).toEqual({ ...start, tip: 'd', exits: { RED: 'd' } });
  expect(commits.reduce<RunBranch | null>(foldCommit, null)).toBe(null);
});
