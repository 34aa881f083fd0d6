/**
 * The checkout of an item: a clone at its commit, made once and kept with its ledger.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../config/shape-config.ts';
import { configOfTask } from '../../config/tasks/config-of-task.ts';
import { readConfig } from '../../read-config/read-config.ts';
import { setUp } from '../../run/open-worktree.ts';
import { REMOTE_SILENCE_MS, runGit } from '../../sources/git.ts';
import { FleetError } from '../fleet-error.ts';
import { hashGates } from '../hash-gates.ts';
import type { Work } from '../work.ts';

/** No `ext::`, which would start any program. */
const PROTOCOLS = { GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' };

/**
 * The config of the item in its checkout.
 *
 * @param folder - of all checkouts
 * @throws {WorkspaceError} when git refuses @throws {ConfigError} {RunError} {FleetError} when the work cannot begin
 */
export const openCheckout = async (folder: string, work: Work, onProgress: (says: string) => void): Promise<Config> => {
  const place = join(folder, work.item);
  if (!existsSync(place)) await clone(folder, place, work, onProgress);
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

const clone = async (
  folder: string,
  place: string,
  { item, repository, commit }: Work,
  onProgress: (says: string) => void,
): Promise<void> => {
  onProgress(`Cloning ${repository} at ${commit.slice(0, 10)}.`);
  const draft = join(folder, `.${item}.${randomUUID().slice(0, 8)}`);
  try {
    await runGit(folder, ['clone', '--quiet', '--progress', '--no-checkout', '--', repository, draft], {
      env: PROTOCOLS,
      silenceMs: REMOTE_SILENCE_MS,
    });
    await runGit(draft, ['checkout', '--quiet', '--detach', commit], { env: PROTOCOLS });
    renameSync(draft, place);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
};
