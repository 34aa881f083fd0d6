import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { coverCriteria } from '../../../src/evidence/cover-criteria.ts';
import type { SuiteReport } from '../../../src/runners/report/suite-report.ts';
import { RUNNERS } from '../../../src/runners/runners.ts';

const CASES = join(import.meta.dirname, 'reports');

const openReader = (sums: 'compare' | 'ignore') => {
  const { junit } = RUNNERS;
  if (junit.report !== 'files') throw new Error('Its reports are files.');
  return junit.readFiles({ onTest: () => {}, nameFile: (path) => path, sums });
};
const read = (bytes: Uint8Array | string, sums: 'compare' | 'ignore' = 'compare'): SuiteReport => {
  const reader = openReader(sums);
  reader.add('r.xml', typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  return reader.finish('r.xml');
};
const readFile = (name: string): SuiteReport => read(readFileSync(join(CASES, name)));
const states = ({ tests }: SuiteReport): readonly string[] => tests.map(({ state, name }) => `${state}: ${name}`);
const suite = (inside: string, attributes = 'name="s"'): string => `<testsuite ${attributes}>${inside}</testsuite>`;

describe('the sums of a JUnit file', () => {
  test.each([
    ['of newman, which counts fewer than it writes', 'newman-3371.xml', 3],
    ['of pytest, which counts subtests', 'pytest-subtests.xml', 2],
  ])('%s, do not hold its tests', (_what, file, passing) => {
    const report = readFile(file);
    expect([report.problems, report.tests.filter(({ state }) => state === 'passed').length]).toEqual([[], passing]);
  });

  test('of assertions (Catch2, doctest) do not hold its tests', () => {
    const tests = '<testcase classname="a.global" name="adds" status="run"/>';
    const sums = 'name="a" errors="0" failures="0" tests="4"';
    expect(read(suite(tests, `${sums} hostname="tbd"`)).problems).toEqual([]);
    expect(read(suite(tests, `${sums} doctest_version="2.4.9"`)).problems).toEqual([]);
  });

  test('of an unknown tool hold once, with both numbers, the file and the way out', () => {
    const { report_complete, problems, tests } = readFile('behat-311.xml');
    expect([report_complete, tests.length, problems]).toEqual([
      false,
      2,
      [
        'r.xml: the suite Feature claims 9 tests and contains 2. dualgate does not know the tool that wrote this: if it lost no test and its sums count something else, an operator can set tests.junit.sums: ignore in the config',
      ],
    ]);
    const reader = openReader('compare');
    for (const name of ['a.xml', 'b.xml', 'c.xml']) reader.add(name, readFileSync(join(CASES, 'behat-311.xml')));
    expect(reader.finish('*.xml').problems).toEqual([
      expect.stringMatching(/^a\.xml: the suite Feature claims 9 tests and contains 2 \(and 2 more of its kind\)\. /),
    ]);
  });

  test('are not compared where the config says so, and a failed test is one as before', () => {
    const failing = suite('<testcase name="a"><failure/></testcase>', 'name="s" tests="7" failures="3"');
    const report = read(failing, 'ignore');
    expect([report.report_complete, states(report)]).toEqual([true, ['failed: s > a']]);
  });

  test('that are smaller than what a whole file holds are no sign of a cut', () => {
    const report = read(suite('<testcase name="a"/><testcase name="b"/>', 'name="s" tests="1" failures="0"'));
    expect([report.problems, report.tests.length]).toEqual([[], 2]);
  });

  test('of a known tool name what it counts where a test is missing', () => {
    const text = `<testsuites name="vitest tests">${suite('<testcase name="a"/>', 'name="s" tests="2"')}</testsuites>`;
    expect(read(text).problems).toEqual([
      'r.xml: the suite s claims 2 tests and contains 1 (Vitest counts test cases)',
    ]);
  });
});

describe('the report of node:test', () => {
  test.each([
    ['node-junit-todo-parent.xml', '1 skipped or todo'],
    ['node-junit-parent-fails.xml', '1 failed'],
  ])('is refused with the way out where it hides the state of a parent: %s', (file, what) => {
    const { report_complete, problems } = readFile(file);
    expect([report_complete, problems]).toEqual([
      false,
      [
        `r.xml: the JUnit report of node:test counts ${what} and does not say which: use runner: node, without --test-reporter=junit`,
      ],
    ]);
  });

  test('is read where it shows what it counts', () => {
    const cases =
      '<testcase name="a"/><testcase name="b"><skipped/></testcase><testcase name="c"><failure/></testcase>';
    const counts = ['tests 4', 'fail 2', 'cancelled 0', 'skipped 0', 'todo 1', 'duration_ms 4.5'];
    const text = `<testsuites>${cases}${counts.map((each) => `<!-- ${each} -->`).join('')}</testsuites>`;
    expect(read(text).problems).toEqual([]);
  });
});

test('a todo of testem that fails without a reason is no test that passed', () => {
  const cases = '<testcase classname="Node" name="a"/><testcase classname="Node" name="b"><todo/></testcase>';
  const report = read(suite(cases, 'name="Testem Tests" tests="2" skipped="0" todo="1" failures="0"'));
  expect([report.problems, states(report)]).toEqual([[], ['passed: Node > a', 'skipped: Node > b']]);
});

describe('the report of node-tap', () => {
  const named = (inside: string, sums: string): string =>
    `<testsuites name="TAP Tests" ${sums}>${suite(inside, `name="a.js" ${sums}`)}</testsuites>`;
  const off = (word: string): string =>
    `<testcase name="${word}" classname="a.js"><properties><property name="${word}" value="true"/></properties></testcase>`;

  test('has tests that are skipped or todo in properties alone', () => {
    const report = read(
      `<testsuites name="TAP Tests" tests="5">${suite(`<testcase name="a" classname="a.js"/>${off('skip')}${off('todo')}`, 'name="a.js" tests="4" assertions="3" failures="0" skipped="2"')}</testsuites>`,
    );
    expect([report.problems, states(report)]).toEqual([
      [],
      ['passed: a.js > a', 'skipped: a.js > skip', 'skipped: a.js > todo'],
    ]);
  });

  test('counts each suite, so that a lost test shows', () => {
    const one = '<testcase name="a" classname="a.js"/>';
    expect(read(named(one, 'tests="2" assertions="1"')).problems).toEqual([]);
    expect(read(named(one, 'tests="3" assertions="2"')).problems[0]).toBe(
      'r.xml: the suite a.js claims 3 tests and contains 1 (node-tap counts test cases, and each suite once more)',
    );
  });

  test('has a file that does not load in its sum of skipped tests alone', () => {
    const report = read(named('', 'tests="1" assertions="0" failures="0" skipped="1"'));
    expect([report.report_complete, report.problems[0]]).toEqual([
      false,
      'r.xml: the suite a.js claims 1 skipped tests and contains none',
    ]);
  });
});

test('a global teardown of Boost.Test that fails is a failure, and no expected one', () => {
  const failing = (name: string) => `<testcase assertions="1" name="${name}"><failure message="failure"/></testcase>`;
  const report = read(
    suite(failing('boost_test-setup-teardown') + failing('expected'), 'id="0" name="m" tests="1" failures="0"'),
  );
  expect(states(report)).toEqual(['failed: m > boost_test-setup-teardown', 'skipped: m > expected']);
});

test('attempts of CodeceptJS that failed, each a case that passes, are a flaky test', () => {
  const attempts = '<properties><property name="retries" value="1"/></properties>';
  const cases = `<testcase name="a" classname="s">${attempts}</testcase><testcase name="a" classname="s"/>`;
  const report = read(`<testsuites name="CodeceptJS">${suite(cases, 'name="s" tests="2" failures="0"')}</testsuites>`);
  expect(report.tests.filter(({ state }) => state === 'failed')).toMatchObject([
    { name: 's > a', message: 'flaky: it failed, and passed when it was run again' },
  ]);
});

describe('a test that was run again', () => {
  test.each([
    ['surefire-2138.xml', ['failed: MainTest > m']],
    ['enricomi-539.xml', ['passed: FlakyTest > a', 'failed: FlakyTest > b']],
    ['gotestsum-384.xml', ['failed: ex.org/pkg > TestA', 'passed: ex.org/pkg > TestB', 'passed: ex.org/pkg > TestA']],
  ])('is named as failed, and its sums count (%s)', (file, expected) => {
    const report = readFile(file);
    expect([report.problems, states(report)]).toEqual([[], expected]);
  });

  test('says that it is flaky, if it passed in the end', () => {
    expect(readFile('enricomi-539.xml').tests[1]?.message).toBe(
      'flaky: it failed, and passed when it was run again\nx',
    );
  });
});

describe('a suite of JUnit XML with a state of its own', () => {
  const passing = '<testcase classname="AC-1 s" name="a"/>';
  const inner = suite('<testcase classname="t" name="a"/>', 'name="t"');
  const around = (inside: string): string => suite(inside, 'name="AC-1 s" tests="1"');
  const passes = (text: string): number | undefined => {
    const run = read(text);
    return coverCriteria(['AC-1'], { ...run, exit_code: 0, ended: 'exited', started_at: '', ms: 0 }).metrics
      .criteria_passing;
  };

  test.each([
    ['skipped', `<skipped/>${passing}`, ['skipped: AC-1 s', 'passed: AC-1 s > a'], []],
    ['skipped, around another', `${inner}<skipped/>`, ['passed: t > a', 'skipped: AC-1 s'], []],
    ['failed', `${passing}<failure message="no"/>`, ['passed: AC-1 s > a'], ['AC-1 s: no']],
    ['errored', `<error message="no"/>${passing}`, ['passed: AC-1 s > a'], ['AC-1 s: no']],
  ])('that is %s counts beside its tests, and passes no criterion', (_how, inside, expected, outside) => {
    const report = read(around(inside));
    expect([report.problems, states(report).toSorted(), report.unhandled_errors]).toEqual([
      [],
      expected.toSorted(),
      outside,
    ]);
    expect([passes(around(inside)), passes(around(passing))]).toEqual([0, 1]);
  });

  test('is the one that its sum of skipped tests means, and never stands for a test that is missing', () => {
    const skip = (tests: number) =>
      suite(`<skipped/>${passing}`, `name="AC-1 s" tests="${tests}" skipped="1" failures="0"`);
    expect([read(skip(1)).problems, read(skip(2)).problems]).toEqual([
      [],
      [expect.stringContaining('claims 2 tests and contains 1')],
    ]);
  });
});

describe('an error that no test has', () => {
  test('beside the tests is an error outside of tests, whatever the exit code', () => {
    const report = readFile('suite-level-error.xml');
    expect([states(report), report.problems, report.unhandled_errors]).toEqual([
      ['passed: s > a'],
      [],
      ['s: after hook threw'],
    ]);
  });

  test('of a whole file, as jest-junit writes it, is a file that does not load', () => {
    const report = readFile('jestjunit-suite-error.xml');
    expect([states(report), report.problems, report.load_failures]).toEqual([
      ['passed: jest tests > ok'],
      [],
      [{ file: 'foo.spec.ts', message: 'boom' }],
    ]);
  });

  test.each([
    ['a class of JUnit 4 or 5', '<testcase classname="p.ATest" name="initializationError">'],
    ['a class of gradle', '<testcase classname="p.ATest" name="classMethod">'],
    ['a class of Ant, or a setup_file of bats', '<testcase classname="p.ATest" name="">'],
    ['a class of unittest', '<testcase classname="" name="setUpClass (t.Sum)">'],
    [
      'hooks of jest',
      `<testcase classname="d" name="Test execution failure: could be caused by test hooks like 'afterAll'.">`,
    ],
    ['hooks of bun', '<testcase classname="d" name="(unnamed)">'],
    [
      'errors outside of the tests of vitest 5',
      '<testcase classname="vitest unhandled errors" name="Unhandled Source Error: Type &apos;string&apos; is not assignable to type &apos;number&apos;.">',
    ],
    ['hooks of mocha', '<testcase classname="d" name="d &quot;before all&quot; hook for &quot;adds&quot;">'],
  ])('of %s is no test', (_what, open) => {
    const report = read(suite(`${open}<error message="down"/></testcase><testcase name="b"/>`, 'name="s" tests="2"'));
    expect([states(report), report.unhandled_errors.length]).toEqual([['passed: s > b'], 1]);
    // The same name on a test that passes is a test.
    expect(read(suite(`${open}</testcase>`)).tests).toHaveLength(1);
  });

  test('of the class in the reports of Surefire is no test', () => {
    const xsi = 'xmlns:xsi="x" xsi:noNamespaceSchemaLocation="https://example.org/surefire-test-report.xsd"';
    const report = read(
      suite(
        '<testcase name="ATest" classname="p.ATest"><error message="up"/></testcase>',
        `name="p.ATest" tests="1" errors="1" ${xsi}`,
      ),
    );
    expect([report.tests, report.unhandled_errors, report.problems]).toEqual([[], ['p.ATest > ATest: up'], []]);
  });
});

describe('the encoding of a JUnit file', () => {
  test.each([
    ['latin1.xml', ['passed: s > café', 'passed: s > cafè']],
    ['latin1-fail.xml', ['failed: s > café', 'passed: s > cafè']],
    ['utf16.xml', ['passed: s > a']],
  ])('is the one of its declaration or mark (%s)', (file, expected) => {
    const report = readFile(file);
    expect([report.problems, states(report)]).toEqual([[], expected]);
  });

  test('may be windows-1252, UTF-16 of both orders with and without a mark, and UTF-8 with a mark', () => {
    const text = `<?xml version="1.0"?>${suite('<testcase name="5 \u20AC"/>')}`;
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(little).swap16();
    const named = text.replace('?>', ' encoding="windows-1252"?>');
    const all = [
      Buffer.from(named, 'latin1').map((byte) => (byte === 0xac ? 0x80 : byte)),
      little,
      big,
      Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
      Buffer.from(`\uFEFF${text}`),
    ];
    expect(all.map((bytes) => states(read(bytes)))).toEqual(all.map(() => ['passed: s > 5 \u20AC']));
  });

  test('that is unknown is refused in words, and so is a name that is not in it', () => {
    const unknown = read(`<?xml version="1.0" encoding="EBCDIC-CP-US"?>${suite('')}`);
    expect(unknown.problems).toEqual([
      'r.xml: it is written in EBCDIC-CP-US, an encoding that dualgate cannot read: write it in UTF-8',
    ]);
    expect(read(Buffer.from(suite('<testcase name="caf\u00E9"/>'), 'latin1')).problems).toEqual([
      'r.xml: the name of a test is not in the encoding of the file: s > caf\uFFFD',
    ]);
  });
});

describe('the name of a test', () => {
  test('has no line after the file of its class (busted)', () => {
    expect(states(read(suite('<testcase classname="sum_spec.lua:2" name="sum is there"/>')))).toEqual([
      'passed: sum_spec.lua > sum is there',
    ]);
    expect(
      states(read(suite('<testcase classname="v1.2:30" name="a"/><testcase classname="at 10:30" name="b"/>'))),
    ).toEqual(['passed: v1.2:30 > a', 'passed: at 10:30 > b']);
  });

  test('is read as its tool writes it, whatever line of TAP the tested code prints', () => {
    const schema = 'xsi:noNamespaceSchemaLocation="surefire-test-report.xsd" xmlns:xsi="x"';
    const { tests, unhandled_errors } = read(
      suite(
        '<testcase name="" classname="a.BTest"><error message="in setUp">no</error></testcase>' +
          '<testcase name="BTest" classname="a.BTest"><error message="in setUp">no</error></testcase>' +
          '<system-out>ok\nok 1 # skip</system-out>',
        `name="a.BTest" tests="2" errors="2" ${schema}`,
      ),
    );
    expect([tests, unhandled_errors.length]).toEqual([[], 2]);
  });

  test('has no number in a suite that numbers its tests (prove), and keeps it elsewhere', () => {
    expect(
      states(read(suite('<testcase name="1 - is there"/><testcase name="2 - adds"/><testcase name="3"/>'))),
    ).toEqual(['passed: s > is there', 'passed: s > adds', 'passed: s > 3']);
    expect(states(read(suite('<testcase name="1 - one"/><testcase name="10 - ten"/>')))).toEqual([
      'passed: s > 1 - one',
      'passed: s > 10 - ten',
    ]);
  });
});

test('a file that is refused tells the failing tests that it holds', () => {
  const text = suite('<testcase name="a"><failure message="got 1"/></testcase><testcase name="b"><fai');
  const report = read(text);
  expect([report.report_complete, states(report), report.problems]).toEqual([
    false,
    ['failed: s > a'],
    [expect.stringContaining('r.xml: it is not well-formed XML'), 'the report holds failed tests: "s > a" (got 1)'],
  ]);
});
