/**
 * Code that no test reaches: functions that can fail at once while every test stays green. Tests measure it by running,
 * and no tool for coverage is needed; it is unknown for code outside of functions.
 *
 * @module
 */
import type { ChangedFunction } from './functions-of.ts';
import type { TestedMutant } from '../mutation-report.ts';
import type { Reach } from './reach.ts';
import type { Trials } from '../trials.ts';

/** Each takes a test run or two. As many are a sample, if tests reach the wanted share of them. */
const SAMPLE = 12;

/**
 * Asks no more than is needed: once tests reach the wanted share of the lines, the rest may be unreached. A function in which
 * a mutant was killed is reached.
 *
 * @param percent - the wanted share
 * @returns `null` without a function
 */
export const measureReach = async (
  trials: Trials,
  functions: readonly ChangedFunction[],
  tried: readonly TestedMutant[],
  percent: number,
): Promise<Reach | null> => {
  const total = sumOf(functions);
  if (total === 0) return null;
  const isProven = ({ file, from, to }: ChangedFunction): boolean =>
    tried.some(({ end, path, line }) => end === 'killed' && path === file.path && line >= from && line <= to);
  const open = functions.filter((each) => !isProven(each)).toSorted((one, other) => other.lines - one.lines);
  const unreached: ChangedFunction[] = [];
  const isShare = (lines: number, of: number): boolean => lines * 100 >= of * percent;
  const proven = total - sumOf(open);
  let reached = 0;
  let why: 'enough' | 'sample' | 'no_time' = 'enough';
  for (const [asked, each] of open.entries()) {
    const dead = sumOf(unreached);
    if (isShare(proven + reached, total) || !isShare(total - dead, total)) break;
    const end = asked >= SAMPLE && isShare(reached, reached + dead) ? 'sample' : await fail(trials, each);
    if (end === null || end === 'sample') {
      why = end ?? 'no_time';
      break;
    }
    if (end === 'survived') unreached.push(each);
    else reached += each.lines;
  }
  const dead = sumOf(unreached);
  const left = total - proven - reached - dead;
  return {
    lines: total,
    lines_unreached: dead,
    unreached: unreached.map(({ file, from, to }) => ({ path: file.path, line: from, lines: to - from + 1 })),
    ...(left === 0 ? {} : { not_asked: { lines: left, why } }),
  };
};

const sumOf = (functions: readonly ChangedFunction[]): number => functions.reduce((sum, { lines }) => sum + lines, 0);

/** Old tests may reach what no new one does. */
const fail = async (trials: Trials, { file, failing }: ChangedFunction) => {
  const first = await trials.run(file, failing, trials.first);
  const whole = first?.end === 'survived' && trials.first === 'new' ? await trials.run(file, failing, 'whole') : first;
  return whole?.end ?? null;
};
