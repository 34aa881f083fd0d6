/**
 * The chart of a config as a picture: read, laid out, and not yet drawn.
 *
 * @module
 */
import { checkValue, KINDS } from '../options/check-options.ts';
import type { TddConfig } from '../../gates/index.ts';
import type { Box } from './box.ts';
import type { ChartNode, ChartPicture } from './chart-picture.ts';
import { labelOf, layOutStates } from './lay-out-states.ts';
import { readChart } from './read-chart.ts';
import { routeEdges } from './route-edges.ts';

/**
 * The chart of a config as nodes and edges with their coordinates.
 * For any list of phases; the same phases give the same picture.
 *
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
