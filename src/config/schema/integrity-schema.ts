/**
 * The key `integrity`: one word, or an object with more keys.
 *
 * @module
 */
import { z } from 'zod';
import { map, oneOf } from './fields.ts';

const changes = () => oneOf(['block', 'warn']);

export const integritySchema = z.union(
  [
    changes(),
    map({
      changes: changes().default('block').describe('As `integrity` without more keys.'),
      existing_tests: oneOf(['named', 'frozen'])
        .default('named')
        .describe(
          'Tests from before the run, in a phase whose tests must fail. `named`: a test that the spec or the agent names with its criterion may change, if the new form fails on the code from before. `frozen`: naming one holds the phase. Any other earlier test may be edited if it still passes.',
        ),
    }),
  ],
  { error: 'must be block, warn, or keys: changes, existing_tests' },
);
