import { describe, expect, test } from 'vitest';
import { judgeSnapshot } from '../../../src/evidence/changing/judge-snapshot.ts';

const HEAD = '// Jest Snapshot v1, https://jestjs.io/docs/snapshot-testing\n';
type Entries = Readonly<Record<string, string>>;
const fileOf = (entries: Entries): string =>
  [HEAD, ...Object.entries(entries).map(([key, value]) => `exports[\`${key}\`] = \`${value}\`;\n`)].join('\n');

const OLD = {
  'list shows nothing 1': '""',
  'list shows nothing: twice 1': '"\\`"',
  'list shows one 1': '\n<b>\n  \\${1}\n',
};
const NOTHING = 'list shows nothing 1';
const judge = (
  after: Entries | string | null,
  { removed = [], fresh = [] }: { readonly removed?: readonly string[]; readonly fresh?: readonly string[] } = {},
) =>
  judgeSnapshot({
    before: fileOf(OLD),
    after: after === null || typeof after === 'string' ? after : fileOf(after),
    edited: removed.length > 0 ? [] : ['list > shows nothing'],
    removed,
    fresh,
    others: ['list > shows one'],
  });
const without = (key: string): Entries => Object.fromEntries(Object.entries(OLD).filter(([each]) => each !== key));

describe('a snapshot file', () => {
  test('may change in the values of the edited test, with all their numbers and hints', () => {
    const after = {
      ...OLD,
      [NOTHING]: '"nothing"',
      'list shows nothing: twice 1': '"two"',
      'list shows nothing 2': '1',
    };
    expect(judge(after)).toEqual({ text: fileOf(after) });
    expect(judge(without(NOTHING))).toEqual({ text: fileOf(without(NOTHING)) });
  });

  test('may get values of new tests, which the code from before does not need', () => {
    const after = { ...OLD, [NOTHING]: '"nothing"', 'list AC-1: shows two 1': '2' };
    expect(judge(after, { fresh: ['list > AC-1: shows two'] })).toEqual({
      text: fileOf({ ...OLD, [NOTHING]: '"nothing"' }),
    });
    expect(judge(after)).toEqual({ why: 'the value "list AC-1: shows two 1" changed, too' });
  });

  test('may lose the values of a removed test', () => {
    expect(judge(without(NOTHING), { removed: ['list > shows nothing'] })).toEqual({ text: fileOf(without(NOTHING)) });
    expect(judge({ ...OLD, [NOTHING]: '1' }, { removed: ['list > shows nothing'] })).toEqual({
      why: `the value "${NOTHING}" changed, too`,
    });
  });

  test.each([
    ['changed', { ...OLD, [NOTHING]: '1', 'list shows one 1': '2' }, 'list shows one 1'],
    ['gone', without('list shows one 1'), 'list shows one 1'],
    ['new, of no test', { ...OLD, 'list shows nothing else 1': '2' }, 'list shows nothing else 1'],
  ])('may not change where another value is %s', (_, after, key) => {
    expect(judge(after)).toEqual({ why: `the value "${key}" changed, too` });
  });

  test.each([
    ['code in a value', fileOf({ ...OLD, [NOTHING]: '${process.pid}' })],
    ['code beside the values', `${fileOf(OLD)}\nglobalThis.isRed = true;\n`],
    ['a value that is written twice', `${fileOf(OLD)}\nexports[\`${NOTHING}\`] = \`1\`;\n`],
    ['another header', fileOf(OLD).replace('v1', 'v2')],
    ['bytes that are no text', '\0\u0001'],
  ])('may not change by %s', (_, after) => {
    expect(judge(after)).toEqual({ why: 'more than recorded values changed' });
  });

  test('that is new may have values of new tests alone', () => {
    const question = { before: null, edited: [], removed: [], fresh: ['adds'], others: ['lists'] };
    expect(judgeSnapshot({ ...question, after: fileOf({ 'adds 1': '2' }) })).toEqual({ text: HEAD + '\n' });
    expect(judgeSnapshot({ ...question, after: fileOf({ 'lists 1': '2' }) })).toEqual({
      why: 'the value "lists 1" changed, too',
    });
    expect(judgeSnapshot({ ...question, after: `${fileOf({ 'adds 1': '2' })}run();\n` })).toEqual({
      why: 'more than recorded values changed',
    });
  });
});
