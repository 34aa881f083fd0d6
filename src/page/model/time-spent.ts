/**
 * Whose time the run was, up to its last record: the agent's, that of the suite, waits, and the rest, which is dualgate's. Pure.
 */
import { showDuration } from '../../base/text/amounts.ts';
import type { RunView } from './run-view.ts';

export interface Spent {
  readonly whose: 'agent' | 'suite' | 'waits' | 'dualgate';
  readonly ms: number;
  /** `your suite 1 min 20 s`. */
  readonly says: string;
}

const NAMES = { agent: 'agent', suite: 'your suite', waits: 'waits', dualgate: 'dualgate and checks' } as const;

const sumOf = (runs: NonNullable<RunView['suite']>['suite_runs']): number => runs.reduce((all, { ms }) => all + ms, 0);

/** None before anything took time. */
export const listSpent = ({ phases, suite, clock }: Pick<RunView, 'phases' | 'suite' | 'clock'>): readonly Spent[] => {
  const sum = (of: (row: RunView['phases'][number]) => number): number => phases.reduce((all, row) => all + of(row), 0);
  const known = {
    agent: sum(({ agent_ms }) => agent_ms),
    // Earlier versions counted the tests of iterations alone.
    suite: suite === null || suite.suite_runs.length === 0 ? sum(({ tests_ms }) => tests_ms) : sumOf(suite.suite_runs),
    waits: sum(({ waited_ms }) => waited_ms),
  };
  const rest = clock.worked_ms - known.agent - known.suite - known.waits;
  const all = { ...known, dualgate: Math.max(0, rest) };
  return (['agent', 'suite', 'waits', 'dualgate'] as const).flatMap((whose) =>
    all[whose] === 0 ? [] : [{ whose, ms: all[whose], says: `${NAMES[whose]} ${showDuration(all[whose])}` }],
  );
};
