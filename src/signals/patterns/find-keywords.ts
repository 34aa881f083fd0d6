/**
 * The patterns in the prose of a message. Quoted text is skipped: fences, comments, quotes, code and the fields of a
 * status block, and text that only repeats the prompt. Prose decides nothing: "not done yet" is found like its opposite
 * (rule 1.2).
 *
 * @module
 */
import { createReadStream } from 'node:fs';
import { createLineSearch } from './line-search.ts';
import { holdTail } from './message-tail.ts';
import type { Needle } from '../../blocks/needle.ts';
import { normaliseLine } from './normalise-line.ts';
import { createLinePlacer } from '../../blocks/place-lines.ts';
import { createEchoTest } from './prompt-echo.ts';
import { TranscriptError } from '../read-signal-of-file.ts';
import { createLineScanner } from './scan-lines.ts';
import { waitForPatterns } from './waiting-patterns.ts';

/** Bytes that are searched, at the end of the message: who is done says so last. */
export const MAX_SEARCHED_BYTES = 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

const NOTHING: readonly Needle[] = [];

interface KeywordFinder {
  /** UTF-8, cut anywhere. */
  readonly write: (chunk: Uint8Array) => void;
  /** The patterns that were found, in their own order; asked once. */
  readonly end: () => readonly string[];
}

/**
 * @param prompt - the prompt of the agent; a line that occurs in it is an echo. Empty if it is unknown.
 * @throws {PatternError} for a pattern that RE2 rejects
 */
export const createKeywordFinder = (patterns: readonly string[], prompt: string): KeywordFinder => {
  const isEcho = createEchoTest(prompt);
  const waiting = waitForPatterns(patterns);
  const placer = createLinePlacer();
  let isSearched = false;
  const searchFor = createLineSearch(() => (isSearched ? waiting.needles() : NOTHING));
  const scanner = createLineScanner(
    () => searchFor(placer.needles()),
    ({ text, number, hides }) => {
      const line = normaliseLine(text, number === 1);
      if (placer.place(line, hides) !== 'said' || !isSearched || isShown(line) || isEcho(line)) return;
      waiting.see(line.replaceAll(/`[^`]*`|<!--.*?(?:-->|$)/g, ' '));
    },
  );
  // The text before the end matters only for its fences and comments.
  const tail = holdTail(MAX_SEARCHED_BYTES, scanner.write);
  return {
    write: tail.write,
    end: () => {
      isSearched = true;
      for (const piece of tail.rest()) scanner.write(piece);
      scanner.end();
      return waiting.found();
    },
  };
};

/** A quote, indented code, a marker, or a field of a block. */
const isShown = (line: string): boolean =>
  /^(?:\s*>| {4}|\t|---|\s*(?:[-*]\s+)?(?:\*\*)?[A-Z][A-Z0-9_]+(?:\*\*)?:)/.test(line);

/**
 * The patterns that are found in a file; `prompt` as above.
 *
 * @throws {TranscriptError} when it cannot be read to its end
 */
export const findKeywordsOfFile = async (
  path: string,
  patterns: readonly string[],
  prompt: string,
): Promise<readonly string[]> => {
  try {
    const finder = createKeywordFinder(patterns, prompt);
    const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: CHUNK_BYTES });
    for await (const chunk of chunks) finder.write(chunk);
    return finder.end();
  } catch (error) {
    throw new TranscriptError(path, error);
  }
};
