/**
 * Submits the work of a config: one item for its spec, or one for each task of its list.
 *
 * @module
 */
import { basename, extname } from 'node:path';
import { realpathSync } from 'node:fs';
import type { Config } from '../config/shape-config.ts';
import { findSessionProblem } from '../config/shape-work.ts';
import { configOfTask } from '../config/tasks/config-of-task.ts';
import { expandList } from '../config/tasks/expand-list.ts';
import { openRepository } from '../proof/repository.ts';
import { showPath } from '../proof/tree-entries.ts';
import { readHead } from '../sources/list-sources.ts';
import type { FleetClient } from './client/fleet-client.ts';
import { FleetError } from './fleet-error.ts';
import { hashGates } from './hash-gates.ts';
import type { ItemState, Work } from './work.ts';
import { listUncommitted } from '../sources/list-uncommitted.ts';

export interface SubmitOptions {
  readonly config: Config;
  readonly client: Pick<FleetClient, 'submit'>;
  /** Where workers clone it. @default the path of this repository */
  readonly repository?: string;
  /** The name of a single item. @default from its spec */
  readonly item?: string;
}

/**
 * Submits the commit at HEAD. An item that was submitted before, with the same work, is left as it is.
 *
 * @throws {FleetError} when the work is not committed, its turns are not started, or the fleet refuses it
 */
export const submitWork = async (options: SubmitOptions): Promise<readonly ItemState[]> => {
  const works = await describeWork(options);
  const states: ItemState[] = [];
  for (const work of works) states.push(await options.client.submit(work));
  return states;
};

const describeWork = async ({ config, repository, item }: SubmitOptions): Promise<readonly Work[]> => {
  const { folder, path } = config;
  if (path === null) throw new FleetError('Cannot submit the work: its config is no file. Write a dualgate.yaml.');
  const problem = findSessionProblem(config.agent);
  if (problem !== null) throw new FleetError(`Cannot submit the work: ${problem}.`);
  const own = await openRepository(folder);
  const commit = await readHead(folder);
  if (commit === null) throw new FleetError('Cannot submit the work: the repository has no commit. Commit the files.');
  const specs = config.list === null ? [config.work.spec] : expandList(config).map(({ spec }) => spec);
  await refuseUncommitted(folder, [basename(path), ...specs]);
  if (item !== undefined && specs.length !== 1)
    throw new FleetError(`Cannot name the item ${item}: the config has ${specs.length} tasks. Omit --item.`);
  return specs.map((spec) => ({
    item: item ?? nameItem(spec),
    repository: repository ?? realpathSync(own.top),
    commit,
    config: `${showPath(own.prefix)}${basename(path)}`,
    spec: config.list === null ? null : spec,
    gates: hashGates(config.list === null ? config : configOfTask(config, spec)),
  }));
};

/** Workers see the commit only. */
const refuseUncommitted = async (folder: string, paths: readonly string[]): Promise<void> => {
  const [first] = await listUncommitted(folder, paths);
  if (first !== undefined)
    throw new FleetError(`Cannot submit the work: ${first} is not committed. Commit it, then submit again.`);
};

/** `specs/some task.md` → `specs-some-task`. */
const nameItem = (spec: string): string => {
  const bare = spec.slice(0, spec.length - extname(spec).length);
  const name = bare.replaceAll(/[^A-Za-z0-9_-]+/g, '-').replaceAll(/^-+|-+$/g, '');
  return name === '' ? 'item' : name.slice(-100);
};
