/**
 * Patterns that a config brings, matched in time that grows with the line alone: RE2's syntax and semantics, so that no
 * pattern can hang a run whatever an agent prints. Without back references and look-around, which RE2 refuses.
 *
 * @module
 */
import { RE2JS, RE2JSException } from 're2js';
import { DualgateError } from '../../../gates/errors.ts';

/** How large a pattern may be: characters as written, and instructions that RE2 makes of it. */
const MAX_PATTERN = { characters: 1_000, instructions: 1_000 } as const;

/** UTF-16 units of a line that are looked at. */
const MAX_LINE_LENGTH = 65_536;

/**
 * A pattern is empty, too large, or not RE2; in a config it is one of the `problems`. Fix: remove look-around and back
 * references.
 */
export class PatternError extends DualgateError {
  override readonly name = 'PatternError';
  readonly code = 'E_PATTERN';
  /** Completes the sentence "the pattern …". */
  readonly problem: string;

  constructor(source: string, problem: string, options?: ErrorOptions) {
    const shown = source.length > 60 ? `${source.slice(0, 60)}…` : source;
    super(`Cannot use the pattern /${shown}/: it ${problem}.`, options);
    this.problem = problem;
  }
}

interface PatternFlags {
  /** @default false */
  readonly ignoreCase?: boolean;
}

interface Pattern {
  /** As written. */
  readonly source: string;
  /** Whether the pattern is found anywhere in the line, of which no more than `MAX_LINE_LENGTH` units are looked at. */
  readonly test: (line: string) => boolean;
}

/**
 * Compiles a pattern of RE2's syntax.
 *
 * @throws {PatternError} for a pattern that is empty, too large, or asks for what RE2 refuses
 */
export const compilePattern = (source: string, { ignoreCase = false }: PatternFlags = {}): Pattern => {
  if (source === '') throw new PatternError(source, 'is empty, and would match every line');
  if (source.length > MAX_PATTERN.characters) {
    throw new PatternError(
      source,
      `can have at most ${MAX_PATTERN.characters} characters (got ${source.length}). Split it into several patterns`,
    );
  }
  const compiled = compile(source, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  const size = compiled.programSize();
  if (size > MAX_PATTERN.instructions) {
    throw new PatternError(
      source,
      `repeats too much: ${size} instructions of at most ${MAX_PATTERN.instructions}. Repeat less`,
    );
  }
  return {
    source,
    test: (line) => compiled.test(line.length > MAX_LINE_LENGTH ? line.slice(0, MAX_LINE_LENGTH) : line),
  };
};

const compile = (source: string, flags: number): RE2JS => {
  try {
    return RE2JS.compile(source, flags);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    throw new PatternError(source, wordProblem(source, error.message), { cause: error });
  }
};

/** The name of syntax that people write for other engines; else the message of RE2. */
const wordProblem = (source: string, message: string): string => {
  if (/\(\?<?[=!]/.test(message)) return refused('look-around');
  if (/invalid escape sequence: `\\[1-9k]/.test(message)) return refused('a back reference');
  if (/\(\?>/.test(message)) return refused('an atomic group');
  return `is not a valid RE2 pattern: ${message.replace(/^error parsing regexp: /, '').trim() || source}`;
};

const refused = (what: string): string => `uses ${what}, which RE2 does not support. Write the pattern without it`;
