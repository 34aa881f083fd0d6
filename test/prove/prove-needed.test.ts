import { describe, expect, test } from 'vitest';
import type { MutationReport, TestedMutant } from '../../src/evidence/mutation-check/mutation-report.ts';
import { judgeMutationCheck, type SourceStates } from '../../src/prove/prove-needed.ts';

const REPORT: MutationReport = {
  seed: '1',
  mutants_tested: 3,
  mutants_killed: 2,
  mutants: [],
  hunks: { total: 2, tried: 2 },
  reach: { lines: 8, lines_unreached: 0, unreached: [] },
  unproven: [],
  inconclusive: null,
  ms: 1,
};
const { reach: _, ...WITHOUT_REACH } = REPORT;
const MUTANT: TestedMutant = {
  path: 'a.js',
  line: 3,
  kind: 'operator',
  before: 'a + b',
  after: 'a - b',
  end: 'survived',
  why: null,
};
const NONE: SourceStates = { start: '', green: '', end: '' };
const UNPROVEN = { unproven: [{ path: 'a.js', line: 2, lines: 2 }] };

const judge = (report: Partial<MutationReport>, states: SourceStates = NONE) =>
  judgeMutationCheck({ ...REPORT, ...report }, { percent: 50 }, () => states);

describe('the claims of the mutation check', () => {
  test('hold when tests kill mutants and need every change', () => {
    expect(judge({})).toEqual({
      claims: [
        {
          id: 'mutation_check',
          says: 'the suite kills mutants of the changed code: 2 of 3, at least 50 %',
          holds: true,
          because: [],
        },
        {
          id: 'reached',
          says: 'tests reach 8 of 8 changed lines in functions; at least 50 %',
          holds: true,
          because: [],
        },
        {
          id: 'needed',
          says: 'each change to the code is needed by a test: 2 of 2 tested changes',
          holds: true,
          because: [],
        },
      ],
      notes: [],
    });
  });

  test('do not hold for a suite that killed none of enough mutants, and each mutant is named', () => {
    expect(judge({ mutants_killed: 0, mutants: [MUTANT] }).claims[0]).toMatchObject({
      id: 'mutation_check',
      holds: false,
      because: ['mutant survived at a.js:3: a + b → a - b'],
    });
  });

  test('are missing when the check was inconclusive, and the notes say why', () => {
    const report = { ...WITHOUT_REACH, inconclusive: 'no line can have a fault', hunks: { total: 0, tried: 0 } };
    expect(judgeMutationCheck(report, { percent: 50 }, () => NONE)).toEqual({
      claims: [],
      notes: [
        'The mutation check was inconclusive: no line can have a fault.',
        'It was not measured again whether tests reach the changed code.',
      ],
    });
  });

  test('do not hold for code that no test reaches, and name its lines', () => {
    const reach = {
      lines: 8,
      lines_unreached: 5,
      unreached: [{ path: 'a.js', line: 3, lines: 5 }],
      not_asked: { lines: 2, why: 'enough' },
    } as const;
    expect(judge({ reach }).claims[1]).toEqual({
      id: 'reached',
      says: 'tests reach 1 of 8 changed lines in functions; none of a.js:3-7; 2 not asked about (the others decide); at least 50 %',
      holds: false,
      because: ['a.js:3-7: every test stays green although it fails at once'],
    });
    // 6 of 13 lines, and 7 of 14.
    expect(judge({ reach: { ...reach, lines: 13 } }).claims[1]).toMatchObject({ holds: false });
    expect(judge({ reach: { ...reach, lines: 14 } }).claims[1]).toMatchObject({ holds: true, because: [] });
  });

  test('do not say that tests reach code when there was no time to see it', () => {
    const reach = { lines: 8, lines_unreached: 0, unreached: [], not_asked: { lines: 6, why: 'no_time' } } as const;
    const { claims, notes } = judge({ reach });
    expect(claims.map(({ id }) => id)).toEqual(['mutation_check', 'needed']);
    expect(notes).toEqual([
      'It was not measured again whether tests reach the changed code: tests reach 2 of 8 changed lines in functions; 6 not asked about (there was no time).',
    ]);
  });

  test('count changes without enough time in the notes', () => {
    expect(judge({ hunks: { total: 5, tried: 2 } }).notes).toEqual([
      'There was no time to test 3 of 5 changes: nothing is shown about them.',
    ]);
  });
});

describe('a change without which every test stays green', () => {
  const start = 'one\nold\nthree\n';
  const end = 'one\nnew 1\nnew 2\nthree\n';
  const unneeded = ['a.js:2-3: every test stays green without it'];

  test('is code that no test needs', () => {
    const { claims, notes } = judge(UNPROVEN, { start: 'one\nthree\n', green: 'one\nthree\n', end });
    expect(claims[2]).toMatchObject({ id: 'needed', holds: false, because: unneeded });
    expect(notes).toEqual([]);
  });

  test('is refactoring where earlier lines were changed when everything already passed, and is named', () => {
    const { claims, notes } = judge(UNPROVEN, { start, green: start, end });
    expect(claims[2]).toMatchObject({ id: 'needed', holds: true, because: [] });
    expect(notes).toEqual([
      'a.js:2-3 was rewritten after the tests passed, and no test distinguishes it from the earlier code: read it.',
    ]);
  });

  test('is no refactoring where the same lines were written before the tests passed', () => {
    expect(judge(UNPROVEN, { start, green: end, end }).claims[2]).toMatchObject({ holds: false, because: unneeded });
  });
});
