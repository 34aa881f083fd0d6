/** The clauses of both gates of an iteration, each met or not met, with its measured value. */
import { type ClauseStatus, listClauses } from '../../../gates/list-clauses.ts';
import type { LedgerData } from '../../records/records.ts';
import type { PagePhase } from '../page-data.ts';

export interface GateView {
  readonly satisfied: boolean;
  readonly condition: string;
  readonly clauses: readonly ClauseStatus[];
}

interface GatesView {
  readonly gate_1: GateView;
  readonly gate_2: GateView;
}

/** A phase that the config no longer has, or that the server did not send: only the unmet clauses are known. */
const NOT_REPORTED = { gate_1: judge(''), gate_2: judge(''), floor: [] } as const;

export const viewGates = (
  { record, decision }: Pick<LedgerData['iteration.decided'], 'record' | 'decision'>,
  phases: readonly PagePhase[],
): GatesView => {
  const asks = phases.find(({ phase }) => phase === decision.phase)?.asks;
  const asked = listClauses(asks ?? NOT_REPORTED, record, decision);
  const known = asks === undefined ? asked.gate_1.filter(({ clause }) => clause !== '') : asked.gate_1;
  return {
    gate_1: { satisfied: decision.gate_1.satisfied, condition: decision.gate_1.condition, clauses: known },
    gate_2: {
      satisfied: decision.gate_2.satisfied,
      condition: decision.gate_2.condition,
      clauses: asked.gate_2.filter(({ clause }) => clause !== ''),
    },
  };
};

/** `tests_failing 3`, `criteria_count 4 · tests_total 2`; `not measured` where nothing was. */
export const showValues = (values: ClauseStatus['values']): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} ${value === null ? 'not measured' : String(value)}`)
    .join(' · ');

function judge(source: string) {
  return { source, metrics: [], clauses: [] } as const;
}
