/**
 * `plans` of a config: lists of checkboxes that the agent ticks.
 *
 * @module
 */
import { listOf, map, pathInside, text } from './fields.ts';

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
});
