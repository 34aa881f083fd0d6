/**
 * A yes that contradicts itself is a no (RULES 3.9). Nothing here ever helps to open: what cannot be read is taken for
 * the worse.
 *
 * @module
 */
import type { Signal } from '../../gates/iteration.ts';
import { parseNestedField, readScalar, type BlockField } from './block-fields.ts';
import { saysNone } from './says-none.ts';
import type { SignalBinding } from './signal-binding.ts';

/** Whether a block that says yes also says that the phase is not over. */
export const contradictsItself = (
  fields: readonly BlockField[],
  status: Signal['status'],
  binding: SignalBinding,
): boolean =>
  (status !== null && status !== 'COMPLETE') ||
  readList(fields, 'REMAINING_WORK').length > 0 ||
  readList(fields, 'BLOCKERS').length > 0 ||
  !fitsPhase(fields, binding.tests) ||
  (binding.tests === 'must_fail' ? seesPassing(fields, binding.existingTests ?? 0) : seesFailing(fields));

/** TESTS_STATUS of the other kind contradicts; what was not run, or is not known, is gate 1's to find. */
const fitsPhase = (fields: readonly BlockField[], tests: SignalBinding['tests']): boolean =>
  fields
    .filter(({ name, value }) => name === 'TESTS_STATUS' && !saysNone(value))
    .every(({ value }) => NO_RESULT.test(value) || (tests === 'must_fail' ? FAILING : PASSING).test(value));

const PASSING = /^pass(?:es|ed|ing)?$/i;
const FAILING = /^fail(?:s|ed|ing)?$/i;
const NO_RESULT = /^(?:skip(?:ped)?|not[ _]run|unknown)$/i;

/** The items of a list field, on its line or below it, without `none`. */
export const readList = (fields: readonly BlockField[], key: string): readonly string[] =>
  fields
    .filter(({ name }) => name === key)
    .flatMap(({ value, below }) => [value, ...below])
    .map((item) => readScalar(item))
    .filter((item) => !saysNone(item));

// Tests that were skipped when the run began are left out of gate 1 by name, so skipped ones are no contradiction here.
const seesFailing = (fields: readonly BlockField[]): boolean => {
  const failing = readCounts(fields, 'FAILING');
  const passing = readCounts(fields, 'PASSING');
  const total = Math.max(0, ...readCounts(fields, 'TOTAL'));
  const skipped = Math.max(0, ...readCounts(fields, 'SKIPPED').filter(Number.isFinite));
  return failing.some((count) => count > 0) || passing.some((count) => count === 0 || count + skipped < total);
};

const seesPassing = (fields: readonly BlockField[], existingTests: number): boolean =>
  readCounts(fields, 'PASSING').some((count) => count > existingTests) ||
  readCounts(fields, 'FAILING').some((count) => count === 0);

/** The agent's own numbers, in `TESTS:` or as `TESTS_FAILING`; what is neither a number nor `none` is infinitely many. */
const readCounts = (fields: readonly BlockField[], wanted: string): readonly number[] =>
  fields
    .filter(({ name }) => name.startsWith('TESTS'))
    .flatMap(({ name, value, below }) => {
      if (name === `TESTS_${wanted}`) return [value];
      if (name !== 'TESTS') return [];
      return below.flatMap((line) => {
        const nested = parseNestedField(line);
        return nested?.name === wanted ? [nested.value] : [];
      });
    })
    .map(readCount);

const readCount = (value: string): number => {
  if (saysNone(value)) return 0;
  const [digits] = /^\d+/.exec(value) ?? [];
  return digits === undefined ? Number.POSITIVE_INFINITY : Number(digits);
};
