/**
 * `confidence` of a config: the score of spec 002.
 *
 * @module
 */
import { z } from 'zod';
import { glob, listOf, map, wholeNumber } from './fields.ts';
import { pattern } from './pattern-field.ts';

/** Absent: nothing is scored. */
export const confidenceSchema = map({
  threshold: wholeNumber(0, 100)
    .default(70)
    .describe('The metric `confidence_threshold`, from 0 to 100. A score opens nothing by itself.'),
  keywords: listOf(pattern(), 'patterns')
    .default(['\\bcompleted?\\b', '\\bdone\\b', '\\bfinished\\b', '\\ball\\b.*\\bpass'])
    .describe(
      "Of RE2, looked for in the prose of the agent's last message, whatever the case. Code, quotes and the status block are passed over.",
    ),
  done: listOf(glob(), 'globs')
    .default(['**/{done,*.done}/**'])
    .describe('Where a task file lies that is done: the spec, moved there as it is.'),
});

/** What the schema gives. */
export type ConfidenceConfig = Readonly<z.output<typeof confidenceSchema>>;
