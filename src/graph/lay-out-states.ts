/**
 * The position of each state of the chart: the phases are the spine, from top to bottom within their outer state;
 * below it the end that they lead to; beside it the halt that waits for a person, and below that the end that an
 * operator commands.
 *
 * @module
 */
import { bottomOf, type Box, middleX, middleY, rightOf } from './box.ts';
import type { Chart, ChartState } from './read-chart.ts';
import { fitName, labelWidth, NAME_SIZE, nameWidth } from './text-size.ts';

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
  /** By the id of the state. */
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
