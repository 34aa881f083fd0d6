/**
 * `checks.review` and the limits of a config.
 *
 * @module
 */
import type { ConfigProblem } from '../config/config-error.ts';
import type { Config } from '../config/shape-config.ts';
import type { YamlDocument } from '../config/yaml/read-yaml.ts';

/** A turn begins only when a call is left for its review. */
export const checkReview = (
  { review, limits }: Config,
  { document, path }: { readonly document: YamlDocument; readonly path: string },
): readonly ConfigProblem[] => {
  if (review === undefined || limits.calls_per_hour >= 2) return [];
  const { line, column } = document.placeOf(['limits', 'calls_per_hour']);
  const message = `calls_per_hour must be 2 or more with checks.review: one for a turn, one for its review (got ${limits.calls_per_hour})`;
  return [{ path, line, column, message }];
};
