/** Patterns in a message's prose, no quote or echo. They decide nothing: "not done yet" is found too (rule 1.2). */
import { open } from 'node:fs/promises';
import { createReadStream } from 'node:fs';
import { type Line, createLinePlacer } from '../blocks/place-lines.ts';
import { createLineSearch } from './patterns.ts';
import { holdTail, createEchoTest, waitForPatterns } from './waiting-patterns.ts';
import type { Needle } from '../blocks/block-form.ts';
import { normaliseLine, createLineScanner, type Search } from './scan-lines.ts';
import { readChunks, TranscriptError } from '../signal-of-case.ts';

/** Bytes that are searched, from the end of the message: an agent that is done says so last. */
export const MAX_SEARCHED_BYTES = 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;

const NOTHING: readonly Needle[] = [];

/**
 * The patterns that are found, as they are written and in their order, each once.
 * @param prompt - of the agent; a line that occurs in it, quoted or not, is an echo
 * @throws {TranscriptError} when the file cannot be read
 */
export const findPatterns = async (
  path: string,
  patterns: readonly string[],
  prompt: string,
): Promise<readonly string[]> => {
  const listener = listenForPatterns(patterns, prompt);
  const file = await open(path).catch((error: unknown) => {
    throw new TranscriptError(path, error);
  });
  try {
    const { size } = await file.stat();
    // One more: so it is seen that there was more.
    const start = Math.max(0, size - MAX_SEARCHED_BYTES - 1);
    const chunks = file.createReadStream({ start, highWaterMark: CHUNK_BYTES, autoClose: false });
    await readChunks(path, chunks, listener.write);
  } finally {
    await file.close();
  }
  return listener.end();
};

interface MessageReader {
  /** UTF-8, cut anywhere. */
  readonly write: (chunk: Uint8Array) => void;
  /** Asked once. */
  readonly end: () => readonly string[];
}

/** The same, for a message that is read while it is printed. @throws {PatternError} for a pattern that RE2 rejects */
export const listenForPatterns = (patterns: readonly string[], prompt: string): MessageReader => {
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

/** The same, of lines that somebody else reads. @throws {PatternError} for a pattern that RE2 does not take */
export const createPatternFinder = (patterns: readonly string[], prompt: string) => {
  const isEcho = createEchoTest(prompt);
  const waiting = waitForPatterns(patterns);
  const searchFor = createLineSearch(waiting.needles);
  return {
    search: (): Search => searchFor(NOTHING),
    see: (text: string): void => {
      const line = normaliseLine(text, false);
      if (!isEcho(line)) waiting.see(line);
    },
    found: waiting.found,
  };
};

const MAX_LINES = 200;

/** Lines of an agent's own message, as `CHANGES: file > test, because AC-1`. Shown or indented text is none. */
export const createDeclarationReader = (isDeclaration: (line: string) => boolean): MessageReader => {
  const placer = createLinePlacer();
  const found: string[] = [];
  const scanner = createLineScanner(
    () => null,
    ({ text, number, hides }) => {
      const line = normaliseLine(text, number === 1);
      if (placer.place(line, hides) === 'said' && found.length < MAX_LINES && isDeclaration(line)) found.push(line);
    },
  );
  const tail = holdTail(MAX_SEARCHED_BYTES, scanner.write);
  return {
    write: tail.write,
    end: () => {
      for (const piece of tail.rest()) scanner.write(piece);
      scanner.end();
      return found;
    },
  };
};

/** @param prompt - as above; empty if it is unknown @throws {PatternError} for a pattern that RE2 rejects */
export const createKeywordFinder = (patterns: readonly string[], prompt: string): MessageReader => {
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

const isShown = (line: string): boolean =>
  /^(?:\s*>| {4}|\t|---|\s*(?:[-*]\s+)?(?:\*\*)?[A-Z][A-Z0-9_]+(?:\*\*)?:)/.test(line);

/** The patterns that are found in a file. @throws {TranscriptError} when it cannot be read to its end */
export const findKeywordsOfFile = async (
  path: string,
  patterns: readonly string[],
  prompt: string,
): Promise<readonly string[]> => {
  const finder = createKeywordFinder(patterns, prompt);
  await readChunks(path, createReadStream(path, { highWaterMark: CHUNK_BYTES }), finder.write);
  return finder.end();
};
