import { describe, expect, test } from 'vitest';
import { suitesOf } from '../../../src/project/config/check-suites.ts';
import { LEAST, parse, problemsOf } from './a-config.ts';

const withTests = (tests: string): string => `${LEAST.slice(0, LEAST.indexOf('tests:'))}${tests}`;

const LIST = withTests(`tests:
  - folder: ./packages/web/
    command: npx vitest run
    writes: [./coverage/**]
    known_failing: ['uploads > survives a restart']
  - name: api
    folder: packages\\api
    command: python3 -m pytest
    timeout: 90s
    hidden: { command: node --test /srv/hidden }
    max_runs: 7
  - command: ./check.sh
    runner: tap
    files: ['checks/**']
    writes: [out/**]
    known_failing: [is slow]
`);

describe('tests as a list', () => {
  test('is one suite each, named by its folder or its place, with its globs as those of the workspace', () => {
    const least = { runner: null, report: null, timeout_ms: 600_000, files: [], coverage: null };
    expect(parse(LIST).tests.suites).toEqual([
      { ...least, name: 'packages/web', folder: 'packages/web', command: ['npx', 'vitest', 'run'] },
      { ...least, name: 'api', folder: 'packages/api', command: ['python3', '-m', 'pytest'], timeout_ms: 90_000 },
      { ...least, name: 'suite 3', folder: '', command: ['./check.sh'], runner: 'tap', files: ['checks/**'] },
    ]);
  });

  test('adds up what concerns the whole workspace; a name that is known to fail is one of its own suite', () => {
    const { suites: _suites, ...shared } = parse(LIST).tests;
    expect(shared).toEqual({
      writes: ['packages/web/coverage/**', 'out/**'],
      known_failing: [
        'uploads > survives a restart',
        'packages/web > uploads > survives a restart',
        'is slow',
        'suite 3 > is slow',
      ],
      hidden: { command: ['node', '--test', '/srv/hidden'], runner: null, timeout_ms: 600_000 },
      fast_first: null,
      max_runs: 7,
    });
  });

  test('of one item is the same as no list', () => {
    const inAList =
      'tests:\n  - { folder: web, command: npx vitest run, known_failing: [is slow], writes: [out/**] }\n';
    const alone = 'tests: { folder: web, command: npx vitest run, known_failing: [is slow], writes: [out/**] }\n';
    expect(parse(withTests(inAList)).tests).toEqual(parse(withTests(alone)).tests);
    expect(parse(withTests(alone)).tests.known_failing).toEqual(['is slow']);
  });

  test('has one limit of memory for all suites, as an amount with a unit', () => {
    const withMemory = (first: string, second: string) =>
      withTests(`tests: [{ name: a, command: npx jest${first} }, { name: b, command: npx jest${second} }]\n`);
    const config = parse(withMemory('', ', memory: 1.5GB'));
    expect(config.tests.memory_bytes).toBe(1.5e9);
    expect(suitesOf(config).map(({ memory }) => memory)).toEqual([
      { bytes: 1.5e9, key: 'tests.memory' },
      { bytes: 1.5e9, key: 'tests.memory' },
    ]);
    expect(suitesOf(parse(LEAST)).map(({ memory }) => memory)).toEqual([{ bytes: null, key: 'tests.memory' }]);
    expect(problemsOf(withMemory(', memory: 1GB', ', memory: 2GB'))[0]).toContain('memory applies to the workspace');
    for (const wrong of ['4', '4 TB', '10MB', '-1GB', '4gb'])
      expect(problemsOf(withMemory(`, memory: ${wrong}`, ''))[0]).toContain(
        'must be an amount of memory of 50MB or more, such as 800MB or 4GB',
      );
  });

  test('says whether the sums of JUnit files are compared, and of no other runner', () => {
    const sumsOf = (written: string) =>
      suitesOf(parse(withTests(`tests: { command: 'a {report}', files: [t/**]${written} }\n`)))[0]?.sums;
    expect([sumsOf(''), sumsOf(', junit: { sums: compare }'), sumsOf(', junit: { sums: ignore }')]).toEqual([
      'compare',
      'compare',
      'ignore',
    ]);
    const ofTap = 'tests: { command: a, runner: tap, files: [t/**], junit: { sums: ignore } }\n';
    expect(() => parse(withTests(ofTap))).toThrow('junit is for runner: junit only (got runner: tap)');
  });

  test('takes the name of a folder for no pattern', () => {
    const tests = 'tests: { folder: "app/(shop)/[id]", command: npx vitest run, files: ["./e2e/**"] }\n';
    expect(parse(withTests(tests)).tests.suites[0]?.files).toEqual(['app/\\(shop\\)/\\[id\\]/e2e/**']);
  });

  test.each([
    ['is empty', 'tests: []\n', ['dualgate.yaml:6:8: tests must be a list of 1 or more suites (got a list)']],
    [
      'is no map',
      'tests: npx vitest run\n',
      [
        'dualgate.yaml:6:8: tests must be a map of keys, or a list of such maps, one for each suite (got "npx vitest run")',
      ],
    ],
    [
      'has an item without a command',
      'tests:\n  - folder: web\n',
      ['dualgate.yaml:7:5: command is missing in tests[0]: it must be a list of words, or one line of text'],
    ],
    [
      'has a key that nobody knows',
      'tests:\n  - command: a\n    foldr: web\n',
      ['dualgate.yaml:8:5: unknown key "foldr" in tests[0]. Did you mean folder?'],
    ],
    [
      'leads out of the workspace',
      'tests:\n  - { command: a, folder: ../other }\n',
      ['dualgate.yaml:7:27: folder must be a path inside the folder of the config (got "../other")'],
    ],
    [
      'has a name that looks like two',
      'tests:\n  - { command: a, name: a > b }\n',
      ['dualgate.yaml:7:25: name must be one line without ">" (got "a > b")'],
    ],
  ])('that %s is refused with its place', (_what, tests, problems) => {
    expect(problemsOf(withTests(tests))).toEqual(problems);
  });

  test('with two suites of one name is refused: the name distinguishes their tests', () => {
    const tests = 'tests:\n  - { folder: web, command: a }\n  - { folder: web, command: b }\n';
    expect(problemsOf(withTests(tests))).toEqual([
      'dualgate.yaml:8:5: two suites have the name "web": give each suite its own name, as it is part of the names of its tests',
    ]);
  });

  test('with two answers to what concerns all is refused, and the same answer twice is one', () => {
    const twice = (one: string, other: string) =>
      problemsOf(withTests(`tests:\n  - { name: a, command: a, ${one} }\n  - { name: b, command: b, ${other} }\n`));
    expect(twice('max_runs: 3', 'max_runs: 4')).toEqual([
      'dualgate.yaml:8:38: max_runs applies to the workspace and is already set at dualgate.yaml:7:38: keep one of them',
    ]);
    expect(twice('max_runs: 3', 'max_runs: 3')).toEqual([]);
    expect(twice('hidden: { command: x /srv }', 'hidden: { command: x /srv }')).toEqual([
      expect.stringContaining('hidden applies to the workspace and is already set at dualgate.yaml:7:36'),
    ]);
  });

  test('names the missing parts of a suite, and a glob over frozen files, at the suite', () => {
    const tests =
      "tests:\n  - command: npx vitest run\n  - name: b\n    command: ./check.sh\n    runner: tap\n    writes: ['ok/**', 'specs/**']\n";
    expect(problemsOf(withTests(tests))).toEqual([
      'dualgate.yaml:11:23: writes[1] must not match specs/slugify.md, which is frozen (got "specs/**")',
      'dualgate.yaml:10:13: runner: tap needs tests.files, since TAP names no files. Write the globs of the test files there: they are frozen when RED is exited',
    ]);
  });
});
