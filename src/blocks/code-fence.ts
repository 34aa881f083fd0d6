/**
 * Code fences by the rules of CommonMark, with a bias: an ambiguous line stays fenced.
 *
 * @module
 */

/** `indent`: columns before the fence, the marker of a list item included. */
export interface CodeFence {
  readonly mark: '`' | '~';
  readonly length: number;
  readonly indent: number;
}

/** The fence that this line opens, if any. Fences in list items count, whatever their indentation. */
export const openFence = (line: string): CodeFence | null => {
  if (!line.includes('```') && !line.includes('~~~')) return null;
  const found = /^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})(.*)$/.exec(line);
  if (found === null) return null;
  const [, before = '', ticks = '', info = ''] = found;
  if (ticks.startsWith('~')) return { mark: '~', length: ticks.length, indent: columns(before) };
  // Backticks in the info string make it a code span within a line.
  return info.includes('`') ? null : { mark: '`', length: ticks.length, indent: columns(before) };
};

/** A line that closes the fence: the same mark, at least as long, nothing after it, indented like the opener or up to 3 more. */
export const closesFence = (fence: CodeFence, line: string): boolean => {
  const [, before = '', ticks = ''] = /^([ \t]*)(`{3,}|~{3,})$/.exec(line) ?? [];
  const deeper = columns(before) - fence.indent;
  return ticks.startsWith(fence.mark) && ticks.length >= fence.length && deeper >= 0 && deeper <= 3;
};

/** A line left of an indented fence: it may have ended the list item and the fence with it, or not. */
export const leavesFence = (fence: CodeFence, line: string): boolean => line !== '' && indentOf(line) < fence.indent;

const indentOf = (line: string): number => columns(/^[ \t]*/.exec(line)?.[0] ?? '');

const columns = (before: string): number => {
  let column = 0;
  for (const char of before) column += char === '\t' ? 4 - (column % 4) : 1;
  return column;
};
