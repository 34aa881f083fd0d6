/**
 * Why the phase that the work stands at was held last, for the head of the page: short, and never what is over. A phase that was exited,
 * skipped or rolled back since, and work that is over, have none.
 *
 * @module
 */
import type { PageRecord, PagePhase } from '../page-data.ts';
import { showNumber } from '../../text/amounts.ts';
import { showValues, viewGates } from './clauses.ts';
import { findDecided } from './find-records.ts';
import type { RecordGroup } from './groups.ts';
import type { Position } from '../../records/fold/work-position.ts';

interface UnmetClause {
  readonly clause: string;
  /** What was measured, and why that does not do. */
  readonly value: string;
}

export interface LastHold {
  /** The iteration's, among those of the run. */
  readonly n: number;
  readonly phase: string;
  readonly iteration: number;
  readonly reason: string;
  readonly unmet: readonly UnmetClause[];
  /** How many clauses are not met and stand not in `unmet`. */
  readonly more: number;
}

/** So many clauses, and so many characters of each text, keep the head of the page a head on a phone too. */
const MAX_CLAUSES = 3;
const MAX_REASON = 160;
const MAX_CLAUSE = 90;

/** @param position - where the work stands on its chart */
export const findLastHold = (
  groups: readonly RecordGroup[],
  phases: readonly PagePhase[],
  { phase, state }: Pick<Position, 'phase' | 'state'>,
): LastHold | null => {
  if (phase === null || state === 'completed' || state === 'aborted') return null;
  for (const group of groups.toReversed()) {
    const decided = findDecided(group.records);
    const after = decided === undefined ? group.records : group.records.slice(group.records.indexOf(decided) + 1);
    if (after.some(isOver)) return null;
    if (decided === undefined) continue;
    const { decision, record } = decided.data;
    if (decision.can_exit || decision.phase !== phase) return null;
    const gates = viewGates(decided.data, phases);
    const all = [...gates.gate_1.clauses, ...gates.gate_2.clauses].filter(({ met }) => !met);
    return {
      n: group.n,
      phase,
      iteration: record.iteration,
      reason: bound(decision.halt?.says ?? decision.reason, MAX_REASON),
      unmet: all.slice(0, MAX_CLAUSES).map(({ clause, because, values }) => ({
        clause: bound(clause, MAX_CLAUSE),
        value: bound(because ?? showValues(values), MAX_CLAUSE),
      })),
      more: Math.max(0, all.length - MAX_CLAUSES),
    };
  }
  return null;
};

const isOver = ({ type }: PageRecord): boolean =>
  type === 'phase.left' || type === 'operator.skipped' || type === 'operator.rolled_back';

const CUT = /… \(cut: ([\d,]+) characters\)$/;

/** A text that was cut before still names how long it was at first. */
const bound = (text: string, most: number): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const length = CUT.exec(line)?.[1] ?? showNumber(line.length);
  const bare = line.replace(CUT, '').slice(0, most);
  return bare.length < line.length ? `${bare.replace(/[\uD800-\uDBFF]$/, '')}… (${length} characters in all)` : line;
};
