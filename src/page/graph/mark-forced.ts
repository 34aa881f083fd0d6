/**
 * The forced exits of a run, in its picture: each is an edge of its own kind, and no longer one of those that an
 * operator could command. Pure.
 */
import type { ChartEdge, ChartNode, ChartPicture } from './chart-picture.ts';

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
