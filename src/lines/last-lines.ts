/**
 * Keeps the last lines of a program's output, in bounded memory, for bytes cut anywhere.
 *
 * @module
 */
import { stripVTControlCharacters } from 'node:util';

const MAX = { characters: 16_000, lines: 20, width: 300 } as const;

/** Lines that only report the failure of the script, after the lines with the reason, or are about npm itself; alone, they are the reason. */
const NOISE = /^npm (?:error|ERR!|warn|WARN|notice)\b/;
/** npm prints an empty line, or the place of its log. */
const POINTER = /^npm \S+(?:\s*$| A complete log of this run)/;

interface LastLines {
  readonly push: (chunk: Buffer) => void;
  /** At most 20 lines that are not blank, each at most 300 characters long; those of npm only if there are no others. `without`: other lines to omit. */
  readonly lines: (without?: RegExp) => readonly string[];
}

export const createLastLines = (): LastLines => {
  let kept = Buffer.alloc(0);
  return {
    push: (chunk) => {
      kept = Buffer.concat([kept, chunk]).subarray(-MAX.characters);
    },
    lines: (without) => {
      const lines = stripVTControlCharacters(kept.toString('utf8'))
        .split(/\r?\n|\r/)
        .map((line) => line.trimEnd())
        .filter((line) => line.trim() !== '' && without?.test(line) !== true);
      const telling = lines.filter((line) => !NOISE.test(line));
      return (telling.length > 0 ? telling : lines.filter((line) => !POINTER.test(line)))
        .slice(-MAX.lines)
        .map((line) => line.slice(0, MAX.width));
    },
  };
};
