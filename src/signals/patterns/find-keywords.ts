/**
 * The patterns in the prose of a message. Quoted text is skipped: fences, comments, quotes, code and the fields of a
 * status block, and text that only repeats the prompt. Prose decides nothing: "not done yet" is found like its opposite
 * (rule 1.2).
 */
import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { type Line, createLinePlacer } from '../blocks/place-lines.ts';
import { createLineSearch } from './patterns.ts';
import { holdTail, createEchoTest, waitForPatterns } from './waiting-patterns.ts';
import type { Needle } from '../blocks/block-form.ts';
import { normaliseLine, createLineScanner, type Search } from './scan-lines.ts';
import { TranscriptError } from '../signal-of-case.ts';

// The patterns of a config in the agent's message. It reads prose, and prose decides nothing: "not all tasks are completed" is
// found like its opposite, as the grep of spec 000 finds it. Text that only repeats the prompt is skipped.

/** Bytes that are searched, from the end of the message: an agent that is done says so last. */
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

/** Bytes that are read, at the end of the message. */
const MAX_BYTES = 1024 * 1024;
const MAX_LINES = 200;

interface DeclarationReader {
  /** UTF-8, cut anywhere. */
  readonly write: (chunk: Uint8Array) => void;
  /** Asked once. */
  readonly end: () => readonly string[];
}

/**
 * Lines of an agent's own message that name something, such as `CHANGES: file > test, because AC-1`. Text that is shown
 * (fences, comments) is skipped, and quotes and indented code do not begin at the margin.
 */
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
