import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTap } from '../../../src/runners/tap/tap.runner.ts';

const read = (...lines: string[]) => {
  const reader = readTap(() => {});
  reader.push(Buffer.from(lines.map((line) => `${line}\n`).join('')));
  return reader.finish();
};
const states = (...lines: string[]) => read(...lines).tests.map(({ name, state }) => `${state}: ${name}`);
const WHOLE = {
  report_fresh: true,
  report_complete: true,
  tests: [],
  load_failures: [],
  unhandled_errors: [],
  problems: [],
};

describe('a TAP stream', () => {
  test('is read with the plan first or last, and with output of others in between', () => {
    const points = ['ok 1 - adds', '---', '}', 'what the code prints', 'not ok 2 - takes away'];
    const expected = ['passed: adds', 'failed: takes away'];
    expect(states('TAP version 13', '1..2', ...points)).toEqual(expected);
    expect(states('TAP version 14', ...points, '1..2')).toEqual(expected);
    expect(read(...points, '1..2').report_complete).toBe(true);
  });

  test('counts skip and todo as skipped, failing or not, and knows an escaped hash', () => {
    expect(
      states('1..5', 'ok 1 - a # SKIP later', 'not ok 2 b # todo', 'not ok 3 # Skipped', 'ok 4 - c \\# SKIP', 'ok'),
    ).toEqual(['skipped: a', 'skipped: b', 'skipped: test 3', 'passed: c # SKIP', 'passed: test 5']);
  });

  test('has no number in the name of a test, whichever blanks are around it', () => {
    expect(states('1..2', 'ok     1\tSum.adds', 'not ok 2\tSum.waits')).toEqual([
      'passed: Sum.adds',
      'failed: Sum.waits',
    ]);
  });

  test('has no test in a failed hook, which takes no number: it is an error outside of tests', () => {
    const hook = 'hooks "before each" hook for "waits"';
    const run = read('ok 1 - a', `not ok 2 - ${hook}`, 'not ok 2 - setup_file failed', 'ok 2 - b', '1..4');
    expect(run).toMatchObject({
      ...WHOLE,
      tests: [{ name: 'a' }, { name: 'b' }],
      unhandled_errors: [hook, 'setup_file failed'],
    });
  });

  test('takes the message of a failed test out of its details and skips all else in them', () => {
    const run = read(
      'not ok 1 - a',
      '  ---',
      "  message: 'one is not two'",
      '  stack: |-',
      '    ok 7',
      '  ...',
      '1..1',
    );
    expect(run).toEqual({ ...WHOLE, tests: [{ file: '', name: 'a', state: 'failed', message: 'one is not two' }] });
  });

  test('counts the leaves of subtests, and a parent that fails by itself', () => {
    expect(
      states(
        '# Subtest: sum',
        '    # Subtest: of nothing',
        '        ok 1 - is 0',
        '        1..1',
        '    ok 1 - of nothing',
        '    not ok 2 - adds',
        '    1..2',
        'not ok 1 - sum',
        '    1..0',
        'not ok 2 - hooks',
        '1..2',
      ),
    ).toEqual(['passed: sum > of nothing > is 0', 'failed: sum > adds', 'failed: hooks']);
  });

  test('reads the same with CR LF, and however its bytes are cut', () => {
    const lines = ['TAP version 14', 'not ok 1 - ä', '  ---', '  error: nein, €', '  ...', 'ok 2 # skip', '1..2'];
    const bytes = Buffer.from(lines.map((line) => `${line}\r\n`).join(''));
    const expected = read(...lines);
    expect(expected.tests).toHaveLength(2);
    fc.assert(
      fc.property(fc.array(fc.nat(bytes.length)), (cuts) => {
        const places = [0, ...cuts.sort((a, b) => a - b), bytes.length];
        const reader = readTap(() => {});
        for (const [at, to] of places.slice(1).entries()) reader.push(bytes.subarray(places[at], to));
        expect(reader.finish()).toEqual(expected);
      }),
    );
  });

  test('of no tests is whole', () => expect(read('TAP version 14', '1..0 # no tests')).toEqual(WHOLE));

  test.each<[string, string[], string]>([
    ['without a plan', ['ok 1 - a'], 'the TAP stream has no plan (1..N): it was cut off, or is not TAP'],
    ['with fewer tests than planned', ['1..2', 'ok 1 - a'], 'the TAP stream planned 2 tests and has 1'],
    [
      'with a test that somebody printed',
      ['ok 1 - a', 'ok - fake', '1..1'],
      'the TAP stream planned 1 tests and has 2',
    ],
    ['with a number twice', ['1..2', 'ok 1', 'ok 1 - again'], 'the TAP stream has two tests 1 (again)'],
    [
      'with a hook that passed and a number twice',
      ['ok 1 - a', 'ok 1 - b "before all" hook', '1..2'],
      'the TAP stream has two tests 1 (b "before all" hook)',
    ],
    [
      'with a number twice around a failed hook',
      ['ok 1 - a', 'not ok 2 - "before all" hook', 'ok 1 - b', '1..3'],
      'the TAP stream has two tests 1 (b)',
    ],
    ['with a number beyond its plan', ['1..2', 'ok 1', 'ok 3'], 'the TAP stream planned 1..2 and has a test 3'],
    ['with the number 0', ['1..1', 'not ok 0 - set up'], 'the TAP stream planned 1..1 and has a test 0'],
    ['with a second plan', ['1..1', 'ok 1', '1..1'], 'the TAP stream has two plans'],
    [
      'with a second version',
      ['TAP version 13', '1..1', 'ok 1', 'TAP version 13'],
      'there is more than one TAP stream',
    ],
    ['that bails out', ['1..1', 'ok 1', 'Bail out! no disk'], 'the TAP stream bailed out: no disk'],
    ['with subtests of nobody', ['1..1', 'ok 1', '    ok 1', '    1..1'], 'subtests of the TAP stream have no parent'],
    [
      'with subtests that were cut',
      ['    1..2', '    ok 1', 'ok 1 - a', '1..1'],
      'the block of subtests of "a" in the TAP stream planned 2 tests and has 1',
    ],
    [
      'with subtests that nobody planned',
      ['# b', '    ok 1', 'ok 1 - a', '1..1'],
      'the block of subtests of "a" in the TAP stream has no plan (1..N): it was cut off, or is not TAP',
    ],
    [
      'with a block that never ends',
      ['1..1', 'ok 1 - a {', '    ok 1', '    1..1'],
      'subtests of the TAP stream have no parent',
    ],
    [
      'with details that never end',
      ['1..1', 'ok 1', '  ---', '  a: 1'],
      'the details of the last test in the TAP stream have no end',
    ],
  ])('%s is not complete', (_how, lines, problem) => {
    const { report_complete, problems } = read(...lines);
    expect([report_complete, problems]).toEqual([false, [problem]]);
  });

  test.each([
    ['ok 1 - a # skip', 'skipped: a', 'none'],
    ['ok 1 - a # TODO & SKIP later', 'skipped: a', 'none'],
    ['ok 1 - a # Skipped: later', 'skipped: a', 'none'],
    ['ok 1 # SKIP a', 'skipped: a', 'none'],
    ['ok 1 - a # time=1.5ms', 'passed: a', 'none'],
    ['ok 1 - a # time=1.5ms # TODO', 'skipped: a', 'none'],
    ['ok 1 - a # SKIP see # todo', 'skipped: a', 'none'],
    ['ok 1 - a \\# todo', 'passed: a # todo', 'none'],
    ['ok 1 - a \\\\ # todo', 'skipped: a \\', 'none'],
    ['ok 1 - a#skip b', 'passed: a#skip b', 'none'],
    ['ok 1 - a #skipper b', 'passed: a #skipper b', 'none'],
    ['ok 1 - a # b', 'passed: a # b', 'none'],
    ['ok 1 - a # todos', 'passed: a # todos', 'a note'],
    ['ok 1 - a #skip b', 'skipped: a #skip b', 'a problem'],
    ['ok 1 - a# skip b', 'skipped: a# skip b', 'a problem'],
    ['ok 1 - #skip', 'skipped: #skip', 'a problem'],
    ['not ok 1 - a # b # TODO', 'skipped: a # b # TODO', 'a problem'],
  ])('reads %s as %s, with %s', (line, expected, doubt) => {
    const { problems, notes = [] } = read(line, '1..1');
    const found = problems.length > 0 ? 'a problem' : notes.length > 0 ? 'a note' : 'none';
    expect([...states(line, '1..1'), found]).toEqual([expected, doubt]);
  });

  test('has details behind comments, and a block of subtests behind the details', () => {
    const run = read(
      'not ok 1 - a',
      '# why',
      '  ---',
      '  error: b',
      '  ...',
      '{',
      '    ok 1 - c',
      '    1..1',
      '}',
      '1..1',
    );
    expect(run).toEqual({
      ...WHOLE,
      tests: [
        { file: '', name: 'a > c', state: 'passed' },
        { file: '', name: 'a', state: 'failed', message: 'b' },
      ],
    });
  });

  test('that holds no TAP is not fresh', () => {
    expect(read('all tests passed')).toMatchObject({ report_fresh: false, report_complete: false });
  });

  test('cut anywhere before its last line is never complete', () => {
    const whole = ['TAP version 14', '1..2', '    ok 1 - x', '    1..1', 'ok 1 - a', 'ok 2 - b'].join('\n');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: whole.lastIndexOf('ok 2') + 1 }), (length) => {
        const reader = readTap(() => {});
        reader.push(Buffer.from(whole.slice(0, length)));
        expect(reader.finish().report_complete).toBe(false);
      }),
    );
  });
});
