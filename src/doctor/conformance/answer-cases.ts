/** Answers a file of cases as it comes in, one case a line; nothing is held in memory but the line that is read. */
import { NATIVE } from '../../signals/systems/dialects.ts';
import { caseSchema, type ConformanceCase, unknownMetrics, type Expectation } from './measure-case.ts';
import { configOfCase } from './record-case.ts';
import { describeCause } from '../../base/text/describe-cause.ts';
import { createLineCutter } from '../../base/cut-lines.ts';
import { type Answered, answerCase, type Answer } from './answer-case.ts';
import type { Decision } from '../../../gates/decide.ts';

/** `unknown`: keys that nothing asks for, which are passed over and said. */
type CaseRead = { readonly asked: ConformanceCase; readonly unknown: readonly string[] } | { readonly problem: string };

/** Keys of a case, and of its context, that this version reads. */
const CONTEXT_KEYS = new Set([
  'iteration',
  'max_iterations',
  'nonce',
  'agent_exit_code',
  'timed_out',
  'stderr',
  'operator',
  'progress',
  'config',
  'repeat_before',
]);

/** Reads a line that is not blank. */
export const readCase = (line: string): CaseRead => {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    return { problem: `is not JSON (${describeCause(error)})` };
  }
  const twice = findDoubleKey(line);
  if (twice !== null) return { problem: `the key ${JSON.stringify(twice)} appears twice in one object` };
  const { data, error } = caseSchema.safeParse(value);
  if (data === undefined) {
    const [issue] = error.issues;
    const where = issue === undefined || issue.path.length === 0 ? 'a case' : issue.path.join('.');
    return { problem: `${where}: ${issue?.message ?? 'is not one'}` };
  }
  const phases = configOfCase(data.preset).phases.map(({ phase }) => phase);
  if (!phases.includes(data.phase))
    return { problem: `phase: the preset ${data.preset ?? NATIVE} has ${phases.join(' and ')} (got ${data.phase})` };
  return {
    asked: data,
    unknown: [
      ...unknownMetrics(data).map((name) => `metrics.${name}`),
      ...Object.keys(data.context)
        .filter((name) => !CONTEXT_KEYS.has(name))
        .map((name) => `context.${name}`),
    ],
  };
};

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Its name, at whatever depth and however it is spelt; null when there is none. @param json - a text that `JSON.parse` reads */
const findDoubleKey = (json: string): string | null => {
  const open: (Set<string> | null)[] = [];
  for (let at = 0; at < json.length; at += 1) {
    const char = json[at];
    if (char === '{') open.push(new Set());
    else if (char === '[') open.push(null);
    else if (char === '}' || char === ']') open.pop();
    else if (char === '"') {
      const end = endOfString(json, at);
      const keys = open.at(-1);
      if (keys != null && isFollowedByColon(json, end)) {
        const key = String(JSON.parse(json.slice(at, end)));
        if (keys.has(key)) return key;
        keys.add(key);
      }
      at = end - 1;
    }
  }
  return null;
};

/** The end of the string that starts at `start`, or of the whole text when it never ends. */
const endOfString = (json: string, start: number): number => {
  let at = start + 1;
  while (at < json.length && json.charCodeAt(at) !== QUOTE) at += json.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at + 1;
};

/** A value is followed by a comma or a bracket. */
const isFollowedByColon = (json: string, from: number): boolean => {
  let at = from;
  while (/\s/.test(json[at] ?? '')) at += 1;
  return json[at] === ':';
};

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

/** A value that was expected and was not answered. */
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
