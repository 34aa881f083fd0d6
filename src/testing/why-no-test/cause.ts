/**
 * One cause of a suite that cannot be a baseline: how to recognise it, and the advice for it. A cause reads output and files,
 * and runs nothing.
 *
 * @module
 */
import type { TestRun } from '../test-run.ts';

/** A suite that did not report completely, with the facts by which its cause is recognised. */
export interface BrokenSuite {
  readonly run: TestRun;
  /** Program and arguments, without a shell. */
  readonly command: readonly string[];
  /** Absolute: where it ran. */
  readonly folder: string;
  /** Absolute: the workspace around it, or the same folder. */
  readonly workspace: string;
  /** Everything that the runner said of it: messages, problems, its last lines. */
  readonly text: string;
}

/** Facts about the cause, such as the name of a module. */
export type Match = readonly [string, ...string[]];

export interface Cause {
  /** For tests and lists of causes. */
  readonly name: string;
  /** The facts, or `null` if this is not the cause. */
  readonly recognises: (broken: BrokenSuite) => Match | null;
  /** The problem: a clause without a full stop. */
  readonly says: (match: Match, broken: BrokenSuite) => string;
  /** The way out: one or two sentences. */
  readonly advice: (match: Match, broken: BrokenSuite) => string;
}

/** The groups of the first of these patterns that matches. The first group must not be empty. */
export const firstMatch = (text: string, patterns: readonly RegExp[]): Match | null => {
  for (const pattern of patterns) {
    const [, first, ...rest] = pattern.exec(text) ?? [];
    if (first !== undefined && first !== '') return [first, ...rest.map((each) => each ?? '')];
  }
  return null;
};

/** The command as it can be typed into a shell. */
export const showCommand = (command: readonly string[]): string =>
  command.map((word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`)).join(' ');
