/**
 * Keeps the last lines of a program's output, in bounded memory, for bytes cut anywhere.
 *
 * @module
 */
import { stripVTControlCharacters } from 'node:util';

const MAX = { characters: 16_000, lines: 20, width: 300 } as const;

/** Lines that only report the failure of the script, after the lines with the reason, or are about npm itself. */
const NOISE = /^npm (?:error|ERR!|warn|WARN|notice)\b/;

interface LastLines {
  readonly push: (chunk: Buffer) => void;
  /** At most 20 lines that are not blank, each at most 300 characters long. `without`: other lines to omit. */
  readonly lines: (without?: RegExp) => readonly string[];
}

export const createLastLines = (): LastLines => {
  let kept = Buffer.alloc(0);
  return {
    push: (chunk) => {
      kept = Buffer.concat([kept, chunk]).subarray(-MAX.characters);
    },
    lines: (without) =>
      stripVTControlCharacters(kept.toString('utf8'))
        .split(/\r?\n|\r/)
        .map((line) => line.trimEnd())
        .filter((line) => line.trim() !== '' && !NOISE.test(line) && without?.test(line) !== true)
        .slice(-MAX.lines)
        .map((line) => line.slice(0, MAX.width)),
  };
};
