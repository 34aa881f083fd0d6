/**
 * A turn that came to nothing that could be measured: no gate is asked, it is counted apart and bounded apart (RULES 4.1).
 *
 * @module
 */
import type { Course, VoidTurn } from '../../machines/index.ts';
import type { RunSite } from './run-site.ts';

/** Void turns in a row after which the work is halted (RULES 4.4). */
const MAX_VOID_TURNS = 3;

/** Records the void turn. What a person must mend halts the work at once; crashes do after a few. */
export const recordVoidTurn = ({ journal, announce, agent }: RunSite, { prepared, turn }: VoidTurn): Course<null> => {
  const { phase, iteration, attempt } = prepared;
  const why =
    turn.outcome === 'missing'
      ? `The agent could not be started: ${agent[0]}`
      : `The agent crashed (exit code ${turn.exit_code ?? 'none'}) and changed nothing`;
  journal.write('attempt.void', { phase, iteration, attempt, why });
  announce({ type: 'attempt.void', phase, iteration, attempt, why });
  const spent = journal.state().voids >= MAX_VOID_TURNS;
  if (turn.outcome !== 'missing' && !spent) return { go: null };
  const halt = turn.outcome === 'missing' ? why : `${why}, ${journal.state().voids} times in a row`;
  journal.write('chart.halted', { phase, why: halt });
  announce({ type: 'needs.human', why: halt });
  return { settle: { status: turn.outcome === 'missing' ? 'needs_human' : 'stuck', why: halt } };
};
