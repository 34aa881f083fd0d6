/**
 * Lines of an agent's own message that name something, such as `CHANGES: file > test, because AC-1`. Text that is shown
 * (fences, comments) is skipped, and quotes and indented code do not begin at the margin.
 *
 * @module
 */
import { createLinePlacer } from '../../blocks/place-lines.ts';
import { holdTail } from './message-tail.ts';
import { normaliseLine } from './normalise-line.ts';
import { createLineScanner } from './scan-lines.ts';

/** Bytes that are read, at the end of the message. */
const MAX_BYTES = 1024 * 1024;
const MAX_LINES = 200;

interface DeclarationReader {
  /** UTF-8, cut anywhere. */
  readonly write: (chunk: Uint8Array) => void;
  /** Asked once. */
  readonly end: () => readonly string[];
}

export const createDeclarationReader = (isDeclaration: (line: string) => boolean): DeclarationReader => {
  const placer = createLinePlacer();
  const found: string[] = [];
  const scanner = createLineScanner(
    () => null,
    ({ text, number, hides }) => {
      const line = normaliseLine(text, number === 1);
      if (placer.place(line, hides) === 'said' && found.length < MAX_LINES && isDeclaration(line)) found.push(line);
    },
  );
  const tail = holdTail(MAX_BYTES, scanner.write);
  return {
    write: tail.write,
    end: () => {
      for (const piece of tail.rest()) scanner.write(piece);
      scanner.end();
      return found;
    },
  };
};
