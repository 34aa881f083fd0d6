/**
 * The position of each state of the chart: the phases are the spine, from top to bottom within their outer state;
 * below it the end that they lead to; beside it the halt that waits for a person, and below that the end that an
 * operator commands.
 */
import type { AnyStateNode } from 'xstate';
import type { TddConfig } from '../../../gates/index.ts';
import { createTddMachine, type PhaseMeta, type TddEvent } from '../../../machines/index.ts';
import {
  type ChartEdge,
  type ChartEdgeKind,
  type ChartNode,
  type ChartNodeKind,
  bottomOf,
  type Box,
  middleX,
  middleY,
  rightOf,
  fitName,
  labelWidth,
  NAME_SIZE,
  nameWidth,
} from './chart-picture.ts';

/** Read from the machine itself, so that the chart has only one description. */
export interface ChartState extends Pick<ChartNode, 'id' | 'kind' | 'phase' | 'description' | 'gates'> {
  /** The name of the state in its parent, such as `red`. */
  readonly key: string;
  /** The id of its parent; null for the states of the chart itself. */
  readonly parent: string | null;
  readonly isFirst: boolean;
}

/** Each of the chart's states that is not final receives the chart's own events, and each has an arrow for them. */
export type ChartArrow = Pick<ChartEdge, 'from' | 'to' | 'kind' | 'event' | 'guard'>;

export interface Chart {
  readonly id: string;
  /** Each after its parent, in the order of the machine. */
  readonly states: readonly ChartState[];
  readonly arrows: readonly ChartArrow[];
}

/** @throws {PhaseError} when no chart can be built from the phases */
export const readChart = (config: Pick<TddConfig, 'phases'>): Chart => {
  const { root } = createTddMachine(config);
  const nodes = descendantsOf(root);
  const outermost = Object.values(root.states).filter(({ type }) => type !== 'final');
  return {
    id: root.id,
    states: nodes.map((node) => stateOf(node, root)),
    arrows: [...nodes.flatMap((node) => arrowsOf(node, node)), ...outermost.flatMap((node) => arrowsOf(root, node))],
  };
};

const descendantsOf = (node: AnyStateNode): readonly AnyStateNode[] =>
  Object.values(node.states).flatMap((child) => [child, ...descendantsOf(child)]);

const stateOf = (node: AnyStateNode, root: AnyStateNode): ChartState => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `setup` gives the states of this chart no other meta
  const meta = node.meta as PhaseMeta | undefined;
  return {
    id: node.id,
    key: node.key,
    kind: kindOf(node, meta),
    phase: meta?.phase ?? null,
    description: node.description ?? (node.type === 'history' ? 'The phase that was active before' : ''),
    ...(meta === undefined ? {} : { gates: { gate_1: meta.gate_1, gate_2: meta.gate_2 } }),
    parent: node.parent === undefined || node.parent === root ? null : node.parent.id,
    isFirst: node.parent?.initial.target[0] === node,
  };
};

const kindOf = ({ type }: AnyStateNode, meta: PhaseMeta | undefined): ChartNodeKind => {
  if (meta !== undefined) return 'phase';
  if (type === 'final') return 'end';
  if (type === 'history') return 'history';
  return type === 'compound' ? 'outer' : 'halt';
};

/** The events of `around`, as the arrows of `from`; an iteration that is refused while the work is halted has none. */
const arrowsOf = (around: AnyStateNode, from: AnyStateNode): readonly ChartArrow[] =>
  [...around.transitions.values()]
    .flat()
    .filter(({ target }) => target !== undefined || from.meta !== undefined)
    .map(({ eventType, guard, target }) => ({
      from: from.id,
      to: target?.[0]?.id ?? from.id,
      kind: target === undefined ? 'held' : edgeKindOf(eventType),
      event: eventType,
      guard: typeof guard === 'object' ? guard.type : null,
    }));

const KINDS = {
  ITERATION: 'leave',
  SKIP: 'skip',
  HALT: 'halt',
  RESUME: 'resume',
  ABORT: 'abort',
} as const satisfies Record<TddEvent['type'], ChartEdgeKind>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the machine receives only the events of its setup
const edgeKindOf = (event: string): ChartEdgeKind => KINDS[event as TddEvent['type']];

/** Font size in CSS pixels. */
export const LABEL_SIZE = 12;

/** The labels of edges whose event's name would say less. */
export const LEAVE_LABEL = 'both gates agree';
export const HELD_LABEL = 'held';

/** Room for 28 of the widest letters, and for many more of the others. */
const MOST_WIDTH = nameWidth('M'.repeat(28), NAME_SIZE);
const MARGIN = 16;
const START = 12;
const PHASE = { leastWidth: 152, height: 46, gap: 58 } as const;
/** From the border of the outer state to its first and last phase; its name is in the upper one. */
const PADDING = 48;
/** From the border of a phase to the lane of its skips, and to the far side of its loop. */
export const LANE = 26;
const HISTORY = 28;
const HALT = { leastWidth: 132, height: 96 } as const;
const END = { leastWidth: 108, height: 40 } as const;
/** Between a halt and the end below it, and from the phases down to their end. */
const FALL = 56;
const DROP = 36;
/** From the outer state to the state beside it: as wide as the longest event, and room for the arrow. */
const BESIDE = labelWidth('RESUME', LABEL_SIZE) + 36;

export const labelOf = ({ key, kind, phase }: ChartState): string =>
  kind === 'history' ? 'H' : fitName(phase ?? key, MOST_WIDTH, (text) => nameWidth(text, NAME_SIZE));

export interface Plan {
  readonly width: number;
  readonly height: number;
  readonly start: Box;
  readonly boxes: ReadonlyMap<string, Box>;
}

export const layOutStates = (chart: Chart): Plan => {
  const { outer, phases, history, halt, goal, otherEnds } = castOf(chart);
  const phaseWidth = widthFor(phases, PHASE.leastWidth);
  const skipLane = LANE + labelWidth('SKIP', LABEL_SIZE) + 18;
  const loopLane = LANE + labelWidth(HELD_LABEL, LABEL_SIZE) + 14;
  const leaveLabel = labelWidth(LEAVE_LABEL, LABEL_SIZE) + 20 - phaseWidth / 2;
  const rightLanes = Math.max(loopLane, leaveLabel) + HISTORY + 24;
  const spineHeight = phases.length * (PHASE.height + PHASE.gap) - PHASE.gap;
  const stackHeight = HALT.height + otherEnds.length * (FALL + END.height);

  const frame: Box = {
    x: MARGIN,
    y: MARGIN + START + 24,
    width: skipLane + phaseWidth + rightLanes,
    height: Math.max(spineHeight, stackHeight - PADDING) + 2 * PADDING,
  };
  const spineX = frame.x + skipLane;
  const spineY = middleY(frame) - spineHeight / 2;
  const placed = phases.map(
    (phase, i): Placed => [
      phase.id,
      { x: spineX, y: spineY + i * (PHASE.height + PHASE.gap), width: phaseWidth, height: PHASE.height },
    ],
  );
  const middle = spineX + phaseWidth / 2;

  const besideWidth = Math.max(widthFor([halt], HALT.leastWidth), widthFor(otherEnds, END.leastWidth));
  const haltBox: Box = {
    x: rightOf(frame) + BESIDE,
    y: middleY(frame) - stackHeight / 2,
    width: besideWidth,
    height: HALT.height,
  };
  const goalWidth = widthFor([goal], END.leastWidth);
  const goalBox: Box = { x: middle - goalWidth / 2, y: bottomOf(frame) + DROP, width: goalWidth, height: END.height };

  return {
    width: Math.ceil(rightOf(haltBox) + MARGIN),
    height: Math.ceil(bottomOf(goalBox) + MARGIN),
    start: { x: middle - START / 2, y: MARGIN, width: START, height: START },
    boxes: new Map([
      [outer.id, frame],
      ...placed,
      [history.id, around(rightOf(frame) - 14 - HISTORY / 2, middleY(haltBox), HISTORY)],
      [halt.id, haltBox],
      ...otherEnds.map((end, i): Placed => {
        const width = widthFor([end], END.leastWidth);
        const y = bottomOf(haltBox) + FALL + i * (FALL + END.height);
        return [end.id, { x: middleX(haltBox) - width / 2, y, width, height: END.height }];
      }),
      [goal.id, goalBox],
    ]),
  };
};

type Placed = readonly [id: string, box: Box];

/** The roles of the states. The end that the last phase leads to is the goal. */
const castOf = ({ states, arrows }: Chart) => {
  const of = (kind: ChartState['kind']) => states.filter((state) => state.kind === kind);
  const phases = of('phase');
  const goalId = arrows.find(({ kind, from }) => kind === 'leave' && from === phases.at(-1)?.id)?.to;
  const ends = of('end');
  return {
    outer: only(of('outer')),
    phases,
    history: only(of('history')),
    halt: only(of('halt')),
    goal: only(ends.filter(({ id }) => id === goalId)),
    otherEnds: ends.filter(({ id }) => id !== goalId),
  };
};

const only = (states: readonly ChartState[]): ChartState => {
  const [state] = states;
  if (state === undefined || states.length > 1)
    throw new Error(`The chart does not have the expected shape: ${states.length} states instead of one.`);
  return state;
};

const widthFor = (states: readonly ChartState[], least: number): number =>
  Math.max(least, ...states.map((state) => nameWidth(labelOf(state), NAME_SIZE) + 44));

const around = (x: number, y: number, size: number): Box => ({
  x: x - size / 2,
  y: y - size / 2,
  width: size,
  height: size,
});
