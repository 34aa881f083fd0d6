/**
 * Rectangles and lines of a picture, in CSS pixels from the top left.
 *
 * @module
 */

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Point = readonly [x: number, y: number];

export const middleX = ({ x, width }: Box): number => x + width / 2;
export const middleY = ({ y, height }: Box): number => y + height / 2;
export const rightOf = ({ x, width }: Box): number => x + width;
export const bottomOf = ({ y, height }: Box): number => y + height;

const CORNER = 10;

/** The `d` of an SVG path along the points, in level and upright lines, its corners round. */
export const pathAlong = (points: readonly Point[]): string =>
  points
    .map((point, i) => {
      const [before, after] = [points[i - 1], points[i + 1]];
      if (before === undefined) return `M${point.join(' ')}`;
      if (after === undefined) return `L${point.join(' ')}`;
      return `L${near(point, before).join(' ')}Q${point.join(' ')} ${near(point, after).join(' ')}`;
    })
    .join('');

/** The start of a round corner: on the line from it to its neighbour, and never beyond the middle. */
const near = ([x, y]: Point, [towardsX, towardsY]: Point): Point => {
  const step = (from: number, to: number) => from + Math.sign(to - from) * Math.min(CORNER, Math.abs(to - from) / 2);
  return [step(x, towardsX), step(y, towardsY)];
};
