/**
 * Lines that reach into the tests instead of doing work: they patch assertions, overload equality or leave the process. A
 * fault in one of them would break the trick and so be noticed, which says nothing about the tests. Pure.
 *
 * @module
 */
import type { Lines } from './fault.ts';

const REACHES =
  /\bassert(?:[A-Z]\w*)?\b|\bexpect\b|\bchai\b|\bvitest\b|\bjest\b|\bpytest\b|\bunittest\b|\basymmetricMatch\b|\btoPrimitive\b|\bvalueOf\b|process\.(?:exit|exitCode|on|once|abort|kill)\b|\bos\._exit\b|\bsys\.exit\b|\batexit\b/;
/** An overloaded comparison, up to where its block ends. */
const OVERLOADS = /^(\s*)def\s+__(?:eq|ne|bool|lt|le|gt|ge|hash|contains|len)__\b/;

/** The lines without those. */
export const withoutPatches = (text: string, lines: Lines): Lines => {
  const kept = new Set<number>();
  let overload: number | null = null;
  for (const [index, line] of text.split('\n').entries()) {
    const indent = line.length - line.trimStart().length;
    if (overload !== null && line.trim() !== '' && indent <= overload) overload = null;
    const begins = OVERLOADS.exec(line)?.[1];
    if (begins !== undefined) overload = begins.length;
    if (lines.has(index + 1) && overload === null && !REACHES.test(line)) kept.add(index + 1);
  }
  return kept;
};
