/**
 * Where the work stands on its chart, and the last step that it took there: folded from the records as the chart itself moves.
 *
 * @module
 */
import type { ChartEdgeKind, ChartNode, ChartPicture } from '../../graph/chart-picture.ts';
import type { PageRecord } from '../page-data.ts';

interface Step {
  readonly kind: ChartEdgeKind;
  /** The phase that it was taken in; null from a halt. */
  readonly from: string | null;
  /** How many steps there were: a step that is taken twice is traced twice. */
  readonly count: number;
}

export interface Position {
  /** The phase that is worked at, or was when the work was halted; null when the work is over. */
  readonly phase: string | null;
  readonly state: 'working' | 'halted' | 'completed' | 'aborted';
  /** Why it was halted; '' where it is not. */
  readonly why: string;
  readonly last: Step | null;
}

/** @param phases - of the config, in order */
export const startOf = (phases: readonly string[]): Position => ({
  phase: phases[0] ?? null,
  state: 'working',
  why: '',
  last: null,
});

export const foldPosition =
  (phases: readonly string[]) =>
  (position: Position, record: PageRecord): Position => {
    const step = (kind: ChartEdgeKind, moved: Partial<Position>): Position => ({
      ...position,
      why: '',
      ...moved,
      last: { kind, from: kind === 'resume' ? null : position.phase, count: (position.last?.count ?? 0) + 1 },
    });
    const next = (phase: string): Partial<Position> => {
      const at = phases.indexOf(phase);
      const following = phases[at + 1];
      return following === undefined ? { phase: null, state: 'completed' } : { phase: following, state: 'working' };
    };
    switch (record.type) {
      case 'turn.begun':
        return { ...position, phase: record.data.phase, state: 'working', why: '' };
      case 'iteration.decided':
        return record.data.decision.can_exit ? step('leave', next(record.data.decision.phase)) : step('held', {});
      case 'operator.skipped':
        return step('skip', next(record.data.phase));
      case 'chart.halted':
        return step('halt', { state: 'halted', why: record.data.why });
      case 'operator.resumed':
      case 'operator.reset':
        return position.state === 'halted' ? step('resume', { state: 'working' }) : position;
      case 'operator.aborted':
        return step('abort', { state: 'aborted' });
      case 'operator.rolled_back':
        return { ...position, ...next(record.data.phase), why: '' };
      default:
        return position;
    }
  };

/** The node of the picture that the work stands in. */
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
