import { describe, expect, test } from 'vitest';
import { refused } from './refused.ts';
import { compileCondition } from '../../../gates/conditions/compile-condition.ts';
import type { Vocabulary } from '../../../gates/metrics.ts';
import { METRIC_VOCABULARY } from './all-metrics.ts';
import { GATES_OF_SPEC_001 } from './gates-of-spec-001.ts';
import { meaningOf } from './printed-expression.ts';

const LETTERS: Vocabulary = { a: 'boolean', b: 'boolean', c: 'boolean', m: 'number', n: 'number' };
const judge = (source: string, values: Readonly<Record<string, unknown>>, vocabulary = LETTERS) =>
  compileCondition(source, vocabulary).judge(values);
const opens = (source: string, values: Readonly<Record<string, unknown>>) => judge(source, values).satisfied;

describe('the conditions of spec 001, word for word', () => {
  test.each(GATES_OF_SPEC_001)(
    '$phase is satisfied by the values that it asks for, and by no spoilt one',
    ({ condition, ready, spoilt }) => {
      const gate = compileCondition(condition, METRIC_VOCABULARY);
      expect(gate.judge(ready)).toEqual({ satisfied: true, unmet: [] });
      for (const { by, unmet } of spoilt) expect(gate.judge({ ...ready, ...by })).toEqual({ satisfied: false, unmet });
    },
  );

  test('gate 2 is satisfied by true alone', () => {
    const signal = compileCondition('exit_signal == true\n', { exit_signal: 'boolean' });
    expect(signal.judge({ exit_signal: true })).toEqual({ satisfied: true, unmet: [] });
    expect(signal.judge({ exit_signal: false }).unmet).toEqual([
      { clause: 'exit_signal == true', because: 'got false, expected true', metrics: ['exit_signal'] },
    ]);
    for (const word of [null, 'true', 1, undefined, {}, []]) {
      expect(signal.judge({ exit_signal: word })).toEqual({
        satisfied: false,
        unmet: [{ clause: 'exit_signal == true', because: 'exit_signal was not measured', metrics: ['exit_signal'] }],
      });
    }
  });

  test('exit_allowed reads as a condition of its own', () => {
    const both = { gate_1: 'boolean', gate_2: 'boolean' } as const;
    const exit = compileCondition('gate_1 == true AND gate_2 == true', both);
    expect(exit.judge({ gate_1: true, gate_2: true }).satisfied).toBe(true);
    expect(exit.judge({ gate_1: true, gate_2: false }).satisfied).toBe(false);
  });
});

describe('a compiled condition', () => {
  test('keeps its text without the blanks around it, and names each metric once, in order', () => {
    const { source, metrics } = compileCondition('\n  n > m\n  AND a OR n == 0 \n', LETTERS);
    expect({ source, metrics }).toEqual({ source: 'n > m\n  AND a OR n == 0', metrics: ['n', 'm', 'a'] });
  });

  test('answers the same for the same values, whatever it judged before', () => {
    const gate = compileCondition('n >= 2', LETTERS);
    const alone = gate.judge({ n: 1 });
    gate.judge({ n: 2 });
    expect(gate.judge({ n: 1 })).toEqual(alone);
  });

  test('does not change with a vocabulary that changes after it was compiled', () => {
    const vocabulary: Record<string, 'number' | 'boolean'> = { a: 'boolean' };
    const gate = compileCondition('a', vocabulary);
    vocabulary['a'] = 'number';
    expect(gate.judge({ a: 1 }).satisfied).toBe(false);
  });
});

describe('a clause that is not met', () => {
  test('names every metric that it depends on, once, in any words and order, and no other', () => {
    const metricsOf = (source: string) => judge(source, {}).unmet.map(({ metrics }) => metrics);
    expect(metricsOf('2 <= n AND NOT (a OR b == a) # c is not asked for\nAND m + n - m == 0 AND false')).toEqual([
      ['n'],
      ['a', 'b'],
      ['m', 'n'],
      [],
    ]);
  });
});

describe('precedence', () => {
  const meaning = (source: string) => meaningOf(compileCondition(source, LETTERS).ast);

  test.each([
    ['a OR b AND c', 'a OR (b AND c)', '(a OR b) AND c'],
    ['a AND b OR c', '(a AND b) OR c', 'a AND (b OR c)'],
    ['NOT a AND b', '(NOT a) AND b', 'NOT (a AND b)'],
    ['NOT a OR b', '(NOT a) OR b', 'NOT (a OR b)'],
    ['NOT a == b', 'NOT (a == b)', '(NOT a) == b'],
    ['m + n == 3', '(m + n) == 3', 'm + (n) - 0 == 3'],
    ['1 < m - n', '1 < (m - n)', '1 < (n - m)'],
    ['m - n - 1 == 0', '(m - n - 1) == 0', 'm - (n - 1) == 0'],
    ['m - n + 1 == 2', '(m - n + 1) == 2', 'm - (n + 1) == 2'],
  ])('%s is %s and not %s', (bare, meant, other) => {
    expect(meaning(bare)).toEqual(meaning(meant));
    expect(meaning(bare)).not.toEqual(meaning(other));
  });

  test('a difference is taken from left to right', () => {
    expect(opens('m - n - 1 == 0 AND m - n + 1 == 2 AND m - (n - 1) == 2', { m: 3, n: 2 })).toBe(true);
  });

  test('words may be written in any case, over several lines, with comments', () => {
    const source = '# what we want\nnot A_ # never\n and (m >= 1 Or n >= 1)\r\n\t== TRUE # last';
    expect(judge(source, { A_: false, m: 0, n: 1 }, { ...LETTERS, A_: 'boolean' })).toEqual({
      satisfied: true,
      unmet: [],
    });
  });

  test('metric names keep their case', () => {
    expect(() => compileCondition('A', LETTERS)).toThrow('A is not a metric. Did you mean a?');
  });
});

describe('an absent metric never helps to satisfy a gate', () => {
  test.each([
    ['a', { b: true }],
    ['NOT a', {}],
    ['NOT NOT a', {}],
    ['NOT (a AND b)', { b: true }],
    ['a OR NOT a', {}],
    ['a == a', {}],
    ['a != b', { b: true }],
    ['n == n', {}],
    ['n >= 0', {}],
    ['NOT n > 5', {}],
    ['m - n <= 5', { m: 1 }],
    ['m + n - n == 1', { m: 1 }],
    ['(a OR b) == true', { b: false }],
    ['(a AND b) == false', { b: true }],
  ])('%s over %o', (source, values) => expect(opens(source, values)).toBe(false));

  test('a part that does not depend on it is judged without it', () => {
    expect(opens('a OR b', { b: true })).toBe(true);
    expect(opens('NOT (a AND b)', { b: false })).toBe(true);
  });
});

describe('values that a metric cannot have', () => {
  const odd: readonly unknown[] = [
    Number.NaN,
    Number.POSITIVE_INFINITY,
    0.5,
    -1,
    1e12,
    2 ** 60,
    '2',
    '',
    true,
    null,
    undefined,
    2n,
    [2],
    { valueOf: () => 2 },
    new Number(2),
    () => 2,
    Symbol('2'),
  ];

  test.each(odd.map((value) => ({ value })))('$value is no number', ({ value }) => {
    expect(judge('n >= 0 OR n < 0', { n: value })).toEqual({
      satisfied: false,
      unmet: [
        { clause: 'n >= 0 OR n < 0', because: 'n >= 0: n was not measured; n < 0: n was not measured', metrics: ['n'] },
      ],
    });
  });

  test.each([1, 0, 'true', 'false', null, {}, new Boolean(true)].map((value) => ({ value })))(
    '$value is no boolean',
    ({ value }) => {
      expect(opens('a OR NOT a', { a: value })).toBe(false);
    },
  );

  test('the largest number of a metric is the largest that can be written', () => {
    expect(opens('n == 999999999999', { n: 999_999_999_999 })).toBe(true);
    expect(opens('n > 0', { n: 1_000_000_000_000 })).toBe(false);
  });
});

describe('an agent that can shape the values', () => {
  const LENT: Vocabulary = Object.fromEntries([['toString', 'boolean']]);

  test('cannot lend a metric by inheritance', () => {
    expect(opens('a', Object.create({ a: true }))).toBe(false);
    expect(judge('toString', {}, LENT).satisfied).toBe(false);
    expect(judge('__proto__', JSON.parse('{"a":true}'), JSON.parse('{"__proto__":"boolean"}')).satisfied).toBe(false);
  });

  test('can measure a metric with an odd name only as its own', () => {
    const vocabulary: Vocabulary = JSON.parse('{"__proto__":"boolean","constructor":"number"}');
    expect(
      judge('__proto__ AND constructor == 1', JSON.parse('{"__proto__":true,"constructor":1}'), vocabulary).satisfied,
    ).toBe(true);
  });

  test('cannot throw from within: an unreadable value is absent', () => {
    const thrower = {
      get n(): number {
        throw new Error('gotcha');
      },
    };
    const { proxy, revoke } = Proxy.revocable({ n: 2 }, {});
    revoke();
    for (const values of [thrower, proxy]) {
      expect(judge('n >= 2', values)).toEqual({
        satisfied: false,
        unmet: [{ clause: 'n >= 2', because: 'n was not measured', metrics: ['n'] }],
      });
    }
  });

  test.each(['null', '2', '"n"', '[]', 'true'])('cannot break it with no values at all (%s)', (ledgerLine) => {
    expect(judge('n >= 2', JSON.parse(ledgerLine)).satisfied).toBe(false);
  });

  test('cannot answer two questions about one metric differently', () => {
    let asked = 0;
    const wavering = {
      get n() {
        asked += 1;
        return asked;
      },
    };
    expect(opens('n == 1 AND n == 2', wavering)).toBe(false);
    expect(asked).toBe(1);
  });
});

describe('an unknown metric', () => {
  test.each([
    ['tests_pasing == 1', '1:1 tests_pasing is not a metric. Did you mean tests_passing?'],
    ['has_adr AND Tests_Total > 1', '1:13 Tests_Total is not a metric. Did you mean tests_total?'],
    ['consecutive_runs >= 2', '1:1 consecutive_runs is not a metric. Did you mean consecutive_green_runs?'],
    ['coverage >= 80', '1:1 coverage is not a metric. docs/reference/conditions.md lists them all.'],
    ['exit_signal == true', '1:1 exit_signal is not a metric. docs/reference/conditions.md lists them all.'],
    ['__proto__', '1:1 __proto__ is not a metric. docs/reference/conditions.md lists them all.'],
    ['constructor == toString', '1:1 constructor is not a metric. docs/reference/conditions.md lists them all.'],
    [
      `${'x'.repeat(9_000)} == 1`,
      `1:1 ${'x'.repeat(9_000)} is not a metric. docs/reference/conditions.md lists them all.`,
    ],
  ])('%.40s', (source, problem) => expect(refused(source)).toBe(problem));

  test('where few are known, all of them are named', () =>
    expect(refused('tests_total > 1', { gate_1: 'boolean', gate_2: 'boolean' })).toBe(
      '1:1 tests_total is not a metric that can be used here. Use one of: gate_1, gate_2.',
    ));
});

describe('types that do not fit', () => {
  test.each([
    [
      'has_adr == 1',
      '1:1 has_adr is true or false and 1 is a number. Compare numbers with numbers, and true or false with true or false.',
    ],
    [
      'has_adr AND\n tests_total != true',
      '2:2 tests_total is a number and true is true or false. Compare numbers with numbers, and true or false with true or false.',
    ],
    ['has_adr < has_c4_diagrams', '1:1 has_adr is true or false, and < needs numbers. Write == or !=.'],
    ['(tests_total > 1) >= has_adr', '1:1 tests_total > 1 is true or false, and >= needs numbers. Write == or !=.'],
    ['has_adr + 1 == 2', '1:1 has_adr is true or false, and + and - need numbers. Join clauses with AND or OR.'],
    ['1 - true == 0', '1:5 true is true or false, and + and - need numbers. Join clauses with AND or OR.'],
    ['tests_total', '1:1 tests_total is a number, not a clause. Write tests_total > 0.'],
    [
      'has_adr OR tests_passing  +  1',
      '1:12 tests_passing + 1 is a number, not a clause. Write tests_passing + 1 > 0.',
    ],
    ['NOT tests_total', '1:5 tests_total is a number, not a clause. Write tests_total > 0.'],
    ['1', '1:1 1 is a number, not a clause. Compare it, as in tests_total >= 1.'],
  ])('%j', (source, problem) => expect(refused(source)).toBe(problem));

  test('the whole message says where, what and the way out', () =>
    expect(refused('tests_total')).toBe('1:1 tests_total is a number, not a clause. Write tests_total > 0.'));
});

const VOCABULARY = { a: 'number', b: 'number', c: 'number', yes: 'boolean' } as const;

/** Of each comparison, by the clauses of the condition. */
const distances = (condition: string, values: Readonly<Record<string, unknown>>) =>
  compileCondition(condition, VOCABULARY)
    .measure(values)
    .map((clause) => clause.distances.map(({ comparison, distance }) => [comparison, distance]));

describe('the distance of a comparison', () => {
  test.each([
    ['a == 3', 5, 2],
    ['a == 3', 1, 2],
    ['a >= 3', 1, 2],
    ['a > 3', 1, 3],
    ['a <= 3', 5, 2],
    ['a < 3', 5, 3],
    ['a != 3', 3, 1],
    ['3 <= a', 1, 2],
    ['a >= 3', 7, 0],
    ['a == 3', 3, 0],
  ])('%s over %i: %i steps are missing', (condition, a, distance) => {
    expect(distances(condition, { a })).toEqual([[[condition, distance]]]);
  });

  test('is 1 or 0 for flags', () => {
    expect(distances('yes', { yes: false })).toEqual([[['yes', 1]]]);
    expect(distances('yes == true', { yes: false })).toEqual([[['yes == true', 1]]]);
    expect(distances('NOT yes', { yes: true })).toEqual([[['NOT yes', 1]]]);
    expect(distances('NOT yes', { yes: false })).toEqual([[['NOT yes', 0]]]);
  });

  test('counts between two metrics, and over sums', () => {
    expect(distances('a == b', { a: 2, b: 7 })).toEqual([[['a == b', 5]]]);
    expect(distances('a + b >= c', { a: 1, b: 1, c: 5 })).toEqual([[['a + b >= c', 3]]]);
  });

  test('is given for each comparison of an unmet clause, also inside OR and under NOT', () => {
    expect(distances('a == 0 AND (b >= 5 OR NOT (c < 9 OR yes))', { a: 1, b: 2, c: 6, yes: false })).toEqual([
      [['a == 0', 1]],
      [
        ['b >= 5', 3],
        ['NOT c < 9', 3],
        ['NOT yes', 0],
      ],
    ]);
  });

  test('is 0 throughout a clause that is met: its values no longer matter', () => {
    expect(distances('a == 0 OR yes', { a: 9, yes: true })).toEqual([
      [
        ['a == 0', 0],
        ['yes', 0],
      ],
    ]);
  });

  test('is unknown where a metric is absent', () => {
    expect(distances('a == b AND yes AND c >= 1', { a: 1, b: 'x', c: 0 })).toEqual([[], [], [['c >= 1', 1]]]);
  });
});
