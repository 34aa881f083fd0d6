/**
 * Is there work that was begun and is not over? It is not lost, and `run --new` would begin beside it.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { readLock } from '../../ledger/lock.ts';
import { renderAcceptance } from '../../evidence/propose-writes.ts';
import { configOfRun } from '../../records/config-of-run.ts';
import { readStanding } from '../../view/read-run.ts';
import { RunError } from '../../records/run-error.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { isConfigOf } from '../../records/hash-config.ts';
import { type Check, ofConfig } from '../check.ts';
import { type Look, ok, problemOf, warning } from '../finding.ts';

export const runCheck: Check = {
  name: 'run',
  needs: ['state'],
  look: ofConfig(async (config) => {
    const run = readCurrentRun(config.folder);
    if (run === null) return ok('none was begun here');
    try {
      return await judgeRun(config, run);
    } catch (error) {
      if (error instanceof LedgerError || error instanceof RunError)
        return problemOf(error.message, `Look at it with dualgate verify ${run}.`);
      throw error;
    }
  }),
};

const judgeRun = async (config: Config, run: string): Promise<Look> => {
  const { phase, state } = await readStanding(config, run);
  if (phase === null) return ok(`the work of ${run}, the last one, is over`);
  const holder = readLock(runFolders(config.folder, run).lock);
  if (holder?.live === true && holder.run === run) return ok(`${run} goes on, in ${phase}`);
  const how = state.settled === null ? 'was cut off' : `ended ${state.settled.status.replace('_', ' ')}`;
  const { proposed } = state.writes;
  const written = proposed.length === 0 ? [] : [`each test run writes sources: ${renderAcceptance(proposed)}`];
  return isConfigOf(state.configHash, await configOfRun(config, run))
    ? warning(
        `${run} ${how} in ${phase}`,
        `dualgate ${state.openEnds.halt === null ? 'run' : 'resume'} goes on with it; dualgate run --new begins a new one.`,
        written,
      )
    : warning(
        `${run} ${how} in ${phase}, and the config changed since`,
        'Restore the config to resume it, or begin a new one with dualgate run --new.',
      );
};
