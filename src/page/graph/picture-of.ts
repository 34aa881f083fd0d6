/** The chart of a config as a picture: read, laid out, and not yet drawn. */
import {
  bottomOf,
  type Box,
  middleX,
  middleY,
  pathAlong,
  type Point,
  rightOf,
  type ChartEdge,
  type ChartNode,
  type ChartPicture,
  labelWidth,
} from './chart-picture.ts';
import {
  HELD_LABEL,
  LABEL_SIZE,
  LANE,
  LEAVE_LABEL,
  type Plan,
  type Chart,
  type ChartArrow,
  labelOf,
  layOutStates,
  readChart,
} from './lay-out-states.ts';
import { checkValue, KINDS } from '../../base/check-options.ts';
import type { TddConfig } from '../../../gates/index.ts';

// Exits run down the spine, skips in a lane on its left, loops of held phases on its right; others by the outer state.

interface Route {
  readonly points: readonly Point[];
  readonly label: ChartEdge['label'];
}

interface Ends {
  readonly from: Box;
  readonly to: Box;
  /** The outer state of the phases. */
  readonly frame: Box;
}

/** Half the distance of two lines that meet one side of a phase. */
const APART = 9;
/** The distance of the three lines between the phases and the halt, each with its label above it. */
const THIRD = 28;
const CLEAR = 8;

/** The edges in the order of the chart, the start's first. */
const routeEdges = (chart: Chart, plan: Plan): readonly ChartEdge[] => {
  const kinds = new Map(chart.states.map(({ id, kind }) => [id, kind]));
  const boxOf = (id: string): Box => {
    const box = plan.boxes.get(id);
    if (box === undefined)
      throw new Error(`The chart does not have the expected shape: the picture has no place for ${id}.`);
    return box;
  };
  const outer = chart.states.find(({ kind }) => kind === 'outer')?.id ?? chart.id;
  const first = chart.states.find(({ kind, isFirst }) => kind === 'phase' && isFirst)?.id ?? outer;
  const start: ChartArrow = { from: `${chart.id}.start`, to: first, kind: 'start', event: '', guard: null };
  return [start, ...chart.arrows].map((arrow, i) => {
    const from = arrow.kind === 'start' ? plan.start : boxOf(arrow.from);
    const ends: Ends = { from, to: boxOf(arrow.to), frame: boxOf(outer) };
    const { points, label } = routeOf(arrow, ends, kinds.get(arrow.from) === 'halt');
    return { id: `edge-${i}`, ...arrow, path: pathAlong(points), label };
  });
};

const routeOf = ({ kind, event }: ChartArrow, ends: Ends, isOfHalt: boolean): Route => {
  switch (kind) {
    case 'start':
      return { points: spine(ends), label: null };
    case 'leave':
      return leave(ends);
    case 'held':
      return hold(ends);
    case 'skip':
    case 'forced':
      return isOfHalt ? skipFromHalt(ends, event) : skip(ends, event);
    case 'halt':
      return outwards(ends, middleY(ends.to) - THIRD, event);
    case 'resume':
      return inwards(ends, event);
    case 'abort':
      return isOfHalt ? fall(ends, event) : outwards(ends, middleY(ends.to), event);
  }
};

const spine = ({ from, to }: Ends): readonly Point[] => [
  [middleX(from), bottomOf(from)],
  [middleX(to), to.y],
];

const leave = (ends: Ends): Route => ({
  points: spine(ends),
  label: {
    text: LEAVE_LABEL,
    x: middleX(ends.from) + CLEAR + labelWidth(LEAVE_LABEL, LABEL_SIZE) / 2,
    y: belowOf(ends),
  },
});

/** Half the way down to the next state, and never on the border of the outer state. */
const belowOf = ({ from, to, frame }: Ends): number => (bottomOf(from) + Math.min(to.y, bottomOf(frame))) / 2;

const skip = (ends: Ends, event: string): Route => {
  const { from, to } = ends;
  const lane = from.x - LANE;
  const [leaves, enters] = [middleY(from) + APART, to.y > bottomOf(ends.frame) ? middleY(to) : middleY(to) - APART];
  return {
    points: [
      [from.x, leaves],
      [lane, leaves],
      [lane, enters],
      [to.x, enters],
    ],
    label: { text: event, x: lane - CLEAR - labelWidth(event, LABEL_SIZE) / 2, y: belowOf(ends) },
  };
};

const hold = ({ from }: Ends): Route => {
  const [x, y] = [rightOf(from), middleY(from)];
  return {
    points: [
      [x, y - APART],
      [x + LANE, y - APART],
      [x + LANE, y + APART],
      [x, y + APART],
    ],
    label: { text: HELD_LABEL, x: x + LANE + CLEAR + labelWidth(HELD_LABEL, LABEL_SIZE) / 2, y },
  };
};

/** From the border of the outer state to the state beside it. */
const outwards = ({ from, to }: Ends, y: number, event: string): Route => ({
  points: [
    [rightOf(from), y],
    [to.x, y],
  ],
  label: above(rightOf(from), to.x, y, event),
});

const inwards = ({ from, to, frame }: Ends, event: string): Route => {
  const y = middleY(from);
  return {
    points: [
      [from.x, y],
      [rightOf(to), y],
    ],
    label: above(rightOf(frame), from.x, y, event),
  };
};

const skipFromHalt = ({ from, to, frame }: Ends, event: string): Route => {
  const y = middleY(from) + THIRD;
  return {
    points: [
      [from.x, y],
      [middleX(to), y],
      [middleX(to), bottomOf(to)],
    ],
    label: above(rightOf(frame), from.x, y, event),
  };
};

const fall = (ends: Ends, event: string): Route => {
  const x = middleX(ends.from) + CLEAR + labelWidth(event, LABEL_SIZE) / 2;
  return { points: spine(ends), label: { text: event, x, y: (bottomOf(ends.from) + ends.to.y) / 2 } };
};

const above = (left: number, right: number, y: number, text: string): ChartEdge['label'] => ({
  text,
  x: (left + right) / 2,
  y: y - CLEAR - LABEL_SIZE / 2 + 1,
});

/**
 * The chart of a config as nodes and edges with their coordinates.
 * For any list of phases; the same phases give the same picture.
 * @throws {PhaseError} when no chart can be built from the phases
 * @example
 * const picture = pictureOf({ phases: DEFAULT_PHASES });
 */
export const pictureOf = (config: Pick<TddConfig, 'phases'>): ChartPicture => {
  checkValue('pictureOf', 'config', config, KINDS.phases);
  const chart = readChart(config);
  const plan = layOutStates(chart);
  const start: ChartNode = {
    id: `${chart.id}.start`,
    label: '',
    kind: 'start',
    phase: null,
    description: '',
    ...plan.start,
  };
  const states = chart.states.flatMap((state): readonly ChartNode[] => {
    const box: Box | undefined = plan.boxes.get(state.id);
    if (box === undefined) return [];
    const { id, kind, phase, description, gates } = state;
    return [{ id, label: labelOf(state), kind, phase, description, ...(gates === undefined ? {} : { gates }), ...box }];
  });
  return { width: plan.width, height: plan.height, nodes: [start, ...states], edges: routeEdges(chart, plan) };
};
