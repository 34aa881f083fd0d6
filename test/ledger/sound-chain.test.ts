import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPrintedObject } from '../../src/ledger/sound-chain.ts';

const RUNS = { numRuns: Number(process.env['DUALGATE_TRIALS'] ?? 500) };

const scan = (text: string): boolean => {
  const bytes = Buffer.from(`before${text}behind`);
  return isPrintedObject(bytes, 6, bytes.length - 6);
};

const isReadByJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Objects as they come, with keys and strings that need escapes. */
const anObject = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue({ stringUnit: 'binary' }));

describe('the scan of a record', () => {
  test('says yes to every object that JSON.stringify prints', () => {
    fc.assert(
      fc.property(anObject, (value) => {
        expect(scan(JSON.stringify(value))).toBe(true);
      }),
      RUNS,
    );
  });

  test('says yes to nothing that JSON.parse would refuse, whatever byte is put, lost or exchanged', () => {
    let accepted = 0;
    const anEdit = fc.record({
      at: fc.nat(200),
      lost: fc.nat(2),
      put: fc.constantFrom(
        '',
        '"',
        '\\',
        ',',
        ':',
        '{',
        '}',
        '[',
        ']',
        '0',
        '-',
        '.',
        'e',
        'u',
        'n',
        ' ',
        '\u0000',
        '\n',
        '1',
      ),
    });
    fc.assert(
      fc.property(anObject, anEdit, (value, { at, lost, put }) => {
        const text = JSON.stringify(value);
        const place = at % text.length;
        const edited = `${text.slice(0, place)}${put}${text.slice(place + lost)}`;
        if (!scan(edited)) return;
        accepted += 1;
        expect(isReadByJson(edited), edited).toBe(true);
      }),
      RUNS,
    );
    // Both answers occur, or nothing was shown.
    expect(accepted / RUNS.numRuns).toBeGreaterThan(0.05);
    expect(accepted / RUNS.numRuns).toBeLessThan(0.95);
  });

  test.each([
    ['{}', true],
    ['{"a":{"b":[]}}', true],
    ['{"a":-0.5e+10,"b":[true,false,null],"c":"\\u00e4\\n"}', true],
    ['[]', false],
    ['"text"', false],
    ['{"a":1}{"b":2}', false],
    ['{"a":1', false],
    ['{"a":[1}]', false],
    ['{"a":01}', false],
    ['{"a":1.}', false],
    ['{"a":.5}', false],
    ['{"a":+1}', false],
    ['{"a":1e}', false],
    ['{"a":-}', false],
    ['{"a":tru}', false],
    ['{"a":NaN}', false],
    ['{"a":"\\x"}', false],
    ['{"a":"\\u12"}', false],
    ['{"a":"\n"}', false],
    ['{"a":1,}', false],
    ['{"a"}', false],
    ['{a:1}', false],
    ['{"a":[1,]}', false],
    // Good JSON that no record is printed as: a no only asks for a closer look.
    ['{ "a":1}', false],
    [`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`, false],
  ])('reads %s: %s', (text, expected) => expect(scan(text)).toBe(expected));

  test('does not read on behind the end that it was given', () => {
    const bytes = Buffer.from('{"a":"b"}');
    expect([8, 9, 7].map((end) => isPrintedObject(bytes, 0, end))).toEqual([false, true, false]);
  });
});
