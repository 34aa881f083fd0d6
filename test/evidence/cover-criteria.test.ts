import { textsOf } from './findings/a-finding.ts';
import { describe, expect, test } from 'vitest';
import { coverCriteria, findingsOfCoverage, findTestsOf } from '../../src/evidence/cover-criteria.ts';
import { aTestRun, failed, passed, skipped } from '../runners/a-test-run.ts';

const covers = (id: string, name: string): boolean =>
  coverCriteria([id], aTestRun([passed(name)])).metrics.criteria_covered === 1;

describe('a criterion', () => {
  test.each(['АC-1: Cyrillic', 'AC–1: long dash', 'ＡＣ-1: wide', 'ΑC-1: Greek'])(
    'is not covered by what only looks like its id, and that is named: %s',
    (name) => {
      const run = aTestRun([failed(name)]);
      const coverage = coverCriteria(['AC-1'], run);
      expect(coverage).toMatchObject({ without_test: ['AC-1'], look_alikes: [{ id: 'AC-1', test: `t.js > ${name}` }] });
      expect(findingsOfCoverage(coverage, 'must_fail', run).map(({ code }) => code)).toEqual([
        'criteria.without_test',
        'criteria.look_alike',
      ]);
    },
  );

  test('is covered by a test that names it, and passing when one of them passes', () => {
    const run = aTestRun([passed('AC-1: a'), failed('AC-1: b'), failed('suite > AC-2 c')]);
    expect(coverCriteria(['AC-1', 'AC-2', 'AC-3'], run)).toEqual({
      broken: [],
      earlier: [],
      metrics: { criteria_covered: 2, criteria_passing: 1 },
      without_test: ['AC-3'],
      without_passing: ['AC-2'],
      shared: [],
      look_alikes: [],
    });
  });

  test.each([
    ['is todo or skipped', skipped('AC-1 slug')],
    ['failed', failed('AC-1 slug')],
  ])('in the name of a parent that %s has no passing test, whatever its subtests are', (_how, parent) => {
    const run = aTestRun([passed('AC-1 slug > lowers'), passed('AC-1 slug > AC-2 joins'), parent]);
    expect(coverCriteria(['AC-1', 'AC-2'], run)).toMatchObject({
      metrics: { criteria_covered: 2, criteria_passing: 1 },
      without_passing: ['AC-1'],
    });
  });

  test('is not passing while an error outside of tests names it: a hook of its suite failed', () => {
    const passing = (error: string) =>
      coverCriteria(['AC-1'], { ...aTestRun([passed('AC-1 sum > adds')]), unhandled_errors: [error] }).metrics
        .criteria_passing;
    expect([passing('a.test.js: AC-1 sum: no'), passing('a.test.js: AC-12 sum: no')]).toEqual([0, 1]);
  });

  test('is passing by a test of its own beside a skipped parent, and below one that does not name it', () => {
    const run = aTestRun([passed('later > AC-1 lowers'), skipped('later'), passed('AC-2 b'), skipped('AC-2 c')]);
    expect(coverCriteria(['AC-1', 'AC-2'], run).metrics.criteria_passing).toBe(2);
  });

  test.each([
    'AC-12: x',
    'AC-1.2: x',
    'XAC-1: x',
    'AC-1-b: x',
    'MAC-AC-1 x',
    'ac-1: x',
    'test_ac_12_x',
    'test_ac_1_2_x',
    'test_mac_1_x_ac_10',
    'TestAC12_X',
    'TestAC1_2_X',
    'TestMAC_AC_1',
    'pac_1_man',
    'ac 1',
    'backtrac_1',
    'ac12Hyphen',
    'mac1Hyphen',
    'ac1',
    'ac1hyphen',
    'hyphenAc12',
    'hyphenAc1_2',
  ])('is not named by %s', (name) => {
    expect(covers('AC-1', name)).toBe(false);
  });

  test.each([
    'AC-1',
    '[AC-1] x',
    'x (AC-1).',
    'AC-12, AC-1',
    'AC1: x',
    'AC_1 x',
    'suite > AC-1 > with {"a":1}',
    'AC-1 [2-3]',
    'test_ac_1_no_hyphen',
    'test_ac1_no_hyphen',
    'test_no_hyphen_ac_1',
    'test_AC_1_no_hyphen',
    'test_ac_1[1-2]',
    'tests::ac_1_no_hyphen',
    'TestAC1_NoHyphen',
    'TestAC1NoHyphen',
    'TestAC1',
    'TestSlug > AC-1:_no_hyphen',
    'ac1NoHyphen',
    'demo.SlugTest > ac1NoHyphen',
    'testAc1NoHyphen',
    'noHyphenAc1',
  ])('is named by %s', (name) => {
    expect(covers('AC-1', name)).toBe(true);
  });

  test.each([
    ['US-1.2', 'US-1.2 x', true],
    ['US-1.2', 'TestUS1_2_X', true],
    ['US-1.2', 'US-12 x', false],
    ['REQ-012', 'test_req_012_x', true],
    ['REQ-012', 'REQ-12 x', false],
    ['R4', 'R4: x', true],
    ['R4', 'R-4: x', true],
    ['R4', 'for4 x', false],
    ['PAY-REQ-12.1', 'test_pay_req_12_1_x', true],
    ['PAY-REQ-12', 'payReq12Paid', true],
    ['US-1.2', 'us1_2Paid', true],
    ['US-1.2', 'us12Paid', false],
  ])('%s in the test %s: %s', (id, name, named) => {
    expect(covers(id, name)).toBe(named);
  });
});

describe('the findings about criteria', () => {
  const run = aTestRun([passed('AC-1: a'), failed('AC-2, AC-3 and AC-4'), passed('AC-4: alone too')]);
  const coverage = coverCriteria(['AC-1', 'AC-2', 'AC-3', 'AC-4', 'AC-5'], run);

  test('names the ones without a test', () => {
    expect(textsOf(findingsOfCoverage(coverage, 'must_pass', run))).toEqual([
      'AC-3, AC-5 have no test: write one for each criterion, with its id in the name.',
      'The test "t.js > AC-2, AC-3 and AC-4" names AC-2, AC-3, AC-4, and stands for one of them. Write a test for each criterion.',
    ]);
  });

  test('names one without a passing test, unless a test that fails or is skipped is listed anyway', () => {
    const broken = { ...aTestRun([passed('AC-1: a'), failed('AC-2: b')]), unhandled_errors: ['AC-1: its hook failed'] };
    const found = coverCriteria(['AC-1', 'AC-2'], broken);
    expect(found.without_passing).toEqual(['AC-1', 'AC-2']);
    expect(textsOf(findingsOfCoverage(found, 'must_pass', broken))).toEqual([
      'AC-1 has no passing test: a test with this id in its name must pass.',
    ]);
  });

  test('says nothing of a criterion whose changed earlier test fails: that is listed anyway', () => {
    const run = aTestRun([passed('AC-1: a'), failed('an empty cart has no total')]);
    const changed = [{ test: 't.js > an empty cart has no total', because: 'AC-2' }];
    const found = coverCriteria(['AC-1', 'AC-2'], run, { changed });
    expect(found.without_passing).toEqual(['AC-2']);
    expect(findingsOfCoverage(found, 'must_pass', run)).toEqual([]);
  });

  test('does not ask for a test that a file may have which does not load', () => {
    const broken = {
      ...aTestRun([passed('AC-1: a')]),
      load_failures: [{ file: 'b.test.js', message: 'SyntaxError: x' }],
    };
    const found = coverCriteria(['AC-1', 'AC-2'], broken);
    expect(found.without_test).toEqual(['AC-2']);
    expect(findingsOfCoverage(found, 'must_pass', broken)).toEqual([]);
  });

  test('says nothing of failing ones where tests must fail', () => {
    expect(textsOf(findingsOfCoverage(coverage, 'must_fail', run))).toEqual([
      'AC-3, AC-5 have no test: write one for each criterion, with its id in the name.',
      'The test "t.js > AC-2, AC-3 and AC-4" names AC-2, AC-3, AC-4, and stands for one of them. Write a test for each criterion.',
    ]);
  });

  test('is nothing where no criterion has an id', () => {
    expect(textsOf(findingsOfCoverage(coverCriteria([], run), 'must_pass', run))).toEqual([]);
  });
});

describe('the tests of a criterion', () => {
  const namesOf = (ids: readonly string[], names: readonly string[], more: Parameters<typeof findTestsOf>[2] = {}) =>
    [...findTestsOf(ids, names.map(passed), more)].map(([id, tests]) => [id, tests.map(({ name }) => name)]);

  test('are those whose innermost name with an id has it', () => {
    expect(namesOf(['AC-1', 'AC-2'], ['AC-1 and AC-2 > AC-1: adds', 'AC-1 and AC-2 > AC-2: sums > with 0'])).toEqual([
      ['AC-1', ['AC-1 and AC-2 > AC-1: adds']],
      ['AC-2', ['AC-1 and AC-2 > AC-2: sums > with 0']],
    ]);
  });

  test('are shared out: a test with several ids stands for one that has no other', () => {
    expect(namesOf(['AC-1', 'AC-2', 'AC-3'], ['AC-1, AC-2', 'AC-1', 'AC-2, AC-3'])).toEqual([
      ['AC-1', ['AC-1']],
      ['AC-2', ['AC-1, AC-2']],
      ['AC-3', ['AC-2, AC-3']],
    ]);
    expect(namesOf(['AC-1', 'AC-2'], ['AC-1, AC-2'])).toEqual([
      ['AC-1', ['AC-1, AC-2']],
      ['AC-2', []],
    ]);
  });

  test('may stand for all that the spec names together', () => {
    const together = [['AC-2', 'AC-1']];
    expect(namesOf(['AC-1', 'AC-2', 'AC-3'], ['AC-1, AC-2', 'AC-2, AC-3'], { together })).toEqual([
      ['AC-1', ['AC-1, AC-2']],
      ['AC-2', ['AC-1, AC-2']],
      ['AC-3', ['AC-2, AC-3']],
    ]);
  });

  test('are new in the run: an earlier one counts where no phase asked for new ones, and there is no new one', () => {
    const names = ['AC-1: old', 'AC-2: old', 'AC-2: new'];
    const isNew = (test: string) => test.endsWith('new');
    expect(namesOf(['AC-1', 'AC-2'], names, { isNew })).toEqual([
      ['AC-1', []],
      ['AC-2', ['AC-2: new']],
    ]);
    expect(namesOf(['AC-1', 'AC-2'], names, { isNew, mayBeOld: true })).toEqual([
      ['AC-1', ['AC-1: old']],
      ['AC-2', ['AC-2: new']],
    ]);
    const run = aTestRun(names.map(passed));
    expect(textsOf(findingsOfCoverage(coverCriteria(['AC-1'], run, { isNew }), 'must_fail', run))).toEqual([
      'AC-1 has no test: write one for each criterion, with its id in the name.',
      'The test "t.js > AC-1: old" was there before the run: only a new test covers AC-1, or one that AC-1 changes.',
    ]);
  });
});
