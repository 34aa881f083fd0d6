/** The chart of the work as a picture that is laid out and not yet drawn. Lengths are CSS pixels, from the top left. */

/** Rectangles and lines of a picture, in CSS pixels from the top left. */
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

/** `outer` contains others, `history` is the phase active before, `halt` waits for a person, `end` is final. */
export type ChartNodeKind = 'start' | 'outer' | 'phase' | 'history' | 'halt' | 'end';

export interface ChartGates {
  readonly gate_1: string;
  readonly gate_2: string;
}

export interface ChartNode {
  /** The id of the state in the machine, such as `tdd.working.red`. The start is no state: its id is `tdd.start`. */
  readonly id: string;
  /** As drawn: a name that does not fit is cut in its middle; empty for the start. */
  readonly label: string;
  readonly kind: ChartNodeKind;
  /** The phase in the config; null when the state is no phase. */
  readonly phase: string | null;
  /** An operator forced the exit of this phase in the drawn run. */
  readonly forced?: true;
  /** The purpose of the state; empty without a description. */
  readonly description: string;
  /** The conditions, as in the config; absent where the state is no phase. */
  readonly gates?: ChartGates;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** `leave`: both gates agree. `held`: they do not. `forced`: a skip that was carried out. Others: operator, `HALT`. */
export type ChartEdgeKind = 'start' | 'leave' | 'held' | 'skip' | 'forced' | 'halt' | 'resume' | 'abort';

export interface ChartEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly kind: ChartEdgeKind;
  /** The event's name, such as `ITERATION`; empty for the start. */
  readonly event: string;
  /** The guard's name, such as `gatesAgree`. */
  readonly guard: string | null;
  /** The `d` of an SVG path, from the border of one node to the border of the other. */
  readonly path: string;
  /** Middle of the label; null without one. */
  readonly label: { readonly text: string; readonly x: number; readonly y: number } | null;
}

export interface ChartPicture {
  readonly width: number;
  readonly height: number;
  readonly nodes: readonly ChartNode[];
  readonly edges: readonly ChartEdge[];
}

export const NAME_SIZE = 14;

const NARROW = /[\sIfijlrt-]/;
const WIDE = /[A-Z0-9_]/;
const WIDEST = /[MWmw…]/;

/** In ems, bold. Names of phases are letters, digits, `_` and `-`; other characters get more than they need. */
const advanceOf = (character: string): number => {
  if (WIDEST.test(character)) return 1.1;
  if (NARROW.test(character)) return 0.53;
  if (WIDE.test(character)) return 0.86;
  return /[a-z]/.test(character) ? 0.73 : 1.4;
};

/** The width of regular type, at the most, as a part of the width of bold type. */
const REGULAR = 0.92;

/** CSS pixels, of a line in bold type of `size` CSS pixels; never too little. */
export const nameWidth = (text: string, size: number): number =>
  Math.ceil(Array.from(text).reduce((width, character) => width + advanceOf(character), 0) * size);

export const labelWidth = (text: string, size: number): number => Math.ceil(nameWidth(text, size) * REGULAR);

/** Whole if it fits, else beginning and end. @param most - CSS pixels @param widthOf - of a text, in CSS pixels */
export const fitName = (name: string, most: number, widthOf: (text: string) => number): string => {
  let characters = Array.from(name).length;
  while (characters > 1 && widthOf(cutMiddle(name, characters)) > most) characters -= 1;
  return cutMiddle(name, characters);
};

/** Names with the same beginning often differ at their end. `most` counts characters, the `…` included. */
const cutMiddle = (name: string, most: number): string => {
  const characters = Array.from(name);
  if (characters.length <= most) return name;
  const head = Math.ceil((most - 1) / 2);
  return `${characters.slice(0, head).join('')}…${characters.slice(characters.length - (most - 1 - head)).join('')}`;
};

/** The label beside it: without it the line would be hard to understand. */
export const FORCED_LABEL = 'forced';

type States = readonly Pick<ChartNode, 'id' | 'phase'>[];

/** Whether an arrow is a skip that was carried out, of a phase whose exit was forced. @param forced - names of phases */
export const findForced =
  (states: States, forced: readonly string[]) =>
  ({ kind, from }: Pick<ChartEdge, 'kind' | 'from'>): boolean =>
    kind === 'skip' && states.some(({ id, phase }) => id === from && phase !== null && forced.includes(phase));

/** @param forced - names of phases */
export const markForced = (picture: ChartPicture, forced: readonly string[]): ChartPicture => {
  const isForced = findForced(picture.nodes, forced);
  return {
    ...picture,
    nodes: picture.nodes.map((node) =>
      node.phase !== null && forced.includes(node.phase) ? { ...node, forced: true as const } : node,
    ),
    edges: picture.edges.map((edge) =>
      isForced(edge)
        ? { ...edge, kind: 'forced', label: edge.label === null ? null : { ...edge.label, text: FORCED_LABEL } }
        : edge,
    ),
  };
};
