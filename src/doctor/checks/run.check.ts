/**
 * Is there an unfinished run? It is not lost, and `run --new` would start another one.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { readLock } from '../../ledger/lock.ts';
import { renderAcceptance } from '../../evidence/propose-writes.ts';
import { configOfRun } from '../../records/config-of-run.ts';
import { readRunSummary } from '../../view/read-run.ts';
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
    if (run === null) return ok('no earlier run in this folder');
    try {
      return await judgeRun(config, run);
    } catch (error) {
      if (error instanceof LedgerError || error instanceof RunError)
        return problemOf(error.message, `See dualgate verify --run ${run}.`);
      throw error;
    }
  }),
};

const judgeRun = async (config: Config, run: string): Promise<Look> => {
  const { phase, state } = await readRunSummary(config, run);
  if (phase === null) return ok(`${run}, the last run, has ended`);
  const holder = readLock(runFolders(config.folder, run).lock);
  if (holder?.live === true && holder.run === run) return ok(`${run} is active, in ${phase}`);
  const how = state.ending === null ? 'crashed' : `ended ${state.ending.status.replace('_', ' ')}`;
  const { proposed } = state.writes;
  const written = proposed.length === 0 ? [] : [`each test run writes sources: ${renderAcceptance(proposed)}`];
  return isConfigOf(state.configHash, await configOfRun(config, run))
    ? warning(
        `${run} ${how} in ${phase}`,
        `To resume it: dualgate ${state.openEnds.halt === null ? 'run' : 'resume'}. To start a new run: dualgate run --new.`,
        written,
      )
    : warning(
        `${run} ${how} in ${phase}, and the config has changed since`,
        'Restore the config to resume it, accept the change with dualgate resume --accept-config -m "why", or start a new run: dualgate run --new.',
      );
};
