/**
 * Lists and quotations in a prompt: bounded, and formatted so that no quoted text can pass for a line of the prompt
 * itself.
 *
 * @module
 */
import { openFence } from '../blocks/code-fence.ts';

/** The first `limit` items as a Markdown list, and the number of the others. */
export const listItems = (items: readonly string[], limit: number): readonly string[] => {
  const left = items.length - limit;
  return [...items.slice(0, limit).map(listItem), ...(left > 0 ? [`- … and ${left} more`] : [])];
};

/** The same, on one line. */
export const joinItems = (items: readonly string[], limit: number): string => {
  const left = items.length - limit;
  return [...items.slice(0, limit).map((item) => oneLine(item)), ...(left > 0 ? [`… and ${left} more`] : [])].join(
    ', ',
  );
};

/**
 * One list item on one line. An echo of the prompt must not open a code fence, in which the agent's own block would
 * be lost.
 */
export const listItem = (text: string): string => {
  const item = `- ${oneLine(text)}`;
  return openFence(item) === null ? item : `- | ${oneLine(text)}`;
};

/** The first lines of foreign text, each behind a bar, so that no fence, marker or heading in it counts. */
export const quoteLines = (
  text: string,
  limits: { readonly lines: number; readonly characters: number },
): readonly string[] => {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const kept = lines.slice(0, limits.lines).map((line) => `  | ${cut(line, limits.characters)}`);
  return lines.length > limits.lines ? [...kept, '  | …'] : kept;
};

/** Text on one line, at most `characters` long. */
export const oneLine = (text: string, characters = 500): string => cut(text.replaceAll(/\s+/g, ' ').trim(), characters);

const cut = (text: string, characters: number): string =>
  text.length > characters ? `${text.slice(0, characters - 1)}…` : text;
