/**
 * Keeps the last opened status block of a text, and no other. There is no fallback to an earlier one (RULES 3.6).
 *
 * @module
 */
import type { Line } from './split-lines.ts';

/** A block of more lines or characters than this is not a status block. */
const MAX_BLOCK = { lines: 400, characters: 65_536 } as const;

/** The lines that open and close a block of one dialect, each alone on its line. */
export interface BlockMarkers {
  readonly opens: string;
  readonly closes: string;
}

/** What stands between the markers. `tooLong`: the lines are not all here. `followed`: words come after the closing marker. */
export interface Block {
  readonly line: number;
  readonly lines: readonly string[];
  readonly closed: boolean;
  readonly tooLong: boolean;
  readonly followed: boolean;
}

export interface BlockCollector {
  readonly read: (line: Line) => void;
  readonly last: () => Block | null;
}

/** Is given the lines of one place, normalised, in order. */
export const createBlockCollector = (markers: BlockMarkers): BlockCollector => {
  let block: Block | null = null;
  let lines: string[] = [];
  let characters = 0;

  return {
    read: (line) => {
      if (isMarker(line, markers.opens)) {
        lines = [];
        characters = 0;
        block = { line: line.number, lines, closed: false, tooLong: false, followed: false };
      } else if (block?.closed === true) {
        if (line.text !== '') block = { ...block, followed: true };
      } else if (block !== null && isMarker(line, markers.closes)) {
        block = { ...block, closed: true };
      } else if (block !== null) {
        characters += line.text.length;
        if (line.cut || lines.length === MAX_BLOCK.lines || characters > MAX_BLOCK.characters) {
          block = { ...block, tooLong: true };
        } else lines.push(line.text);
      }
    },
    last: () => block,
  };
};

/** A marker at column 0, alone on its line; bold around it is allowed (RULES 3.5). */
export const isMarker = (line: Line, marker: string): boolean =>
  !line.cut && (line.text === marker || line.text === `**${marker}**` || line.text === `__${marker}__`);
