/**
 * The advice that a new run begins with, recorded before its first turn: also after a kill right before.
 *
 * @module
 */
import type { RunContext } from './run-context.ts';

export const guideAtStart = ({ journal, guidance = null, config }: RunContext): void => {
  const phase = journal.phase();
  const { iteration, discarded, guidance: given } = journal.state();
  if (guidance === null || phase === null || phase !== config.phases[0]?.phase) return;
  if (iteration === 0 && discarded === 0 && given.length === 0)
    journal.write('operator.guided', { phase, ...guidance });
};
