/** The order in which mutants are tested. Pure. */
import { createHash } from 'node:crypto';
import { isGreen, testId } from '../../runners/is-green.ts';
import type { TestRun } from '../../runners/test-run.ts';
import type { Mutant, MutantKind } from './mutant.ts';

// Compares two texts line by line: the changed lines, and the lines that they replace. Pure.

export interface Hunk {
  /** Its first line in the new text, from 1; for removed lines, the line after them. */
  readonly line: number;
  /** The number of its lines in the new text; 0 where lines were only removed. */
  readonly lines: number;
  /** The replaced lines, with their line ends; `''` where there were none. */
  readonly before: string;
}

/** After this many differences the rest counts as one hunk: rewritten text has no history. */
const MAX_DIFFERENCES = 1_000;

/** The hunks between two texts, in order. Line ends make no difference. */
export const diffLines = (before: string, after: string): readonly Hunk[] => {
  const old = splitLines(before);
  const now = splitLines(after);
  const oldKeys = old.map(withoutEnd);
  const nowKeys = now.map(withoutEnd);
  let head = 0;
  while (head < old.length && head < now.length && oldKeys[head] === nowKeys[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(old.length, now.length) - head &&
    oldKeys[old.length - 1 - tail] === nowKeys[now.length - 1 - tail]
  )
    tail += 1;
  const kept = pairLines(oldKeys.slice(head, old.length - tail), nowKeys.slice(head, now.length - tail));
  const hunks: Hunk[] = [];
  let [x, y] = [head, head];
  for (const [keptX, keptY] of [
    ...kept.map(([a, b]) => [a + head, b + head] as const),
    [old.length - tail, now.length - tail] as const,
  ]) {
    if (keptX > x || keptY > y) {
      hunks.push({ line: y + 1, lines: keptY - y, before: old.slice(x, keptX).join('') });
    }
    [x, y] = [keptX + 1, keptY + 1];
  }
  return hunks;
};

export const dropHunk = (text: string, { line, lines, before }: Hunk): string => {
  const now = splitLines(text);
  return [...now.slice(0, line - 1), before, ...now.slice(line - 1 + lines)].join('');
};

/** With their line ends, so that joining them gives the text again. */
const splitLines = (text: string): readonly string[] => text.match(/[^\n]*\n|[^\n]+$/g) ?? [];

const withoutEnd = (line: string): string => line.replace(/\r?\n$/, '');

/** Unchanged lines, as pairs of positions: Myers' greedy algorithm, then its path backwards. */
const pairLines = (old: readonly string[], now: readonly string[]): readonly (readonly [number, number])[] => {
  const reached: ReadonlyMap<number, number>[] = [];
  let furthest = new Map<number, number>([[1, 0]]);
  for (let d = 0; d <= MAX_DIFFERENCES; d += 1) {
    reached.push(new Map(furthest));
    for (let k = -d; k <= d; k += 2) {
      let x = stepFrom(furthest, k, d);
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x += 1;
      furthest.set(k, x);
      if (x >= old.length && x - k >= now.length) return walkBack(reached, old.length, now.length);
    }
    furthest = new Map(furthest);
  }
  return [];
};

const stepFrom = (furthest: ReadonlyMap<number, number>, k: number, d: number): number => {
  const down = furthest.get(k + 1) ?? 0;
  const right = (furthest.get(k - 1) ?? -1) + 1;
  return k === -d || (k !== d && right - 1 < down) ? down : right;
};

const walkBack = (
  reached: readonly ReadonlyMap<number, number>[],
  oldLength: number,
  nowLength: number,
): readonly (readonly [number, number])[] => {
  const pairs: (readonly [number, number])[] = [];
  let [x, y] = [oldLength, nowLength];
  for (let d = reached.length - 1; d >= 0; d -= 1) {
    const furthest = reached[d] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -d || (k !== d && (furthest.get(k - 1) ?? -1) < (furthest.get(k + 1) ?? 0));
    const from = down ? k + 1 : k - 1;
    const startX = d === 0 ? 0 : (furthest.get(from) ?? 0);
    const startY = startX - from;
    const after = d === 0 ? 0 : down ? startX : startX + 1;
    while (x > after && y > 0) {
      x -= 1;
      y -= 1;
      pairs.push([x, y]);
    }
    [x, y] = [startX, Math.max(0, startY)];
  }
  return pairs.toReversed();
};

type MutantEnd = 'killed' | 'survived' | 'not_applicable' | 'out_of_budget';

/** The result of a suite for one mutant. Pure. */
export interface Judgement {
  /** `not_applicable`: the run shows nothing about the tests. `out_of_budget`: there was no time for one. */
  readonly end: MutantEnd;
  /** The test that killed it, or why the run is inconclusive; `null` where it survived. */
  readonly why: string | null;
  /** Every test that killed it; of more than 50 the first. Absent where it was not killed. */
  readonly killers?: readonly string[];
}

const MOST_KILLERS = 50;

/** Ids of the tests that passed in the clean copy. @param counts - by its name, whether a test can kill a mutant */
export const passedIn = (control: TestRun, counts: (name: string) => boolean = () => true): ReadonlySet<string> =>
  new Set(control.tests.filter(({ state, name }) => state === 'passed' && counts(name)).map(testId));

/** A file that does not load, or a run that does not finish, kills nothing. @param ignored - ids */
export const judgeRun = (run: TestRun, passed: ReadonlySet<string>, ignored: ReadonlySet<string>): Judgement => {
  const failed = run.tests.filter(({ state }) => state === 'failed').map(testId);
  const killers = [...new Set(failed)].filter((id) => passed.has(id)).slice(0, MOST_KILLERS);
  const [first] = killers;
  if (first !== undefined) return { end: 'killed', why: first, killers };
  const there = new Set(run.tests.map(testId));
  if (isGreen(run, ignored) && [...passed].every((id) => there.has(id))) return { end: 'survived', why: null };
  return { end: 'not_applicable', why: whyNothing(run) };
};

const whyNothing = ({
  ended,
  load_failures: [load],
  problems: [problem],
  unhandled_errors: [error],
}: TestRun): string => {
  if (ended === 'timed_out') return 'the suite did not finish';
  if (load !== undefined) return `${load.file} does not load`;
  return problem ?? error ?? 'the report differs from that of the clean copy';
};

/** Kinds that a test of the behaviour kills first. A missing answer is noticed by any test, so the input comes next. */
const KINDS: readonly MutantKind[] = [
  'return',
  'input',
  'condition',
  'operator',
  'arguments',
  'statement',
  'body',
  'constant',
  'guard',
];

/** By a seed, each kind in turn, and within it the file with the fewest so far; alternatives at one place come last. */
export const orderMutants = (mutants: readonly Mutant[], seed: string): readonly Mutant[] =>
  [undefined, true].flatMap((again) =>
    spread(
      mutants.filter((mutant) => mutant.again === again),
      seed,
    ),
  );

const spread = (mutants: readonly Mutant[], seed: string): readonly Mutant[] => {
  const drawn = countAlike(mutants)
    .map(({ mutant, alike }) => ({ mutant, lot: draw(seed, mutant, alike) }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .map(({ mutant }) => mutant);
  const waiting = new Map(KINDS.map((kind) => [kind, drawn.filter((mutant) => mutant.kind === kind)]));
  const ofFile = new Map<string, number>();
  const ordered: Mutant[] = [];
  while (ordered.length < mutants.length) {
    for (const kind of KINDS) {
      const left = waiting.get(kind) ?? [];
      const fewest = Math.min(...left.map(({ path }) => ofFile.get(path) ?? 0));
      const next = left.findIndex(({ path }) => (ofFile.get(path) ?? 0) === fewest);
      const [mutant] = next === -1 ? [] : left.splice(next, 1);
      if (mutant === undefined) continue;
      ordered.push(mutant);
      ofFile.set(mutant.path, (ofFile.get(mutant.path) ?? 0) + 1);
    }
  }
  return ordered;
};

/** The number of the mutants of the same text before each, in the order of the text. */
const countAlike = (mutants: readonly Mutant[]): readonly { readonly mutant: Mutant; readonly alike: number }[] => {
  const seen = new Map<string, number>();
  return mutants
    .toSorted((one, other) => one.from - other.from)
    .map((mutant) => {
      const text = JSON.stringify([mutant.path, mutant.kind, mutant.before, mutant.after]);
      const alike = seen.get(text) ?? 0;
      seen.set(text, alike + 1);
      return { mutant, alike };
    });
};

/** Neither other candidates nor its place affect it: a comment or more code draws nothing again. */
const draw = (seed: string, { path, kind, before, after }: Mutant, alike: number): string =>
  createHash('sha256')
    .update(JSON.stringify([seed, path, kind, before, after, alike]))
    .digest('hex');
