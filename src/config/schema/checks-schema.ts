/**
 * `checks` and `measures` of a config: commands that are not tests.
 *
 * @module
 */
import { z } from 'zod';
import { duration } from './duration.ts';
import { command, flag, map, oneOf } from './fields.ts';
import { reviewSchema } from './review-schema.ts';

const NAME = 'must begin with a lowercase letter, followed by lowercase letters, digits or "_", at most 40 characters';
const NAME_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;
const name = () => z.string({ error: NAME }).regex(NAME_PATTERN, NAME);

/** The reason why no check, measure or metric can have this name; null if it is valid. */
export const findNameProblem = (given: string): string | null =>
  NAME_PATTERN.test(given) ? null : `the name ${NAME} (got ${given})`;

/** `example`: shown in the reference. */
const check = (example: string) =>
  z.union(
    [
      command(example),
      map({
        command: command(example).describe('The command of the check. It runs in the workspace. No shell.'),
        timeout: duration().prefault('10m').describe('Time limit of the check.'),
      }),
    ],
    { error: 'must be a command (a list of words, or one line of text), or a map with one' },
  );

/** `checks`: every key is optional. */
export const checksSchema = z
  .object(
    {
      build: check('npm run build').optional().describe('The build. Sets the metric `build_ok`.'),
      types: check('npx tsc --noEmit').optional().describe('The type check. Sets the metric `types_ok`.'),
      lint: check('npx eslint .').optional().describe('The linter. Sets the metric `lint_ok`.'),
      review: reviewSchema
        .optional()
        .describe('The independent review: `{ agent: … }`. Sets the metric `review_approved`.'),
    },
    { error: 'must be a map of names, each with a command' },
  )
  .catchall(check('bash size.sh').describe('Any other check. A check named `size` sets the metric `size_ok`.'))
  .superRefine((written, context) => {
    for (const key of Object.keys(written).filter((each) => !NAME_PATTERN.test(each)))
      context.addIssue({
        code: 'custom',
        path: [key],
        message: `the name of a check ${NAME} (got ${key})`,
        params: { alone: true },
      });
  });

const type = () => oneOf(['number', 'boolean']);

/** `measures`: metrics that the config defines. */
export const measuresSchema = z.record(
  name(),
  map({
    command: command('node size.mjs').describe('Prints one JSON object with the metrics to stdout. No shell.'),
    metrics: z
      .record(
        name(),
        z.union(
          [
            type(),
            map({
              type: type().describe('Type of the value. A number is an integer from 0 to 999999999999.'),
              progress: flag().default(false).describe('Whether a changed value counts as progress.'),
            }),
          ],
          { error: 'must be number, boolean, or a map with `type`' },
        ),
        { error: 'must be a map of names, each with number or boolean' },
      )
      .refine((metrics) => Object.keys(metrics).length > 0, { error: 'must name at least one metric' })
      .describe(
        'The metrics that the command prints, each with its type. With `{ type, progress: true }`, a changed value counts as progress.',
      )
      .meta({ examples: [{ bundle_kb: 'number' }] }),
    timeout: duration().prefault('10m').describe('Time limit of the measure.'),
  }),
  { error: 'must be a map of names, each with a command and its metrics' },
);
