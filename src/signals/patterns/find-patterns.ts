/**
 * The patterns of a config in the agent's message. It reads prose, and prose decides nothing: "not all tasks are
 * completed" is found like its opposite, as the grep of spec 000 finds it. Text that only repeats the prompt is
 * skipped.
 *
 * @module
 */
import { open } from 'node:fs/promises';
import type { Line } from '../../blocks/line.ts';
import { createLineSearch } from './line-search.ts';
import { holdTail } from './message-tail.ts';
import type { Needle } from '../../blocks/needle.ts';
import { normaliseLine } from './normalise-line.ts';
import { createEchoTest } from './prompt-echo.ts';
import { TranscriptError } from '../read-signal-of-file.ts';
import { createLineScanner, type Search } from './scan-lines.ts';
import { waitForPatterns } from './waiting-patterns.ts';

/** Bytes that are looked at, from the end of the message: who is done says so last. */
export const MAX_SEARCHED_BYTES = 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

const NOTHING: readonly Needle[] = [];

/**
 * The patterns that are found, as they are written and in their order, each once.
 *
 * @param path - the agent's last message, UTF-8
 * @param prompt - the prompt of the agent; a line that occurs in it, quoted or not, is an echo
 * @throws {TranscriptError} when the file cannot be read
 */
export const findPatterns = async (
  path: string,
  patterns: readonly string[],
  prompt: string,
): Promise<readonly string[]> => {
  const listener = listenForPatterns(patterns, prompt);
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      // One more: so it is seen that there was more.
      const start = Math.max(0, size - MAX_SEARCHED_BYTES - 1);
      const chunks: AsyncIterable<Buffer> = file.createReadStream({
        start,
        highWaterMark: CHUNK_BYTES,
        autoClose: false,
      });
      for await (const chunk of chunks) listener.write(chunk);
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new TranscriptError(path, error);
  }
  return listener.end();
};

interface PatternListener {
  /** UTF-8, cut anywhere. */
  readonly write: (chunk: Uint8Array) => void;
  /** The patterns that were found, in their own order; asked once. */
  readonly end: () => readonly string[];
}

/** The same, for a message that is read while it is printed. @throws {PatternError} for a pattern that RE2 rejects */
export const listenForPatterns = (patterns: readonly string[], prompt: string): PatternListener => {
  const { search, see, found } = createPatternFinder(patterns, prompt);
  const tail = holdTail(MAX_SEARCHED_BYTES);
  return {
    write: tail.write,
    end: () => {
      const isPart = ({ number }: Line): boolean => tail.isCut() && number === 1;
      const scanner = createLineScanner(search, (line) => {
        if (!isPart(line)) see(line.text);
      });
      for (const piece of tail.rest()) scanner.write(piece);
      scanner.end();
      return found();
    },
  };
};

interface PatternFinder {
  /** Lines that do not have one of these may be left out. */
  readonly search: () => Search;
  /** A line of the message. */
  readonly see: (text: string) => void;
  readonly found: () => readonly string[];
}

/** The same, of lines that somebody else reads. @throws {PatternError} for a pattern that RE2 does not take */
export const createPatternFinder = (patterns: readonly string[], prompt: string): PatternFinder => {
  const isEcho = createEchoTest(prompt);
  const waiting = waitForPatterns(patterns);
  const searchFor = createLineSearch(waiting.needles);
  return {
    search: () => searchFor(NOTHING),
    see: (text) => {
      const line = normaliseLine(text, false);
      if (!isEcho(line)) waiting.see(line);
    },
    found: waiting.found,
  };
};
