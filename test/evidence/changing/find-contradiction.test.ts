import { expect, test } from 'vitest';
import { findContradiction } from '../../../src/evidence/changing/declared-changes.ts';
import { aTestRun } from '../../runners/a-test-run.ts';
import { textsOf } from '../findings/a-finding.ts';

const OLD = 'test/list.test.js > lists nothing';
const NEW = 'test/list.test.js > AC-1: lists one';
const SNAPSHOT = 'test/__snapshots__/list.test.js.snap';

const find = async (
  states: { readonly old: 'passed' | 'failed'; readonly fresh: 'passed' | 'failed'; readonly message?: string },
  frozen: Readonly<Record<string, string>> = {},
  text = "test('lists nothing', () => {});\n",
): Promise<string> => {
  const { old, fresh, message } = states;
  const file = 'test/list.test.js';
  const run = aTestRun([
    { file, name: 'lists nothing', state: old, ...(message !== undefined && { message }) },
    { file, name: 'AC-1: lists one', state: fresh },
  ]);
  const known = {
    baseline: { passing: [OLD], failing: [], skipped: [], known_failing: [] },
    failing: [NEW],
    frozen: { [file]: 'as it was', ...frozen },
    readFrozen: async () => text,
  };
  return textsOf(await findContradiction(run, known)).join('\n');
};

test('an old test that alone fails names the command that lets it be edited', async () => {
  expect(await find({ old: 'failed', fresh: 'passed' })).toContain(`(dualgate reopen '${OLD}' -m "why")`);
});

test('one whose snapshot is old names the command that accepts a new snapshot', async () => {
  const states = { old: 'failed', fresh: 'passed', message: 'Snapshot `lists nothing 1` mismatched' } as const;
  expect(await find(states, { [SNAPSHOT]: 'as it was' })).toContain(
    `update its snapshot and report BLOCKED: an operator can accept that (dualgate accept ${SNAPSHOT} -m "why")`,
  );
  // One of two places where the runner may keep it.
  const absent = { 'test/snapshots/list.test.js.snap': 'absent' };
  expect(await find(states, { ...absent, [SNAPSHOT]: 'as it was' })).toContain(
    `(dualgate accept ${SNAPSHOT} -m "why")`,
  );
  expect(await find(states, absent)).toContain('dualgate reopen');
  // Without a frozen snapshot it is a test like others, and an inline one is in its lines.
  expect(await find(states)).toContain('dualgate reopen');
});

test('one that has no place of its own names the command that accepts the file', async () => {
  const loop = 'for (const name of names) test(name, () => {});\n';
  expect(await find({ old: 'failed', fresh: 'passed' }, {}, loop)).toContain(
    'edit it and report BLOCKED: an operator can accept that (dualgate accept test/list.test.js -m "why")',
  );
});

test('nothing contradicts while a new test fails, or when all pass', async () => {
  expect(await find({ old: 'failed', fresh: 'failed' })).toBe('');
  expect(await find({ old: 'passed', fresh: 'passed' })).toBe('');
});
