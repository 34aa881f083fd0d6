import { expect, test } from 'vitest';
import { scopeOf } from '../../../src/queue/restate/engine-leases.ts';

const SPELLINGS = [
  'https://host.example/team/app.git',
  'https://ann@Host.example/team/app',
  'https://ann:secret@host.example:443/team/app/',
  'ssh://git@host.example/team/app.git',
  'ssh://git@host.example:22/team/app.git/',
  'git@host.example:team/app.git',
  'host.example:/team/app',
];

test('one remote has one scope on the engine, however a machine spells it', () =>
  expect(new Set(SPELLINGS.map(scopeOf)).size).toBe(1));

test('a path is one remote with and without its scheme and its ending', () =>
  expect(new Set(['/srv/app.git', 'file:///srv/app.git', '/srv/app/'].map(scopeOf)).size).toBe(1));

test('remotes with one name of the last folder have scopes of their own', () => {
  const others = [
    'https://host.example/team/app.git',
    'https://host.example/other/app.git',
    'https://other.example/team/app.git',
    'https://host.example:8443/team/app.git',
    '/srv/app.git',
    '/srv/team/app.git',
  ];
  expect(new Set(others.map(scopeOf)).size).toBe(others.length);
  for (const each of others) expect(scopeOf(each)).toMatch(/^app-[0-9a-f]{16}$/);
});
