import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readTap } from '../../../src/runners/tap/tap.runner.ts';

const read = (name: string) => {
  const reader = readTap(() => {});
  reader.push(readFileSync(new URL(`streams/${name}.tap`, import.meta.url)));
  return reader.finish();
};
const states = (name: string) => read(name).tests.map((each) => `${each.state}: ${each.name}`);
const error = (what: string, name: string) =>
  `"${what}" ended the test "${name}", and no assertion of it did. Let a stub return a wrong value, so that the test fails at an assertion.`;

describe('a stream of a real runner', () => {
  test.each([
    ['node-todo-parent-fails', ['passed: AC-1 slugs > lower', 'skipped: AC-1 slugs', 'passed: plain']],
    [
      'node-24.21.0-expect-failure',
      [
        'passed: plain',
        'skipped: fails as expected',
        'skipped: fails with a label',
        'skipped: fails with a matcher',
        'skipped: fails by a method',
        'skipped: passes and should not',
        'skipped: fails otherwise',
        'skipped: a suite > fails as its suite says',
        'skipped: a suite',
        'skipped: a parent > a child',
        'skipped: a parent',
      ],
    ],
    ['tap-todo-parent', ['passed: AC-1 slugs > lower', 'skipped: AC-1 slugs', 'passed: two']],
    ['tap-skip-parent', ['passed: slugs > lower', 'skipped: slugs', 'passed: two']],
    ['tap-buffered-then-skip', ['passed: slugs > lower', 'skipped: AC-1 two']],
    ['tap-ends-with-buffered', ['passed: a', 'passed: slugs > lower']],
    ['perl-test2-buffered', ['passed: slugs > lower', 'passed: slugs > one', 'passed: two']],
    [
      'perl-test2-skip',
      ['passed: AC-2 helpers > lower', 'skipped: skipped test', 'skipped: AC-1 slugs join with a dash'],
    ],
    [
      'perl-test2-blocks',
      [
        'passed: todo sub > lower',
        'skipped: todo sub',
        'passed: with { brace > x',
        'passed: with { brace > deep > y',
        'skipped: skip all',
        'failed: fails > z',
        'passed: fails > with # hash',
        'passed: ends with {',
        'passed: streamed > st',
      ],
    ],
    [
      'perl-test-more',
      [
        'passed: adds',
        'passed: AC-2 nested > x',
        'passed: AC-2 nested > y',
        'skipped: all skipped',
        'skipped: AC-1 todo',
        'failed: todo sub > inner',
        'skipped: todo sub',
        'skipped: why',
        'skipped: why (2)',
      ],
    ],
    ['tapjs-664', ['passed: LazyRange#skip drops items', 'passed: Stream#skipWhile keeps order']],
    ['tap14-any-order', ['passed: test 2', 'passed: test 3', 'passed: test 1']],
    ['unnamed', ['passed: test 1', 'failed: test 2', 'passed: test 3']],
    [
      'busted-pending',
      ['passed: A ok', 'failed: A fails', 'failed: A errs', 'skipped: a_spec.lua:5: later', 'skipped: A todo one'],
    ],
    ['brittle-4.1.0-green', ['passed: a', 'passed: b']],
    [
      'brittle-4.1.0',
      [
        'passed: a',
        'passed: b',
        'failed: fails',
        'skipped: skipped',
        'skipped: todo',
        'passed: nested',
        'passed: nested fn',
        'passed: empty',
        'passed: async',
        'passed: after',
      ],
    ],
    [
      'vitest-4.1.12',
      [
        'passed: a.test.js > suite #1 > adds',
        'skipped: a.test.js > suite #1 > skipped',
        'skipped: a.test.js > suite #1 > todo',
        'failed: a.test.js > suite #1 > fails',
        'skipped: a.test.js > all skipped > x',
        'skipped: a.test.js > all skipped',
        'skipped: a.test.js > todo suite',
        'passed: a.test.js > top # hash',
        'passed: a.test.js > expected',
      ],
    ],
    [
      'tap-21.8.0',
      [
        'passed: test/a.test.js > adds > one',
        'skipped: test/a.test.js > skipped',
        'skipped: test/a.test.js > todo',
        'passed: test/a.test.js > nested > deep > y',
        'skipped: test/a.test.js > nested > deep skip',
        'skipped: test/a.test.js > nested > assert',
        'passed: test/a.test.js > with # hash',
        'failed: test/a.test.js > fails > one is two',
      ],
    ],
    [
      'ava-6.4.1',
      ['skipped: skipped', 'skipped: todo', 'passed: adds', 'failed: fails', 'passed: failing', 'passed: top # hash'],
    ],
    ['bats-1.8.2-timing', ['passed: old', 'skipped: skipped', 'failed: fails']],
    [
      // Its lines of tests that are off are no points, and each name has a duration in it.
      '../../../recorded/reports/testem-tap/report',
      ['adds', 'fails', 'is skipped', 'is todo'].map(
        (name, at) => `${['passed', 'failed', 'skipped', 'skipped'][at]}: Chrome 156.0 - sum: ${name}`,
      ),
    ],
    ['tape-qs', ['failed: AC-1: compactKeys() leaves out undefined', 'passed: one test', 'skipped: another test']],
  ])('%s is whole, and says what each test is', (name, expected) => {
    expect(read(name)).toMatchObject({ report_complete: true, problems: [], unhandled_errors: [] });
    expect(read(name)).not.toHaveProperty('notes');
    expect(states(name)).toEqual(expected);
  });

  test('of vitest has the message of a failed test, whose details are indented by four blanks', () => {
    expect(read('vitest-4.1.12').tests.find(({ state }) => state === 'failed')?.message).toBe(
      'expected 1 to be 2 // Object.is equality',
    );
  });

  test('of Check has the same names when a test fails and when it passes', () => {
    const names = ['adds', 'zero', 'crash'].map((name) => `tests/t.c:core:${name}`);
    expect(read('check-0.15.2-red').tests).toEqual([
      {
        file: '',
        name: names[0],
        state: 'failed',
        message: "Assertion 'sum(1, 2) == 3' failed: sum(1, 2) == 0, 3 == 3",
      },
      { file: '', name: names[1], state: 'passed' },
      { file: '', name: names[2], state: 'failed', message: 'Received signal 11 (Segmentation fault)' },
    ]);
    expect(states('check-0.15.2-green')).toEqual(names.map((name) => `passed: ${name}`));
  });
});

test('a line that only begins as those of testem do is output', () => {
  const reader = readTap(() => {});
  reader.push(Buffer.from('TAP version 13\nok 1 - a\nskip 2 files\ntodo 2 - [more] - b\n1..2\n'));
  expect(reader.finish()).toMatchObject({
    report_complete: false,
    problems: ['the TAP stream planned 2 tests and has 1'],
  });
});

describe('a name with "#"', () => {
  test('is a name, and is told where another reader takes it for a directive', () => {
    expect(states('hash-names')).toEqual([
      'passed: opens the #todo-list tab',
      'passed: task #todoCount is 3',
      'passed: renders # Todos heading',
    ]);
    expect(read('hash-names')).toMatchObject({
      report_complete: true,
      notes: [
        'The line `ok 3 - renders # Todos heading` of the TAP stream counts as a test with "#" in its name. To other readers it is a skipped or todo test: to skip a test, its line needs " # SKIP" or " # TODO" and then a blank.',
      ],
    });
  });

  test('that nobody can tell from a skipped test holds, with the line and both readings', () => {
    expect(states('spec14-url')).toEqual([
      'passed: not skipped: https://example.org/page.html#skip is a url',
      'passed: opens #todo-list',
      'skipped: a #SKIP b',
      'passed: c # skipping works',
    ]);
    expect(read('spec14-url')).toMatchObject({
      report_complete: false,
      problems: [
        'the line `ok 3 - a #SKIP b` of the TAP stream is a skipped or todo test to some readers, and the name of a test to others. To skip a test, its line needs " # SKIP" or " # TODO" once, with the blanks. If it is a name, give the test another one without this "#"',
      ],
    });
  });
});

describe('a stream of tape', () => {
  test('has a test for each comment, told apart by order where two have one name', () => {
    expect(states('tape-5.10.2')).toEqual([
      'passed: passes',
      'passed: a note',
      'failed: fails',
      'skipped: skipped',
      'skipped: skipped why a reason',
      'skipped: todo',
      'skipped: todo why',
      'skipped: assert skip',
      'passed: same',
      'passed: same (2)',
      'passed: inner 1',
      'passed: inner 2',
      'passed: outer with',
      'passed: inner',
      'passed: plan',
      'failed: plan short',
      'failed: plan long',
      'failed: slow',
      'failed: twice',
      'passed: with # hash and newline',
      'passed: (anonymous)',
      'failed: rejects',
      'failed: error',
      'failed: error said',
      'failed: throws',
      'failed: match',
      'passed: dash',
      'failed: never ends',
    ]);
    expect(read('tape-5.10.2').notes).toEqual([
      '2 tests have the name "same": they are told apart by their order, as "same (2)". Give each its own name.',
    ]);
  });

  test('takes the first failed assertion for the reason of a test', () => {
    expect(read('tape-5.10.2').tests.find(({ name }) => name === 'fails')?.message).toBe('one is two');
  });

  test('says that an error, and no assertion, ended a test', () => {
    expect(read('tape-5.10.2')).toMatchObject({
      report_complete: true,
      unhandled_errors: [
        error('slow timed out after 20ms', 'slow'),
        error('TypeError: x is no function', 'rejects'),
        error('test exited without ending: never ends', 'never ends'),
      ],
    });
    expect(states('tape-async-stub')).toEqual(['passed: other', 'failed: AC-1 sum']);
    expect(read('tape-async-stub').unhandled_errors).toEqual([error('Error: not implemented', 'AC-1 sum')]);
  });

  test('that ends in a test is not complete, and names the test', () => {
    expect(read('tape-throws')).toMatchObject({
      report_complete: false,
      problems: [
        'the TAP stream has no plan (1..N): it was cut off, or is not TAP',
        'the TAP stream ends in the test "throws": an error outside of its assertions ended the process. A stub must return a wrong value, so that the test fails at an assertion',
      ],
    });
  });
});
