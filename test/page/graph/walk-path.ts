/**
 * The points of a path of a picture, as a browser would draw it: its `d` is read again, nothing of the code that wrote it is used.
 */
import type { Point } from '../../../src/page/graph/chart-picture.ts';

/** Points on one piece of the path: the distance of two is about 2 CSS pixels. */
const STEPS = 24;

/** @throws {Error} when there is anything in it but M, L and Q */
export const walkPath = (d: string): readonly Point[] => {
  const points: Point[] = [];
  if (d.replaceAll(/[MLQ](?:-?[\d.]+[ ]?)+/g, '') !== '') throw new Error(`Cannot walk ${d}`);
  for (const [, letter = '', numbers = ''] of d.matchAll(/([MLQ])([^MLQ]*)/g)) {
    const [a = 0, b = 0, c = 0, e = 0] = numbers.trim().split(/ +/).map(Number);
    const [x, y] = points.at(-1) ?? [a, b];
    for (let i = 1; i <= STEPS; i += 1) {
      const t = i / STEPS;
      if (letter === 'Q')
        points.push([
          (1 - t) ** 2 * x + 2 * t * (1 - t) * a + t * t * c,
          (1 - t) ** 2 * y + 2 * t * (1 - t) * b + t * t * e,
        ]);
      else points.push([x + (a - x) * t, y + (b - y) * t]);
    }
  }
  return points;
};
