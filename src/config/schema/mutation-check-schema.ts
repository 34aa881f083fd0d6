/**
 * The `mutation_check` of a config.
 *
 * @module
 */
import { z } from 'zod';
import { map, wholeNumber } from './fields.ts';
import { whole } from './whole.ts';

/** A value that is no number is reported by its own key. */
const isNoMoreThanMutants = (value: object): boolean =>
  !(Number(Reflect.get(value, 'at_least')) > Number(Reflect.get(value, 'mutants')));

/** Found on honest work: docs/decisions/0050-share-of-killed-mutants.md. */
const DEFAULT_PERCENT = 50;

const FALSE_OR_KEYS = 'must be false, or a map of keys';

/** `false`, or its keys. */
export const mutationCheckSchema = z.union(
  [
    z.literal(false, { error: FALSE_OR_KEYS }),
    map({
      mutants: wholeNumber(1, 100)
        .default(5)
        .describe('Number of mutants to test. Up to twice as many are tested while too few are killed.'),
      at_least: wholeNumber(1, 100)
        .optional()
        .describe(
          'Minimum number of mutants for a result. With fewer, the mutation check is inconclusive and does not hold the phase. Default: 3, or `mutants` if that is less.',
        ),
      percent: wholeNumber(1, 100)
        .default(DEFAULT_PERCENT)
        .describe('Share of the tested mutants that the tests must kill, in percent.'),
      minutes: wholeNumber(1, 600).default(5).describe('Time limit of the mutation check, in minutes.'),
    }).refine(...whole(isNoMoreThanMutants, 'needs an `at_least` that is no more than `mutants`')),
  ],
  { error: FALSE_OR_KEYS },
);
