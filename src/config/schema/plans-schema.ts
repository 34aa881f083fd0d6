/**
 * `plans` of a config: lists of checkboxes that the agent works off and ticks.
 *
 * @module
 */
import { listOf, map, pathInside, text } from './fields.ts';

/** Absent: no list is looked at. */
export const plansSchema = map({
  roadmap: pathInside()
    .optional()
    .describe('Markdown file whose checkboxes are the plans: `plans_total`, `plans_remaining`.')
    .meta({ examples: ['ROADMAP.md'] }),
  tasks: listOf(pathInside(), 'paths', 1)
    .optional()
    .describe(
      'Markdown file whose checkboxes are the tasks: `tasks_total`, `tasks_remaining`. The first that is there when the run begins.',
    )
    .meta({ examples: [['@fix_plan.md', 'fix_plan.md']] }),
  optional: listOf(text('the name of a section or of an item'), 'names')
    .default([])
    .describe(
      'What is left out of all counts: sections of that heading, whatever the case, and items that begin with that name.',
    )
    .meta({ examples: [['Nice to have']] }),
});
