import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findDoubleIds, readCriteria } from '../../src/evidence/criteria.ts';

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
