/**
 * The words of a source told apart from its work: the lines that it would have otherwise, as comments at its end. A test that
 * compares the text of the code finds them, and the code does not change.
 *
 * @module
 */
import { extname } from 'node:path/posix';

const COMMENTS: Readonly<Record<string, string>> = { '.py': '#', '.rb': '#', '.ex': '#', '.lua': '--' };

/** The text, and behind it each line that only the other text has. */
export const withTextBeside = (path: string, text: string, other: string): string => {
  const own = new Set(text.split('\n'));
  const mark = COMMENTS[extname(path)] ?? '//';
  const lines = other.split('\n').filter((line) => line.trim() !== '' && !own.has(line));
  return [text.replace(/\n?$/, '\n'), ...lines.map((line) => `${mark} ${line.replace(/\r$/, '')}\n`)].join('');
};
