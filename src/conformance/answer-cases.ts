/**
 * Answers a file of cases as it comes in, one case a line; nothing is held in memory but the line that is read.
 *
 * @module
 */
import { createLineCutter } from '../lines/cut-lines.ts';
import { type Answered, answerCase, type Answer } from './answer-case.ts';
import { readCase } from './read-case.ts';
import type { Decision } from '../../gates/decide.ts';
import type { Expectation } from './case-schema.ts';

/** The results of each line, in the order of the file; `line` counts from 1. */
export type CaseEvent =
  | ({ readonly type: 'answered'; readonly line: number; readonly differences: readonly Difference[] } & Answered)
  /** An unknown key, reported once. */
  | { readonly type: 'unknown_key'; readonly line: number; readonly key: string }
  /** The line is no case: it has no answer. */
  | { readonly type: 'bad_line'; readonly line: number; readonly problem: string };

/** The sums of a file. Whole numbers of 0 or more. */
export interface CaseTally {
  readonly cases: number;
  /** Cases that say what they expect. */
  readonly expecting: number;
  /** Those whose answer differs in anything. */
  readonly differing: number;
  /** It may leave, and should not. */
  readonly false_exits: number;
  /** It may not leave, and should. */
  readonly false_holds: number;
  readonly bad_lines: number;
}

const NO_CASES: CaseTally = {
  cases: 0,
  expecting: 0,
  differing: 0,
  false_exits: 0,
  false_holds: 0,
  bad_lines: 0,
};

/** @param input - UTF-8, cut anywhere */
export const answerCases = async (
  input: AsyncIterable<Uint8Array>,
  onEvent: (event: CaseEvent) => void,
): Promise<CaseTally> => {
  let tally = NO_CASES;
  let line = 0;
  const reported = new Set<string>();
  const take = (bytes: Buffer): void => {
    line += 1;
    const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
    if (text.trim() === '') return;
    const read = readCase(text);
    if ('problem' in read) {
      tally = { ...tally, bad_lines: tally.bad_lines + 1 };
      onEvent({ type: 'bad_line', line, problem: read.problem });
      return;
    }
    for (const key of read.unknown.filter((each) => !reported.has(each))) {
      reported.add(key);
      onEvent({ type: 'unknown_key', line, key });
    }
    const { asked } = read;
    const answered = answerCase(asked);
    const differences = asked.expected === undefined ? [] : compareAnswer(answered.answer, asked.expected);
    tally = count(tally, asked.expected !== undefined, differences);
    onEvent({ type: 'answered', line, ...answered, differences });
  };
  const cutter = createLineCutter(take);
  for await (const chunk of input) cutter.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
  const rest = cutter.rest();
  if (rest.length > 0) take(rest);
  return tally;
};

const count = (tally: CaseTally, expects: boolean, differences: readonly Difference[]): CaseTally => {
  const exit = differences.find(({ key }) => key === 'can_exit');
  return {
    ...tally,
    cases: tally.cases + 1,
    expecting: tally.expecting + (expects ? 1 : 0),
    differing: tally.differing + (differences.length > 0 ? 1 : 0),
    false_exits: tally.false_exits + (exit?.answered === true ? 1 : 0),
    false_holds: tally.false_holds + (exit?.answered === false ? 1 : 0),
  };
};

/**
 * An answer beside what was expected of it.
 *
 * A value that was expected and was not answered.
 */
interface Difference {
  readonly key: 'gate_1' | 'gate_2' | 'can_exit' | 'next' | 'forced';
  readonly expected: boolean | string | null;
  readonly answered: boolean | string | null;
}

/** Words of the scenarios → words of a decision. */
const NEXT: Readonly<Record<NonNullable<Expectation['next']>, Decision['next']>> = {
  exit: 'leave',
  halt: 'stop',
  limit_reached: 'stop',
  leave: 'leave',
  hold: 'hold',
  stop: 'stop',
  needs_human: 'needs_human',
};

/** The differences, most significant first; a value without an expectation is not compared. */
export const compareAnswer = (answer: Answer, expected: Expectation): readonly Difference[] => {
  const wanted = { ...expected, ...(expected.next === undefined ? {} : { next: NEXT[expected.next] }) };
  return (['can_exit', 'gate_1', 'gate_2', 'next', 'forced'] as const).flatMap((key) => {
    const value = wanted[key];
    return value === undefined || value === answer[key] ? [] : [{ key, expected: value, answered: answer[key] }];
  });
};
