/**
 * The step of a run after one more record. Pure.
 *
 * @module
 */
import type { LedgerData, WorkRecord } from '../records.ts';
import type { RunStep } from './run-step.ts';

/** After one more record; null between two iterations. */
export const foldStep = (step: RunStep | null, { type, at, data }: WorkRecord): RunStep | null => {
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- most records change nothing of it
  switch (type) {
    case 'turn.started': {
      const { phase, iteration, remaining, green_runs_wanted: wanted = null } = data;
      const of = remaining === undefined ? null : iteration + remaining.in_phase - 1;
      const counts = step?.phase === phase ? step.counts : null;
      const green = { green_runs: 0, green_runs_wanted: wanted, green_tree: null };
      return { phase, iteration, of, doing: 'agent', since: at, counts, ...green };
    }
    case 'turn.ended':
      return step === null ? null : { ...step, doing: 'tests', since: at };
    case 'tests.ended':
      return step === null ? null : addTests(step, data);
    case 'iteration.decided':
    case 'turn.discarded':
      return step === null ? null : { ...step, doing: 'decided', since: at };
    case 'phase.exited':
    case 'operator.skipped':
    case 'operator.rolled_back':
    case 'run.ended':
      return null;
    default:
      return step;
  }
};

const addTests = (step: RunStep, data: LedgerData['tests.ended']): RunStep => ({
  ...step,
  counts: data.part === undefined ? data.counts : step.counts,
  green_runs: data.green ? (step.green_tree === data.tree ? step.green_runs + 1 : 1) : 0,
  green_tree: data.green ? data.tree : null,
});
