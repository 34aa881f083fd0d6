import { expect, test } from 'vitest';
import { nearestName } from '../../../gates/conditions/nearest-name.ts';

const KNOWN = ['tests_total', 'tests_passing', 'has_adr', 'iteration'];

test.each([
  ['test_total', 'tests_total'],
  ['tests_totla', 'tests_total'],
  ['TESTS_PASSING', 'tests_passing'],
  ['iterations', 'iteration'],
  ['hasAdr', 'has_adr'],
  ['adr', undefined],
  ['coverage', undefined],
  ['', undefined],
])('%j is meant to be %j', (name, meant) => expect(nearestName(name, KNOWN)).toBe(meant));

test('the nearer of two is named', () =>
  expect(nearestName('criteria_cover', ['criteria_count', 'criteria_covered'])).toBe('criteria_covered'));
test('nothing is near when nothing is known', () => expect(nearestName('tests_total', [])).toBeUndefined());
