/**
 * A section with a title, or nothing where there is nothing to say.
 *
 * @module
 */

/** @param level - of the report's own title, from 1 */
export const titled = (level: number, title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : ['', `${'#'.repeat(level + 1)} ${title}`, '', ...lines];
