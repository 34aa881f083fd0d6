/**
 * Reads what an agent program prints, as it comes: bytes into lines, lines into a preset's extractor. Never holds more
 * than one line, and none that is longer than the cap.
 *
 * @module
 */
import { concatBytes, decodeBytes } from '../../text/bytes.ts';
import type { Activity, Extracted, Extractor } from './extractor.ts';

/** Bytes. A longer line is skipped as a whole: the result of a tool can be any size, an agent's last words are not. */
export const MAX_EVENT_BYTES = 8 * 1024 * 1024;

interface AgentOutputReader {
  /** Takes the next bytes of stdout, however they are cut. */
  readonly write: (chunk: Uint8Array) => void;
  /** Reads a last line that has no newline, too, and answers. */
  readonly end: () => Extracted;
}

/**
 * @param onActivity - receives the agent's activity in each line; a skipped line is `none`
 */
export const readAgentOutput = (
  extractor: Extractor,
  onActivity: (activity: Activity) => void = () => {},
): AgentOutputReader => {
  let pieces: Uint8Array[] = [];
  let length = 0;

  const keep = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > MAX_EVENT_BYTES) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  };
  const finish = (): void => {
    const line = length > MAX_EVENT_BYTES ? null : decodeBytes(concatBytes(pieces));
    pieces = [];
    length = 0;
    onActivity(line === null ? 'none' : extractor.line(line));
  };

  return {
    write: (chunk) => {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        keep(chunk.subarray(start, end));
        finish();
        start = end + 1;
      }
      keep(chunk.subarray(start));
    },
    end: () => {
      if (length > 0) finish();
      return extractor.end();
    },
  };
};
