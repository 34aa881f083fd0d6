/**
 * `confidence` of a config: the score of spec 002.
 *
 * @module
 */
import { z } from 'zod';
import { glob, listOf, map, wholeNumber } from './fields.ts';
import { pattern } from './pattern-field.ts';

/** Optional: without it, nothing is scored. */
export const confidenceSchema = map({
  threshold: wholeNumber(0, 100)
    .default(70)
    .describe('The metric `confidence_threshold`, from 0 to 100. A score alone never satisfies a gate.'),
  keywords: listOf(pattern(), 'patterns')
    .default(['\\bcompleted?\\b', '\\bdone\\b', '\\bfinished\\b', '\\ball\\b.*\\bpass'])
    .describe(
      "Patterns (RE2) to find in the prose of the agent's last message. Case is ignored, and so are code, quotes and the status block.",
    ),
  done: listOf(glob(), 'globs')
    .default(['**/{done,*.done}/**'])
    .describe('Globs of finished task files. A task is finished when its spec was moved to such a path unchanged.'),
});

export type ConfidenceConfig = Readonly<z.output<typeof confidenceSchema>>;
