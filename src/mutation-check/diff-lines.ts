/**
 * Compares two texts line by line: the changed lines, and the lines that they replace. Pure.
 *
 * @module
 */

/** A block of changed lines. */
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

/** The text without the hunk. */
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
