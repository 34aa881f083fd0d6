import { describe, expect, it, test } from 'vitest';
import * as fc from 'fast-check';
import {
  findGoneItems,
  readPlans,
  isMarkedGuard,
  findGuards,
  findDoubleIds,
  readCriteria,
} from '../../src/evidence/criteria.ts';
import { readGuardLines, readGuards } from '../../src/signals/blocks/block-fields.ts';
import type { TestCase } from '../../src/runners/test-run.ts';

const textsOf = (...lines: readonly string[]) => readCriteria(lines.join('\n')).map(({ text }) => text);

describe('the criteria of a spec', () => {
  test('are its checkboxes, with every kind of bullet and at any depth', () =>
    expect(readCriteria('# Spec\n\n- [ ] one\n  * [x] two\n\t+ [X] three\n1. [ ] four\n        2) [ ] five\n')).toEqual(
      [
        { id: null, text: 'one', ticked: false, line: 3 },
        { id: null, text: 'two', ticked: true, line: 4 },
        { id: null, text: 'three', ticked: true, line: 5 },
        { id: null, text: 'four', ticked: false, line: 6 },
        { id: null, text: 'five', ticked: false, line: 7 },
      ],
    ));

  test.each([
    ['AC-3 trims blanks', 'AC-3', 'trims blanks'],
    ['AC-3: trims blanks', 'AC-3', 'trims blanks'],
    ['**AC-3**: trims blanks', 'AC-3', 'trims blanks'],
    ['**AC-3:** trims blanks', 'AC-3', 'trims blanks'],
    ['__AC-3__ trims blanks', 'AC-3', 'trims blanks'],
    ['AC-3 — trims blanks', 'AC-3', 'trims blanks'],
    ['AC-3', 'AC-3', ''],
    ['PAY-REQ-12.1: trims', 'PAY-REQ-12.1', 'trims'],
    ['**AC-3: trims', null, '**AC-3: trims'],
    ['as AC-3 says', null, 'as AC-3 says'],
    ['AC-3x: trims', null, 'AC-3x: trims'],
    ['ac-3 trims', null, 'ac-3 trims'],
    ['AC3: trims', 'AC3', 'trims'],
    ['**AC3** trims', 'AC3', 'trims'],
    ['**AC3:** trims', 'AC3', 'trims'],
    ['[AC-3] trims', 'AC-3', 'trims'],
    ['(R4) trims', 'R4', 'trims'],
    ['R4 - trims', 'R4', 'trims'],
    ['US-1.2: trims', 'US-1.2', 'trims'],
    ['REQ_012: trims', 'REQ_012', 'trims'],
    ['REQ-012 trims', 'REQ-012', 'trims'],
    ['S3 keeps the files', null, 'S3 keeps the files'],
    ['HTTP2 is spoken', null, 'HTTP2 is spoken'],
    ['R4B: trims', null, 'R4B: trims'],
    ['Note: trims', null, 'Note: trims'],
    ['[Note] trims', null, '[Note] trims'],
    ['trims - blanks', null, 'trims - blanks'],
  ])('know the id of %s', (words, id, text) =>
    expect(readCriteria(`- [ ] ${words}`)).toEqual([{ id, text, ticked: false, line: 1 }]),
  );

  test.each([
    '- [2026-01-29] a date',
    '- [link](https://example.org)',
    '- [x](url)',
    '- [ ](url)',
    '- [] no blank',
    '- [-] a dash',
    '- [ ]',
    '- [ ]   ',
    '- [ ]glued',
    '-[ ] glued',
    '[ ] no bullet',
    'text - [ ] in a line',
    '> - [ ] a quote',
    '  > - [ ] a quote',
    '<!-- - [ ] a comment -->',
    '- [ ] <!-- only a comment -->',
  ])('are not read from %j', (line) => expect(readCriteria(line)).toEqual([]));

  test.each([
    ['```', '```'],
    ['~~~', '~~~'],
    ['````md', '````'],
    ['```md', '`````'],
    ['- ```', '  ```'],
    ['<!--', '-->'],
    ['text <!-- and', 'on --> text'],
  ])('are not read between %j and %j', (open, close) =>
    expect(textsOf(open, '- [ ] hidden', close, '- [ ] seen')).toEqual(['seen']),
  );

  test.each([
    ['````', '```'],
    ['```', '~~~'],
    ['```', '``` js'],
  ])('are not read on after a fence %j that %j does not close', (open, close) =>
    expect(textsOf(open, close, '- [ ] hidden')).toEqual([]),
  );

  test('are read on after a comment mark that is only talked about', () =>
    expect(textsOf('Write `<!--` and ``<!-- ` `` at will.', '- [ ] a `<!--` too', '- [ ] b')).toEqual([
      'a `<!--` too',
      'b',
    ]));

  test('are read without the comment in their line', () =>
    expect(textsOf('- [ ] a <!-- note --> b', '<!-- x --> - [ ] c')).toEqual(['a  b', 'c']));

  test('are the same with a BOM and with any line ending', () =>
    fc.assert(
      fc.property(fc.constantFrom('\n', '\r\n', '\r'), fc.constantFrom('', '\uFEFF'), (ending, bom) => {
        expect(readCriteria(bom + ['- [ ] AC-1: a', '', '- [x] b'].join(ending))).toEqual([
          { id: 'AC-1', text: 'a', ticked: false, line: 1 },
          { id: null, text: 'b', ticked: true, line: 3 },
        ]);
      }),
    ));

  test('are as many and as called whether ticked or not', () => {
    const spec = '- [ ] AC-1: a\n- [ ] b\n';
    const untick = (markdown: string) => readCriteria(markdown).map(({ id, text, line }) => ({ id, text, line }));
    expect(untick(spec.replaceAll('[ ]', '[x]'))).toEqual(untick(spec));
  });

  test('of one id are found, with their lines', () =>
    expect(findDoubleIds(readCriteria('- [ ] AC-1: a\n- [ ] AC-2: b\n- [ ] c\n- [ ] AC-1: d\n'))).toEqual([
      { id: 'AC-1', lines: [1, 4] },
    ]));
});

const names = (markdown: string, optional: readonly string[] = []) =>
  readPlans(markdown, optional).map(({ name, ticked }) => `${ticked ? 'x' : '_'} ${name}`);

const ROADMAP = `# Roadmap

## Phase 1

- [x] 01-01: Parse the words
- [ ] 01-02: Print them **twice**

## Nice to have:

- [ ] Colours

### Themes

- [ ] Dark

## Phase 2

- [ ] Optional: sounds
- [ ] Optional chaining
`;

describe('the plans of a roadmap', () => {
  it('are its checkboxes, whole, in their order', () => {
    expect(names(ROADMAP)).toEqual([
      'x 01-01: Parse the words',
      '_ 01-02: Print them **twice**',
      '_ Colours',
      '_ Dark',
      '_ Optional: sounds',
      '_ Optional chaining',
    ]);
  });

  it('leave out sections and items that are optional by name, and none whose name only begins like it', () => {
    expect(names(ROADMAP, ['nice to have', 'OPTIONAL'])).toEqual([
      'x 01-01: Parse the words',
      '_ 01-02: Print them **twice**',
      '_ Optional chaining',
    ]);
    expect(names('- [ ] Plan 1\n- [ ] Plan 10\n- [ ] Plan 1 - the rest\n', ['Plan 1'])).toEqual(['_ Plan 10']);
  });

  it('are not read in fences, quotes and comments', () => {
    expect(names('```\n- [ ] one\n```\n> - [ ] two\n<!-- - [ ] three -->\n- [X] four\n')).toEqual(['x four']);
  });

  it.each([
    ['removed', '- [x] one\n', ['two', 'two']],
    ['reworded', '- [x] one\n- [x] two and a half\n- [x] two\n', ['two']],
    ['merged into one', '- [x] one\n- [x] two\n', ['two']],
    ['moved to where nothing counts', '- [x] one\n# Later\n- [x] two\n- [x] two\n', ['two', 'two']],
    ['only ticked', '- [x] one\n- [x] two\n- [x] two\n', []],
    ['written otherwise', '* [x]  one\n1. [x] two\n- [ ] two\n- [ ] three\n', []],
  ])('are missed by name when they are %s', (_how, now, gone) => {
    const before = readPlans('- [ ] one\n- [ ] two\n- [ ] two\n', ['Later']).map(({ name }) => name);
    expect(findGoneItems(before, readPlans(now, ['Later']))).toEqual(gone);
  });
});

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
