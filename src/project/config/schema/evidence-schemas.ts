/** Keys of a config about evidence: approval, integrity, plans. */
import { z } from 'zod';
import { listOf, map, pathInside, text, oneOf, command, orNull } from './fields.ts';
import { plainPath } from '../plain-path.ts';
import { duration } from './duration.ts';

/** Optional: without it, no list is read. */
export const plansSchema = map({
  roadmap: pathInside()
    .optional()
    .describe('Markdown file whose checkboxes are the plans. Sets `plans_total` and `plans_remaining`.')
    .meta({ examples: ['ROADMAP.md'] }),
  tasks: listOf(pathInside(), 'paths', 1)
    .optional()
    .describe(
      'Markdown files whose checkboxes are the tasks. dualgate uses the first that exists when the run starts. Sets `tasks_total` and `tasks_remaining`.',
    )
    .meta({ examples: [['@fix_plan.md', 'fix_plan.md']] }),
  optional: listOf(text('the name of a section or of an item'), 'names')
    .default([])
    .describe(
      'Items to leave out of all counts: sections with that heading (case is ignored), and items that begin with that name.',
    )
    .meta({ examples: [['Nice to have']] }),
}).transform(({ roadmap, tasks, optional }) => ({
  roadmap: roadmap === undefined ? null : plainPath(roadmap),
  tasks: tasks?.map(plainPath) ?? null,
  optional,
}));

const changes = () => oneOf(['block', 'warn']);

/** The key `integrity`: one word, or an object with more keys. */
export const integritySchema = z.union(
  [
    changes().transform((integrity) => ({ integrity, existing_tests: 'named' as const })),
    map({
      changes: changes().default('block').describe('As `integrity` without more keys.'),
      existing_tests: oneOf(['named', 'frozen'])
        .default('named')
        .describe(
          'Tests from before the run, in a phase whose tests must fail. `named`: a test that the spec or the agent names with its criterion may change, if the new form fails on the code from before. `frozen`: naming one holds the phase. Any other earlier test may be edited if it still passes.',
        ),
    }).transform(({ changes: integrity, existing_tests }) => ({ integrity, existing_tests })),
  ],
  { error: 'must be block, warn, or keys: changes, existing_tests' },
);

/** `approval`: how a person is asked whether a phase may be exited. */
export const approvalSchema = map({
  command: orNull(command('/usr/local/bin/ask-me')).describe(
    'Asks a person elsewhere, and prints the answer as one line on stdout: `approve CODE`, with the code of the command that it gets, or `reject: REASON`. It gets one JSON object on stdin. No shell; a program on PATH, or an absolute path outside the workspace. Any other output is no answer.',
  ),
  timeout: duration()
    .prefault('24h')
    .describe('How long a run waits for an answer, and `command` may run. Then the run ends: it needs human input.'),
}).transform(({ command: asking, timeout }) => ({ command: asking, timeout_ms: timeout }));
