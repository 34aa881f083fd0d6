import { describe, expect, test } from 'vitest';
import { printJson } from '../../../src/ledger/json.ts';
import { cut, finding, FINDING_CODES } from '../../../src/evidence/findings/findings.ts';
import { isAbout } from '../../../src/evidence/findings/is-about.ts';
import { sampleOf } from './render-findings.ts';

describe('a finding', () => {
  test('shows its code, its place, its values and one sentence', () => {
    expect(finding('mutants.unproven', { path: 'src/one.js', line: 3, lines: 2, only_new: false })).toEqual({
      code: 'mutants.unproven',
      where: { path: 'src/one.js', line: 3 },
      values: { lines: 2, only_new: false },
      text: 'No test needs lines 3-4 of src/one.js: unproven. Test this change, or undo it.',
    });
    expect(finding('tampering.changed', { path: 't.js' })).toMatchObject({ where: { path: 't.js' }, values: {} });
    // The package at the root of a module of Go is no path.
    expect(finding('tests.not_loaded', { path: '', message: './a_test.go:7:16: undefined: b' }).text).toBe(
      'A test file does not load: ./a_test.go:7:16: undefined: b',
    );
    expect(finding('mutants.not_tested')).not.toHaveProperty('where');
  });

  test.each(FINDING_CODES)(
    'of the kind %s can be recorded, and its sentence names every value that a person needs',
    (code) => {
      const sample = sampleOf(code);
      expect(JSON.parse(printJson({ ...sample }))).toEqual(sample);
      expect(sample.text).not.toMatch(/undefined|null|NaN|\[object/);
      for (const value of [sample.where?.path ?? '', ...Object.values(sample.values)].flat())
        if (typeof value === 'string' && !isOfOtherWords(code, value)) expect(sample.text).toContain(value);
    },
  );

  test('is about its own kind and those above it, and about no kind with merely the same beginning', () => {
    expect(isAbout({ code: 'tampering.changed' }, 'tampering')).toBe(true);
    expect(isAbout({ code: 'tampering.changed' }, 'tampering.changed')).toBe(true);
    expect(isAbout({ code: 'tamperings.changed' }, 'tampering')).toBe(false);
    expect(isAbout({ code: 'tests.flaky.more' }, 'tests.flaky')).toBe(true);
    expect(isAbout({ code: 'tampering' }, 'tampering.changed')).toBe(false);
  });
});

/** A basis has a sentence of its own; the globs stand in the command; which list lost an item is said by the line before. */
const isOfOtherWords = (code: string, value: string): boolean =>
  code === 'completion.without_signal' || value === 'ROADMAP.md';

test('a list is cut to ten, and the rest is counted', () => {
  const paths = Array.from({ length: 12 }, (_, n) => `${n}`);
  expect(cut(paths)).toEqual({ paths: paths.slice(0, 10), more: 2 });
  expect(cut(['a'])).toEqual({ paths: ['a'], more: 0 });
});
