/**
 * The work tree of a run: a checkout of its own, beside the root of the repository, so that the user's checkout is
 * unchanged. The run works in it like in any other; the user's checkout records its place.
 */
import { cpSync, existsSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { type Config, memoryOfTests, specsOf } from '../project/config/config.ts';
import { configThere } from '../read-config/parse-config.ts';
import type { Checkout } from '../project/checkout/checkout.ts';
import { install, openCheckout } from '../project/checkout/open-checkout.ts';
import { readHead } from '../project/sources/list-sources.ts';
import { nameBranch } from '../commits/branch.ts';
import { listCommit } from '../prove/run-commits.ts';
import { readBlobs, openRepository, type Repository } from '../commits/repository.ts';
import { showPath } from '../commits/restore-files.ts';
import { endRunsLeftIn } from './end-killed-run.ts';
import { withRecordedChoices } from '../records/hash-config.ts';
import { RunError } from '../records/run-error.ts';
import { showDuration } from '../base/text/amounts.ts';
import { noteWorktree, followWorktree } from './follow-worktree.ts';

const SETUP_TIMEOUT_MS = 30 * 60_000;

/**
 * Makes the work tree that the config asks for, from the commit at HEAD and with the config and the spec of this checkout.
 * @param given.onProgress - receives each step in a sentence @param given.from - a commit. @default the one at HEAD
 * @returns the config of the work tree; the same config where it asks for none
 * @throws {RunError} when there is no commit, or the setup fails @throws {ProofError} when git refuses
 */
export const openWorktree = async (
  config: Config,
  { onProgress = () => {}, from }: { readonly onProgress?: (says: string) => void; readonly from?: string } = {},
): Promise<Config> => {
  if (config.workspace === 'here' || config.path === null) return config;
  const head = from ?? (await readHead(config.folder));
  if (head === null)
    throw new RunError('Cannot create a worktree: the repository has no commit. Commit the files first.');
  const { place, folder } = await addWorktree(config, head, onProgress);
  for (const path of [...config.files.map((file) => relative(config.folder, file)), ...specsOf(config.work)])
    if (existsSync(join(config.folder, path))) cpSync(join(config.folder, path), join(folder, path));
  const there = withRecordedChoices(configThere(config, folder), config);
  await setUp(there, place, onProgress);
  noteWorktree(config, folder);
  return there;
};

/** With the files of the commit only: nothing is set up, no command refers to it yet. @returns its root, and the workspace */
export const addWorktree = async (
  config: Config,
  commit: string,
  onProgress: (says: string) => void,
): Promise<{ readonly place: string } & Pick<Checkout, 'folder' | 'remove'>> => {
  const repository = await openRepository(config.folder);
  for (const says of await endRunsLeftIn(followWorktree(config).folder)) onProgress(says);
  const place = await choosePlace(repository, config);
  onProgress(`Creating the worktree ${place} of the commit ${commit.slice(0, 10)}.`);
  const files = await listCommit(repository.top, commit);
  const strange = files.find(({ path }) => path.includes('\ufffd'));
  if (strange !== undefined)
    throw new RunError(
      `Cannot create a worktree: the name of ${strange.path} is not UTF-8. Rename the file, and commit.`,
    );
  const read = (objects: readonly string[]) => readBlobs(repository, objects);
  const { folder, remove } = await openCheckout({
    from: {
      root: repository.top,
      workspace: join(repository.top, showPath(repository.prefix)),
      commit: { files, read },
    },
    at: { worktree: place, commit },
    dependencies: 'none',
  });
  return { place, folder, remove };
};

/** `../project.dualgate`, beside the root: a tool that searches for a config above the workspace gets the same result there. */
export const worktreesOf = ({ top }: Pick<Repository, 'top'>): string =>
  join(dirname(top), `${basename(top)}.dualgate`);

/** `../project.dualgate/slugify` for `specs/slugify.md`. */
const choosePlace = async (repository: Repository, config: Config): Promise<string> => {
  const name = basename(await nameBranch(repository, config.work.spec));
  const wanted = join(worktreesOf(repository), name);
  for (let n = 1; ; n += 1) {
    const place = n === 1 ? wanted : `${wanted}.${n}`;
    if (!existsSync(place)) return place;
  }
};

/** Beside the work tree: what its setup printed. */
export const setUpLogs = (place: string) => ({ stdout: `${place}.setup.stdout`, stderr: `${place}.setup.stderr` });

/** Runs the setup of a fresh checkout. @throws {RunError} when it fails */
export const setUp = async (
  config: Config,
  place: string,
  onProgress: (says: string) => void,
  advice = ` Remove the worktree with git worktree remove --force ${place}.`,
): Promise<void> => {
  if (config.setup === null) return;
  onProgress(`Setting it up: ${config.setup.join(' ')}`);
  const log = setUpLogs(place);
  const began = performance.now();
  const failed = await install(config.folder, {
    command: config.setup,
    env: process.env,
    timeoutMs: SETUP_TIMEOUT_MS,
    memory: memoryOfTests(config.tests),
    marker: null,
    ...log,
  });
  if (failed === null) return onProgress(`Set up in ${showDuration(Math.round(performance.now() - began))}.`);
  const { end, why } = failed;
  const how = end === 'timed_out' ? 'it took longer than 30 minutes' : end === 'exited' ? `it ended with ${why}` : why;
  throw new RunError(
    `Cannot set up ${config.folder}: ${config.setup.join(' ')} failed (${how}). See ${log.stderr}.${advice}`,
  );
};
