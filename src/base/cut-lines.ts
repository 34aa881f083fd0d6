/** Cuts a stream of bytes into lines. Only LF ends a line: U+2028 and CR stay part of it, since the text may contain them. */
import { stripVTControlCharacters } from 'node:util';

// Blocks of complete lines: a block is decoded at once, which for short lines is several times as fast as line by line.

interface Cutter {
  /** Takes the next bytes, cut anywhere. */
  readonly push: (chunk: Buffer) => void;
  /** The rest after the last newline; empty when the bytes end with one. */
  readonly rest: () => Buffer;
}

const NEWLINE = 10;

/** Calls `see` with all complete lines so far, the last newline included. The bytes are valid during the call. */
export const createBlockCutter = (see: (block: Buffer) => void): Cutter => {
  let pieces: Buffer[] = [];
  return {
    push: (chunk) => {
      const end = chunk.lastIndexOf(NEWLINE) + 1;
      if (end > 0) {
        const whole = chunk.subarray(0, end);
        see(pieces.length === 0 ? whole : Buffer.concat([...pieces, whole]));
        pieces = [];
      }
      if (end < chunk.length) pieces.push(chunk.subarray(end));
    },
    rest: () => Buffer.concat(pieces),
  };
};

/** The lines of a block, without their newlines. Only LF ends a line: U+2028 and CR stay part of it. */
export const linesOf = (block: Buffer): readonly string[] => block.toString('utf8', 0, block.length - 1).split('\n');

/** The position of the first byte of a line in a block. */
export const placeOfLine = (block: Buffer, line: number): number => {
  let place = 0;
  for (let passed = 0; passed < line; passed += 1) place = block.indexOf(NEWLINE, place) + 1;
  return place;
};

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

/** Keeps the last lines of a program's output, in bounded memory, for bytes cut anywhere. */
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

/** Calls `see` with each complete line, without its newline. The bytes are valid during the call. */
export const createLineCutter = (see: (line: Buffer) => void): Cutter =>
  createSpanCutter((bytes, start, end) => see(bytes.subarray(start, end)));

/** The same where a view for every line would cost too much: `see` gets the position of the line in the bytes. */
export const createSpanCutter = (see: (bytes: Buffer, start: number, end: number) => void): Cutter => {
  let pieces: Buffer[] = [];
  return {
    push: (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
        if (pieces.length === 0) see(chunk, start, end);
        else {
          const line = Buffer.concat([...pieces, chunk.subarray(start, end)]);
          see(line, 0, line.length);
          pieces = [];
        }
        start = end + 1;
      }
      if (start < chunk.length) pieces.push(chunk.subarray(start));
    },
    rest: () => Buffer.concat(pieces),
  };
};
