import { describe, expect, test } from 'vitest';
import { aCase, answered, measured } from './a-case.ts';

const lines = (...values: readonly unknown[]) =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');

describe('a file of cases', () => {
  test('is answered line by line in its order, and counts false exits and false holds apart', async () => {
    const red = measured({ tests_failing: 1, tests_passing: 2 });
    const { events, tally } = await answered(
      lines(
        { ...aCase(), id: 'met', expected: { can_exit: true, next: 'exit' } },
        { ...aCase(), id: 'false exit', expected: { gate_1: true, can_exit: false } },
        '',
        { ...red, id: 'false hold', expected: { can_exit: true } },
        { ...red, id: 'another word', expected: { can_exit: false, gate_2: null } },
        { ...red, id: 'expects nothing' },
      ),
    );
    expect(tally).toEqual({ cases: 5, expecting: 4, differing: 3, false_exits: 1, false_holds: 1, bad_lines: 0 });
    expect(
      events.map((each) => (each.type === 'answered' ? [each.line, each.answer.id, each.differences] : each)),
    ).toEqual([
      [1, 'met', []],
      [2, 'false exit', [{ key: 'can_exit', expected: false, answered: true }]],
      [4, 'false hold', [{ key: 'can_exit', expected: true, answered: false }]],
      [5, 'another word', [{ key: 'gate_2', expected: null, answered: true }]],
      [6, 'expects nothing', []],
    ]);
  });

  test('is answered in spite of a line that is no case, of which is said what is wrong', async () => {
    const { events, tally } = await answered(
      lines(
        '{"id": "cut", "pha',
        '[]',
        JSON.stringify(aCase()).replace('"metrics":{', '"metrics":{"tests_\\u0074otal":9,'),
        { ...aCase(), phase: 'BLUE' },
        { ...aCase(), metrics: { tests_total: '3' } },
        { ...aCase(), context: { iteration: 0 } },
        { ...aCase(), context: { repeat_before: { line: 'x', count: 1e15 } } },
        aCase(),
      ),
    );
    expect(tally).toEqual({ cases: 1, expecting: 0, differing: 0, false_exits: 0, false_holds: 0, bad_lines: 7 });
    expect(events.flatMap((each) => (each.type === 'bad_line' ? [[each.line, each.problem]] : []))).toEqual([
      [1, expect.stringMatching(/^is not JSON \(/)],
      [2, expect.stringMatching(/^a case: /)],
      [3, 'the key "tests_total" appears twice in one object'],
      [4, expect.stringMatching(/^phase: .*RED/)],
      [5, 'metrics.tests_total: must be a number, true, false or null'],
      [6, expect.stringMatching(/^context\.iteration: /)],
      [7, expect.stringMatching(/^context\.repeat_before\.count: /)],
    ]);
  });

  test('reports an unknown key once, and a fact that is no metric not at all', async () => {
    const odd = { ...measured({ tests_pasing: 3, interrupted: false }), context: { itteration: 2 } };
    const { events } = await answered(lines(odd, odd));
    expect(events.filter(({ type }) => type === 'unknown_key')).toEqual([
      { type: 'unknown_key', line: 1, key: 'metrics.tests_pasing' },
      { type: 'unknown_key', line: 1, key: 'context.itteration' },
    ]);
  });

  test('may begin with a byte order mark, end its lines with CRLF, and lack the last newline', async () => {
    const text = `\uFEFF${lines(aCase(), aCase()).replace('\n', '\r\n')}`;
    expect((await answered(text)).tally).toMatchObject({ cases: 2, bad_lines: 0 });
  });

  test('without a case has nothing to answer', async () => {
    expect((await answered('\n\n')).tally).toMatchObject({ cases: 0, differing: 0 });
  });
});
