/**
 * Whether a file of data that earlier tests read has all that it had (rule 2.7): recorded values, rows of cases, keys.
 *
 * @module
 */
import { parseJson } from '../../text/parse-json.ts';
import { isOnlyLonger } from '../additions/addition.ts';

/** One entry or one case a line, or several lines. */
const OF_LINES = /\.(?:snap|ambr|snapshot|csv|tsv|txt|ya?ml|toml|jsonl|ndjson)$/;

/** Why it has not: the rest of a sentence; `null` if it has. */
export const judgeData = (path: string, before: string, after: string): string | null => {
  if (before.trimEnd() === after.trimEnd()) return null;
  if (OF_LINES.test(path))
    return isOnlyLonger(before, after) ? null : 'a value or a row of before is gone, or is another one';
  if (!path.endsWith('.json')) return 'it is another one';
  const [was, is] = [parseJson(before), parseJson(after)];
  return was !== undefined && is !== undefined && hasAll(was, is)
    ? null
    : 'a value of before is gone, or is another one';
};

/** A list of plain values says what is there: a longer one says something else. */
const hasAll = (was: unknown, is: unknown): boolean => {
  if (Array.isArray(was) && Array.isArray(is)) {
    if (was.length === is.length) return was.every((each, at) => hasAll(each, is[at]));
    if (![...was, ...is].every(isGroup)) return false;
    const texts: readonly string[] = is.map((each) => JSON.stringify(each));
    const wanted = was.map((each) => JSON.stringify(each));
    let next = 0;
    for (const text of texts) if (next < wanted.length && text === wanted[next]) next += 1;
    return next === was.length;
  }
  if (!isGroup(was) || !isGroup(is) || Array.isArray(was) !== Array.isArray(is)) return Object.is(was, is);
  return Object.entries(was).every(([key, value]) => Object.hasOwn(is, key) && hasAll(value, Reflect.get(is, key)));
};

const isGroup = (value: unknown): value is object => typeof value === 'object' && value !== null;
