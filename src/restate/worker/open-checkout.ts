/**
 * The checkout of an item: a clone at its commit, made once and kept with its ledger.
 *
 * @module
 */
import { existsSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openCheckout } from '../../checkout/open-checkout.ts';
import type { Config } from '../../config/shape-config.ts';
import { configOfTask } from '../../config/tasks/config-of-task.ts';
import { readConfig } from '../../read-config/read-config.ts';
import { setUp } from '../../run/open-worktree.ts';
import { FleetError } from '../fleet-error.ts';
import { hashGates } from '../hash-gates.ts';
import type { Work } from '../work.ts';

/**
 * The config of the item in its checkout.
 *
 * @param folder - of all checkouts
 * @throws {WorkspaceError} when git refuses @throws {ConfigError} {RunError} {FleetError} when the work cannot begin
 */
export const openClone = async (folder: string, work: Work, onProgress: (says: string) => void): Promise<Config> => {
  const place = join(folder, work.item);
  if (!existsSync(place)) {
    onProgress(`Cloning ${work.repository} at ${work.commit.slice(0, 10)}.`);
    const from = { remote: work.repository, head: work.commit };
    await openCheckout({ from, at: { clone: place }, dependencies: 'none' });
  }
  const path = join(place, work.config);
  const own = readConfig({ cwd: dirname(path), config: path });
  const config = work.spec === null ? own : configOfTask(own, work.spec);
  if (hashGates(config) !== work.gates)
    throw new FleetError(
      `Cannot work on ${work.item}: the gates of ${path} are not those that were submitted. Restore the file, or submit another item.`,
    );
  // A worker that was killed during the setup repeats it.
  const ready = join(folder, `.${work.item}.ready`);
  if (existsSync(ready)) return config;
  await setUp(config, place, onProgress, ` Remove ${place} before another attempt.`);
  writeFileSync(ready, '');
  return config;
};
