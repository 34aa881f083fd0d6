/**
 * Whether the sums of JUnit files are compared with their tests: for report and proof, which say it where they are not.
 */
import * as z from 'zod';

export const IGNORED_SUMS =
  'The sums of JUnit files are not compared with their tests (tests.junit.sums: ignore): a test that a file leaves out is found only if it was there before.';

/** A function, so that code that only folds records makes no schema. */
const configSchema = () =>
  z.looseObject({
    tests: z.looseObject({ suites: z.array(z.looseObject({ sums: z.literal('ignore').optional() })) }),
  });

/** @param recorded - the config as it is recorded */
export const ignoresSums = (recorded: unknown): boolean =>
  configSchema()
    .safeParse(recorded)
    .data?.tests.suites.some(({ sums }) => sums === 'ignore') === true;
