/** `checks` and `measures` of a config: commands that are not tests. */
import { z } from 'zod';
import { PRESET_NAMES } from '../../../agents/programs/presets.ts';
import type { CheckCommand, OwnMeasure, OwnMetric } from '../own-measure.ts';
import { agentEnvironment } from './agent-schema.ts';
import { duration } from './duration.ts';
import { anyText, command, listOf, map, oneOf, text, whole, glob, flag } from './fields.ts';

/** A check or a measure that sets none has this. */
export const CHECK_TIMEOUT_MS = 10 * 60_000;

const has = (value: object, key: string): boolean => Object.hasOwn(value, key);

const reviewerSchema = map({
  use: oneOf(PRESET_NAMES).optional().describe('A known program on PATH.'),
  command: command('my-reviewer --print')
    .optional()
    .describe('A program that reads its prompt from stdin and prints its verdict. Replaces `use`. No shell.'),
  model: text().optional().describe('With `use`: the name of the model, as the program spells it.'),
  permissions: oneOf(['ask', 'edit', 'all'])
    .optional()
    .describe('With `use`: the permissions of the reviewer, as in `agent`. Default: ask, which is enough to read.'),
  args: listOf(anyText(), 'words').optional().describe("With `use`: arguments to add to the program's own."),
  timeout: duration().prefault('10m').describe('Time limit of one review.'),
  env: agentEnvironment()
    .describe('Environment variables to add for the reviewer.')
    .meta({ examples: [{ MODEL_EFFORT: 'high' }] }),
})
  .refine(...whole((value) => has(value, 'use') || has(value, 'command'), 'needs `use`, or a command'))
  .refine(...whole((value) => !(has(value, 'use') && has(value, 'command')), 'takes a command or `use`, not both'))
  .refine(
    ...whole(
      (value) => !has(value, 'command') || !['model', 'permissions', 'args'].some((key) => has(value, key)),
      'takes model, permissions and args only when a program that dualgate knows is used',
    ),
  )
  // In a fresh agent session; all else is as for the agent of the run.
  .transform(({ use = null, command = null, model = null, permissions = 'ask', args = [], timeout, env }) => ({
    use,
    command,
    script: null,
    model,
    permissions,
    session: 'fresh' as const,
    args,
    timeout_ms: timeout,
    idle_timeout_ms: null,
    env,
  }));

/** A command alone. @param example - shown in the reference */
const plainCheck = (example: string) =>
  command(example).transform((words) => ({ command: words, timeout_ms: CHECK_TIMEOUT_MS }));

/** A check of this name with a command stays a check. */
const reviewSchema = z.union(
  [
    plainCheck('npm run review'),
    map({
      agent: reviewerSchema
        .optional()
        .describe(
          'The reviewer: a second agent, which gets the diff and the criteria before a phase exits. It can hold the phase.',
        ),
      command: command('npm run review').optional().describe('A check of this name, instead of a reviewer.'),
      timeout: duration().optional().describe('Time limit of that check. Default: 10m.'),
    })
      .refine(...whole((value) => has(value, 'agent') !== has(value, 'command'), 'needs an agent, or a command'))
      .refine(
        ...whole(
          (value) => !(has(value, 'agent') && has(value, 'timeout')),
          'takes the timeout of a review under agent: agent.timeout',
        ),
      )
      .transform(({ agent, command = [], timeout = CHECK_TIMEOUT_MS }) =>
        agent === undefined ? { command, timeout_ms: timeout } : { agent },
      ),
  ],
  { error: 'must be a map with an agent, or a command' },
);

export const beforeSchema = map({
  command: command('npm run build').describe('Builds what the tests read. No shell.'),
  makes: listOf(glob(), 'globs', 1)
    .describe(
      'All files that the build makes, relative to the folder of the suite. git must ignore them. dualgate removes them before each build.',
    )
    .meta({ examples: [['dist/**']] }),
  timeout: duration().prefault('10m').describe('Time limit of one build.'),
}).transform(({ timeout, ...written }) => ({ ...written, timeout_ms: timeout }));

const NAME = 'must begin with a lowercase letter, followed by lowercase letters, digits or "_", at most 40 characters';
const NAME_PATTERN = /^[a-z][a-z0-9_]{0,39}$/;
const name = () => z.string({ error: NAME }).regex(NAME_PATTERN, NAME);

/** The reason why no check, measure or metric can have this name; null if it is valid. */
export const findNameProblem = (given: string): string | null =>
  NAME_PATTERN.test(given) ? null : `the name ${NAME} (got ${given})`;

const check = (example: string) =>
  z.union(
    [
      plainCheck(example),
      map({
        command: command(example).describe('The command of the check. It runs in the workspace. No shell.'),
        timeout: duration().prefault('10m').describe('Time limit of the check.'),
      }).transform(({ timeout, ...written }) => ({ ...written, timeout_ms: timeout })),
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
  })
  .transform((written) => ({
    /** Those with a name of dualgate first, the others in the order of the config. */
    checks: Object.entries<z.output<typeof reviewSchema> | undefined>(written).flatMap(
      ([name, each]): readonly CheckCommand[] => (each === undefined || 'agent' in each ? [] : [{ name, ...each }]),
    ),
    reviewer: written.review !== undefined && 'agent' in written.review ? written.review.agent : null,
  }));

const type = () => oneOf(['number', 'boolean']);

/** A type alone: a changed value is no progress. */
export const shapeMetrics = (written: Readonly<Record<string, OwnMetric['type'] | OwnMetric>>): OwnMeasure['metrics'] =>
  Object.fromEntries(
    Object.entries(written).map(([metric, given]) => [
      metric,
      typeof given === 'string' ? { type: given, progress: false } : given,
    ]),
  );

/** `measures`: metrics that the config defines. */
export const measuresSchema = z
  .record(
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
  )
  .transform((written) =>
    Object.entries(written).map(
      ([name, { command, metrics, timeout }]): OwnMeasure => ({
        name,
        command,
        measure: null,
        metrics: shapeMetrics(metrics),
        timeout_ms: timeout,
      }),
    ),
  );
