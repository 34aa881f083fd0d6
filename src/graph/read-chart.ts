/**
 * The chart of the work as a list of its states and transitions, read from the machine itself, so that it has only
 * one description.
 *
 * @module
 */
import type { AnyStateNode } from 'xstate';
import type { TddConfig } from '../../gates/index.ts';
import { createTddMachine, type PhaseMeta, type TddEvent } from '../../machines/index.ts';
import type { ChartEdge, ChartEdgeKind, ChartNode, ChartNodeKind } from './chart-picture.ts';

export interface ChartState extends Pick<ChartNode, 'id' | 'kind' | 'phase' | 'description' | 'gates'> {
  /** The name of the state in its parent, such as `red`. */
  readonly key: string;
  /** The id of its parent; null for the states of the chart itself. */
  readonly parent: string | null;
  /** Whether its parent begins with it. */
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
