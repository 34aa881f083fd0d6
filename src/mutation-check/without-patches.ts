/**
 * Which lines are work, and which manipulate the tests: the latter get no mutants. Pure.
 *
 * @module
 */
import type { Lines } from './mutant.ts';

const REACHES =
  /\bassert(?:[A-Z]\w*)?\b|\bexpect\b|\bchai\b|\bvitest\b|\bjest\b|\bpytest\b|\bunittest\b|\basymmetricMatch\b|\btoPrimitive\b|\bvalueOf\b|process\.(?:exit|exitCode|on|once|abort|kill)\b|\bObject\s*\.\s*is\s*=(?!=)|\bos\._exit\b|\bsys\.exit\b|\batexit\b/;

/** An overloaded comparison, up to where its block ends. */
const OVERLOADS = /^(\s*)def\s+__(?:eq|ne|bool|lt|le|gt|ge|hash|contains|len)__\b/;

/**
 * Lines that manipulate the tests instead of doing work: they patch assertions, overload equality or exit the
 * process. A mutant in one of them would break the trick and so be killed, which shows nothing about the tests. Pure.
 *
 * The lines without those.
 */
export const withoutPatches = (text: string, lines: Lines): Lines => {
  const kept = new Set<number>();
  let overload: number | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const indent = line.length - line.trimStart().length;
    if (overload !== null && line.trim() !== '' && indent <= overload) overload = null;
    const start = OVERLOADS.exec(line)?.[1];
    if (start !== undefined) overload = start.length;
    if (lines.has(index + 1) && overload === null && !REACHES.test(line)) kept.add(index + 1);
  }
  return kept;
};
