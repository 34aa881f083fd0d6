/**
 * A message that only repeats its prompt says nothing: parroted patterns do not count.
 *
 * @module
 */

/** Whether a line of the message occurs in the prompt, quoted or not; an empty line counts as an echo. */
export const createEchoTest = (prompt: string): ((line: string) => boolean) => {
  const asked = new Set(['', ...prompt.split('\n').map(strip)]);
  return (line) => asked.has(strip(line));
};

/** Without what quotes a line, or makes an item of it. */
const strip = (line: string): string => line.replace(/^[\s>|*+-]+/, '').trim();
