import { describe, expect, test } from 'vitest';
import {
  answerPermission,
  judgeToolCall,
  type PermissionRules,
  readToolCall,
} from '../../../../src/agents/programs/acp/turn-facts.ts';
import { OPTIONS } from '../../acp/an-acp-agent.ts';

const FROZEN = 'test/one.test.js is frozen.';
const rules = (permissions: PermissionRules['permissions']): PermissionRules => ({
  permissions,
  places: ['/link/work', '/real/work'],
  judgeWrite: (path) => (path === 'test/one.test.js' ? FROZEN : null),
});

const OUTSIDE = '/etc/hosts is outside the workspace. Work in the workspace only.';

/** Kind, path, and the reasons with `edit` and with `all`; `null`: allowed. */
const ROWS: readonly (readonly [string | null, string | null, string | null, string | null])[] = [
  ['edit', '/real/work/src/one.js', null, null],
  ['edit', 'src/one.js', null, null],
  ['edit', '/real/work/test/one.test.js', FROZEN, FROZEN],
  ['edit', '/link/work/test/one.test.js', FROZEN, FROZEN],
  ['edit', 'test/one.test.js', FROZEN, FROZEN],
  ['edit', '/real/work/src/../test/one.test.js', FROZEN, FROZEN],
  ['delete', '/real/work/test/one.test.js', FROZEN, FROZEN],
  ['move', '/real/work/test/one.test.js', FROZEN, FROZEN],
  ['other', '/real/work/test/one.test.js', FROZEN, FROZEN],
  [null, '/real/work/test/one.test.js', FROZEN, FROZEN],
  ['edit', '/etc/hosts', OUTSIDE, null],
  [
    'edit',
    '/real/work/../work2/a.js',
    '/real/work/../work2/a.js is outside the workspace. Work in the workspace only.',
    null,
  ],
  ['edit', null, 'The request to edit names no file. Name the file.', null],
  ['delete', null, 'The request to delete names no file. Name the file.', null],
  // A frozen file may be read, and a command is not judged by the folder that it names.
  ['read', '/real/work/test/one.test.js', null, null],
  ['search', '/etc/hosts', null, null],
  ['think', null, null, null],
  ['execute', '/real/work', null, null],
  ['execute', null, null, null],
  ['other', null, null, null],
  [null, null, null, null],
  ['fetch', null, 'agent.permissions: edit denies fetch.', null],
  ['switch_mode', null, 'agent.permissions: edit denies switch_mode.', null],
];

describe('a permission request is judged by permissions, phase and path', () => {
  test.each(ROWS)('%s %s', (kind, path, withEdit, withAll) => {
    const call = readToolCall({ kind, title: 'A title', ...(path === null ? {} : { locations: [{ path }] }) }, null);
    const reasonOf = (permissions: PermissionRules['permissions']): string | null => {
      const judged = judgeToolCall(call, rules(permissions));
      return judged.allowed ? null : judged.reason;
    };
    expect([reasonOf('edit'), reasonOf('all')]).toEqual([withEdit, withAll]);
    expect(judgeToolCall(call, rules('ask'))).toMatchObject({ allowed: false, by: 'permissions' });
  });

  test('for each of its files, wherever they were named', () => {
    const started = readToolCall({ kind: 'edit', content: [{ type: 'diff', path: 'test/one.test.js' }] }, null);
    const asked = readToolCall({ title: 'Edit files', locations: [{ path: '/real/work/src/one.js' }] }, started);
    expect(asked).toEqual({
      kind: 'edit',
      title: 'Edit files',
      paths: ['test/one.test.js', '/real/work/src/one.js'],
    });
    expect(judgeToolCall(asked, rules('all'))).toEqual({ allowed: false, by: 'phase', reason: FROZEN });
  });

  test('and what a request holds beside that is no matter', () => {
    const odd = [
      { locations: 'x', content: 5 },
      { locations: [null, { path: 3 }], content: [{ type: 'content', path: 'a' }] },
      {},
    ];
    for (const fields of odd) expect(readToolCall(fields, null)).toEqual({ kind: null, title: null, paths: [] });
  });
});

describe('the answer to a permission request', () => {
  const selected = (optionId: string) => ({ outcome: { outcome: 'selected', optionId } });
  const cancelled = { outcome: { outcome: 'cancelled' } };

  test('is for once where that is offered', () => {
    expect([answerPermission(OPTIONS, true), answerPermission(OPTIONS, false)]).toEqual([
      selected('yes'),
      selected('no'),
    ]);
  });

  test('never grants what it denies, whatever is offered', () => {
    const [always] = OPTIONS;
    expect(answerPermission([always], true)).toEqual(selected('always'));
    for (const options of [[always], [], undefined, 'x', [{ kind: 'reject_once' }]])
      expect(answerPermission(options, false)).toEqual(cancelled);
  });
});
