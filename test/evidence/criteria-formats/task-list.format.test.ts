import { describe, expect, test } from 'vitest';
import { looksLikeJson, taskListFormat } from '../../../src/evidence/criteria-formats/task-list.format.ts';
import { PRD } from './samples.ts';

const read = (data: unknown) => taskListFormat.read(JSON.stringify(data));
const namesOf = (data: unknown) => read(data)?.map(({ id, text }) => `${id} ${text}`) ?? null;

describe('a task list of a Ralph loop', () => {
  test('gives the acceptance criteria of its stories, each with an id from its story', () => {
    expect(taskListFormat.read(PRD)).toEqual([
      { id: 'US-001.1', text: 'Add a priority: A column is added', ticked: true, line: 9 },
      { id: 'US-001.2', text: 'Add a priority: The default is medium', ticked: true, line: 10 },
      { id: 'US-002.1', text: 'Show it: A badge is shown', ticked: false, line: 19 },
    ]);
  });

  test('is the same with CRLF and a BOM', () =>
    expect(taskListFormat.read(`\uFEFF${PRD.replaceAll('\n', '\r\n')}`)).toEqual(taskListFormat.read(PRD)));

  test.each([
    ['a bare array', [{ id: 'A-1', title: 'T', acceptanceCriteria: ['c'] }]],
    ['stories', { stories: [{ id: 'A-1', title: 'T', acceptance_criteria: ['c'] }] }],
    ['features', { features: [{ id: 'A-1', name: 'T', acceptanceCriteria: 'c' }] }],
    ['maps', { tasks: [{ id: 'A-1', title: 'T', acceptanceCriteria: [{ text: 'c' }] }] }],
  ])('may be of another shape: %s', (_what, data) => expect(namesOf(data)).toEqual(['A-1.1 T: c']));

  test('counts a story without criteria as one: its steps are only how to try it', () =>
    expect(
      namesOf([
        { category: 'ui', description: 'A chat opens', steps: ['Open', 'Look'], passes: false },
        { passes: true },
      ]),
    ).toEqual(['US-1.1 A chat opens']));

  test.each([
    [7, 'US-7.1 c'],
    ['12b', 'US-12b.1 c'],
    ['feature/log in', 'feature-log-in.1 c'],
    ['../../x', 'x.1 c'],
    ['日本', 'US-1.1 c'],
    [null, 'US-1.1 c'],
    ['', 'US-1.1 c'],
  ])('makes an id that a test can be named after of %j', (id, expected) =>
    expect(namesOf([{ id, acceptanceCriteria: ['c'] }])).toEqual([expected]),
  );

  test('takes the lines of one text, and steps in keys of their own', () => {
    expect(namesOf([{ id: 'A', acceptanceCriteria: '- one\r\n\n2. two' }])).toEqual(['A.1 one', 'A.2 two']);
    const steps = '[{ "id": "A", "acceptanceCriteria": [{ "id": "AC1", "given": "a", "when": "b", "then": "c" }] }]';
    expect(taskListFormat.read(steps)).toMatchObject([{ id: 'A.1', text: 'AC1: given a, when b, then c' }]);
  });

  test.each([
    ['no JSON', '{ "userStories": ['],
    ['Markdown that begins with a link', '[a](b)\n- [ ] c'],
    ['a package', '{ "name": "a", "scripts": {} }'],
    ['other tasks', '{ "version": "2", "tasks": [{ "label": "build", "command": "make" }] }'],
    ['a number', '5'],
    ['lists of nothing', '[null, 1, "a", []]'],
    ['an inherited key', '{ "__proto__": { "stories": [{ "passes": true, "title": "a" }] } }'],
  ])('is not %s', (_what, text) => expect(taskListFormat.read(text)).toBe(null));

  test('survives values of every wrong type', () =>
    expect(
      read({ userStories: [{ id: {}, title: 5, acceptanceCriteria: [1, null, {}, [], ''], passes: 'no' }, 3] }),
    ).toEqual([]));

  test('is meant where the text begins like JSON', () =>
    expect(['{', '\uFEFF\n [', '# {', ''].map(looksLikeJson)).toEqual([true, true, false, false]));

  test('is read in time when it is huge, also where its texts are escaped', () => {
    const stories = Array.from({ length: 5_000 }, (_, i) => ({ id: `S-${i}`, acceptanceCriteria: ['ü'.repeat(50)] }));
    expect(taskListFormat.read(JSON.stringify(stories).replaceAll('ü', '\\u00fc'))).toHaveLength(5_000);
    expect(taskListFormat.read('['.repeat(500_000))).toBe(null);
  });
});
