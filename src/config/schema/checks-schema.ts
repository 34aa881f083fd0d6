/**
 * `checks` and `measures` of a config: commands besides the tests.
 *
 * @module
 */
import { z } from 'zod';
import { duration } from './duration.ts';
import { command, flag, map, oneOf } from './fields.ts';

const NAME = 'must be a small letter, then small letters, digits or "_", 40 at most';
const NAME_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;
const name = () => z.string({ error: NAME }).regex(NAME_PATTERN, NAME);

/** Why no check, measure or metric can have this name; null where it can. */
export const findNameProblem = (given: string): string | null =>
  NAME_PATTERN.test(given) ? null : `the name ${NAME} (got ${given})`;

/** `example`: what stands in the reference. */
const check = (example: string) =>
  z.union(
    [
      command(example),
      map({
        command: command(example).describe('Runs the check once, in the workspace. No shell.'),
        timeout: duration().prefault('10m').describe('How long it may take.'),
      }),
    ],
    { error: 'must be a command (a list of words, or one line of text), or a map with one' },
  );

/** `checks`: all of them may be absent. */
export const checksSchema = z
  .object(
    {
      build: check('npm run build').optional().describe('Whether it builds: the metric `build_ok`.'),
      types: check('npx tsc --noEmit').optional().describe('Whether its types hold: the metric `types_ok`.'),
      lint: check('npx eslint .').optional().describe('Whether its style holds: the metric `lint_ok`.'),
    },
    { error: 'must be a map of names, each with a command' },
  )
  .catchall(check('bash size.sh').describe('Any other check: the name `size` gives the metric `size_ok`.'))
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

/** `measures`: metrics of one's own. */
export const measuresSchema = z.record(
  name(),
  map({
    command: command('node size.mjs').describe('Prints one JSON object with the metrics on stdout. No shell.'),
    metrics: z
      .record(
        name(),
        z.union(
          [
            type(),
            map({
              type: type().describe('Numbers are whole, from 0 to 999999999999.'),
              progress: flag().default(false).describe('Whether another value of it is progress of the work.'),
            }),
          ],
          { error: 'must be number, boolean, or a map with `type`' },
        ),
        { error: 'must be a map of names, each with number or boolean' },
      )
      .refine((metrics) => Object.keys(metrics).length > 0, { error: 'must name at least one metric' })
      .describe(
        'What it measures: the names that conditions may use, each with its type, or with `{ type, progress: true }` where another value is progress of the work.',
      )
      .meta({ examples: [{ bundle_kb: 'number' }] }),
    timeout: duration().prefault('10m').describe('How long it may take.'),
  }),
  { error: 'must be a map of names, each with a command and its metrics' },
);
