/**
 * The position of the work in the picture of its chart.
 *
 * @module
 */
import type { ChartNode, ChartPicture } from '../../graph/chart-picture.ts';
import type { Position } from '../../records/fold/work-position.ts';

/** The node of the current state in the picture. */
export const findNode = ({ nodes }: ChartPicture, { state, phase }: Position): ChartNode | null => {
  if (state === 'halted') return nodes.find(({ kind }) => kind === 'halt') ?? null;
  if (state === 'working') return nodes.find((node) => node.kind === 'phase' && node.phase === phase) ?? null;
  return nodes.find(({ kind, id }) => kind === 'end' && id.endsWith(state)) ?? null;
};

/** The edge of the picture that the last step went along; null where it has none. */
export const findEdge = ({ nodes, edges }: ChartPicture, { last }: Position): string | null => {
  if (last === null) return null;
  const from = nodes.find((node) => node.kind === 'phase' && node.phase === last.from)?.id;
  const ofKind = edges.filter(({ kind }) => kind === last.kind);
  // Halts, resumes and aborts are edges of what holds the phases.
  return (ofKind.find((edge) => edge.from === from) ?? ofKind[0])?.id ?? null;
};
