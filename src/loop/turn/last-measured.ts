/**
 * What gate 1 missed when it was last asked in this phase, for the agent that says its word; pure and bounded.
 *
 * @module
 */
import { renderUnmet } from '../../../gates/verdict.ts';
import type { LastMeasured } from '../../signals/command/spoken-answer.ts';
import type { WorkState } from '../../records/fold/work-state.ts';

const MAX = { unmet: 20, failing: 20, characters: 300 } as const;

/** `null`: nothing has been measured in this phase yet. */
export const lastMeasured = ({ held }: Pick<WorkState, 'held'>): LastMeasured | null => {
  if (held === null) return null;
  const { record, decision } = held;
  return {
    iteration: decision.iteration,
    satisfied: decision.gate_1.satisfied,
    unmet: bounded(decision.gate_1.unmet.map(renderUnmet), MAX.unmet),
    failing: bounded(
      record.failing.map(({ file, name }) => (file === '' ? name : `${file} > ${name}`)),
      MAX.failing,
    ),
  };
};

const bounded = (lines: readonly string[], limit: number): readonly string[] => {
  const kept = lines.slice(0, limit).map((line) => line.replaceAll(/\s+/g, ' ').slice(0, MAX.characters));
  return lines.length > limit ? [...kept, `… and ${lines.length - limit} more`] : kept;
};
