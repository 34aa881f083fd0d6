/**
 * The lines of a long file that are shown, with their numbers: its end, and the surroundings of one line. The file is read once in
 * pieces, and never held whole.
 *
 * @module
 */
import { closeSync, createReadStream, readSync } from 'node:fs';
import { openPlain, WITHOUT_FOLLOWING } from '../../../files/open-plain.ts';
import type { NumberedLines, TranscriptFile } from '../../../page/page-transcript.ts';
import { showText } from '../../../page/show-text.ts';
import type { RedactData } from '../../../redact/redact-data.ts';

/** Lines of the end, and on each side of the wanted line. */
const LAST = 1_000;
const AROUND = 20;
/** Lines before those that are shown: a secret of several lines may begin there. */
const BEFORE = 100;
/** Characters of a line that are shown, and bytes that are looked at for secrets. */
const MAX_LINE = 500;
const MAX_READ = 8 * 1024;
const PIECE = 256 * 1024;

/** Bytes of a line, without its newline. */
interface Place {
  readonly from: number;
  readonly to: number;
}

/**
 * @param wanted - a line that has to be among them; null for none
 * @returns null when the file cannot be read
 */
export const readNumberedLines = async (
  path: string,
  wanted: number | null,
  redact: RedactData,
): Promise<Pick<TranscriptFile, 'lines' | 'parts'> | null> => {
  let file: number;
  try {
    file = openPlain(path, WITHOUT_FOLLOWING);
  } catch {
    return null;
  }
  try {
    const { count, end, near } = await findPlaces(file, wanted);
    const read = ({ from, to }: Place): string => {
      const bytes = Buffer.alloc(Math.min(to - from, MAX_READ));
      return bytes.toString('utf8', 0, readSync(file, bytes, 0, bytes.length, from));
    };
    const show = (places: ReadonlyMap<number, Place>, first: number): NumberedLines | null =>
      showLines(places, first, { read, redact });
    const last = show(end, Math.max(1, count - LAST + 1));
    // One that the end has is not shown twice.
    const around = wanted === null || near.size === 0 ? null : show(near, Math.max(1, wanted - AROUND));
    const first = last?.from ?? count + 1;
    const apart =
      around === null || around.from >= first ? null : { ...around, lines: around.lines.slice(0, first - around.from) };
    return { lines: count, parts: [apart, last].flatMap((part) => (part === null ? [] : [part])) };
  } finally {
    closeSync(file);
  }
};

interface Places {
  /** All lines of the file. */
  readonly count: number;
  /** By number: the last lines, and those around the wanted one, each with those before. */
  readonly end: ReadonlyMap<number, Place>;
  readonly near: ReadonlyMap<number, Place>;
}

const findPlaces = async (file: number, wanted: number | null): Promise<Places> => {
  const end = new Map<number, Place>();
  const near = new Map<number, Place>();
  let count = 0;
  let from = 0;
  const add = (to: number): void => {
    count += 1;
    end.set(count, { from, to });
    end.delete(count - LAST - BEFORE);
    if (wanted !== null && count >= wanted - AROUND - BEFORE && count <= wanted + AROUND) near.set(count, { from, to });
    from = to + 1;
  };
  let at = 0;
  const pieces = createReadStream('', { fd: file, autoClose: false, start: 0, highWaterMark: PIECE });
  for await (const piece of pieces as AsyncIterable<Buffer>) {
    for (let line = piece.indexOf(10); line !== -1; line = piece.indexOf(10, line + 1)) add(at + line);
    at += piece.length;
  }
  if (at > from) add(at);
  return { count, end, near };
};

interface HowToShow {
  readonly read: (place: Place) => string;
  readonly redact: RedactData;
}

/** @param first - the number of the first line that is shown @returns null without a line */
const showLines = (
  places: ReadonlyMap<number, Place>,
  first: number,
  { read, redact }: HowToShow,
): NumberedLines | null => {
  const numbers = [...places.keys()];
  const [start] = numbers;
  if (start === undefined) return null;
  // A removed secret keeps its line breaks.
  const texts = redact([...places.values()].map(read).join('\n')).split('\n');
  const lines = texts.slice(first - start).map((text, at) => {
    const { from = 0, to = 0 } = places.get(first + at) ?? {};
    const shown = showText(text, MAX_LINE);
    return to - from > MAX_READ ? `${shown.slice(0, MAX_LINE)}… (cut: ${to - from} bytes)` : shown;
  });
  return { from: first, lines };
};
