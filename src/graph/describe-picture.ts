/**
 * A picture of the chart in words, for who cannot see it, and for who points at a part of it.
 *
 * @module
 */
import type { ChartEdge, ChartNode, ChartPicture } from './chart-picture.ts';

/** `RED → GREEN`. */
export const titleOf = ({ nodes }: ChartPicture): string => `The chart of the work: ${phasesOf(nodes).join(' → ')}`;

/** What there is, and what leads where, each in a sentence. */
export const describePicture = (picture: ChartPicture, active: ChartNode | undefined): string =>
  [
    ...(active === undefined ? [] : [`The run is in ${nameOf(active)}.`]),
    ...picture.nodes.flatMap((node) =>
      node.forced === true ? [`The exit of ${nameOf(node)} was forced by an operator.`] : [],
    ),
    ...picture.edges.flatMap((edge) => describeEdge(picture, edge) ?? []).map((sentence) => `${sentence}.`),
  ].join(' ');

export const describeNode = (node: ChartNode): string =>
  [
    ...(node.label === '' ? ['the start'] : [nameOf(node)]),
    ...(node.forced === true ? ['Its exit was forced by an operator'] : []),
    ...(node.description === '' ? [] : [node.description]),
    ...(node.gates === undefined ? [] : [`Gate 1: ${node.gates.gate_1}`, `Gate 2: ${node.gates.gate_2}`]),
  ].join('. ');

export const describeEdge = ({ nodes }: ChartPicture, edge: ChartEdge): string | null => {
  const [from, to] = [edge.from, edge.to].map((id) => nodes.find((node) => node.id === id));
  if (from === undefined || to === undefined) return null;
  if (edge.kind === 'start') return `The work begins in ${nameOf(to)}`;
  const event = edge.guard === null ? edge.event : `${edge.event} [${edge.guard}]`;
  const course = edge.kind === 'held' ? `${nameOf(from)} is held` : `${nameOf(from)} to ${nameOf(to)}`;
  return `${course}: ${event}${edge.kind === 'forced' ? ', forced by an operator' : ''}`;
};

const nameOf = ({ kind, phase, label, description }: ChartNode): string =>
  kind === 'history' ? description.toLowerCase() : (phase ?? label);

const phasesOf = (nodes: readonly ChartNode[]): readonly string[] => nodes.flatMap(({ phase }) => phase ?? []);
