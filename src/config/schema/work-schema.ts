/**
 * The `work` of a config: one spec, or a list of them, which is a night's work.
 *
 * @module
 */
import { z } from 'zod';
import { glob, listOf, map, oneOf, pathInside, text, wholeNumber } from './fields.ts';
import { whole } from './whole.ts';

const entry = map({
  spec: pathInside()
    .describe('The spec of the task.')
    .meta({ examples: ['specs/api.md'] }),
  name: text('a name')
    .regex(/^[^\n]+$/, 'must be one line')
    .optional()
    .describe('What the task is called, in messages and by `needs`. Default: the path of its spec.'),
  needs: listOf(text('the spec or the name of another task'), 'specs or names of other tasks')
    .default([])
    .describe(
      'Tasks that have to be done before this one begins; with `commits: true` it begins on the branch of the one that holds the work of all.',
    )
    .meta({ examples: [['specs/core.md']] }),
});

const specs = z.union(
  [
    glob(),
    listOf(
      z
        .union([glob(), entry], { error: 'must be a path, a glob, or a map of keys' })
        .describe('A spec, a folder, a glob, or a map with a spec and what it needs.'),
      'specs',
      1,
    ),
  ],
  { error: 'must be a path, a folder, a glob, or a list of specs' },
);

const has = (key: string) => (value: object) => Object.hasOwn(value, key);
const onlyOfList = (key: string) =>
  whole((value) => has('specs')(value) || !has(key)(value), `takes ${key} only with \`specs\``);

/** What `work` may hold. */
export const workSchema = map({
  spec: pathInside()
    .optional()
    .describe('Markdown file whose checkboxes are the acceptance criteria. Frozen from the start of a run.')
    .meta({ examples: ['specs/slugify.md'] }),
  specs: specs
    .optional()
    .describe(
      'Instead of `spec`: several, each a task with a run of its own, one after another. A folder (its Markdown files), a glob, or a list, in the order in which they are done.',
    )
    .meta({ examples: ['specs/'] }),
  done: oneOf(['checkboxes', 'front_matter', 'move'])
    .optional()
    .describe(
      'With `specs`: how the file of a task is marked when it is done: its boxes are ticked, `status: done` stands in its front matter, or it is moved to `done/` beside it. Default: checkboxes.',
    ),
  attempts: wholeNumber(1, 100)
    .optional()
    .describe('With `specs`: how often a task may end stuck before it is given up. Default: 3.')
    .meta({ examples: [3] }),
  minutes: wholeNumber(1, 30_000)
    .optional()
    .describe(
      'With `specs`: no further task begins when the list has worked for so long. Default: none, each run has its own limit.',
    )
    .meta({ examples: [600] }),
})
  .refine(...whole((value) => has('spec')(value) || has('specs')(value), 'needs a `spec`, or `specs`'))
  .refine(...whole((value) => !(has('spec')(value) && has('specs')(value)), 'takes a spec or `specs`, not both'))
  .refine(...onlyOfList('done'))
  .refine(...onlyOfList('attempts'))
  .refine(...onlyOfList('minutes'));
