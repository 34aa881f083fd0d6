/** The work that the command line names: a spec, and the quick profile. */
import { relative, resolve, sep } from 'node:path';
import { configOfQuick, configOfSpec, type Config } from '../project/config/config.ts';
import { isWithin } from '../base/files/folders.ts';
import { RunError } from '../records/run-error.ts';
import { followWorktree } from '../run/follow-worktree.ts';
import { type Values, UsageError } from './command.ts';
import type { CommandIo } from './terminal/io.ts';

/**
 * @param named - relative to the working directory; without one, the config is the same
 * @throws {UsageError} for a path outside of the workspace
 */
export const withSpec = (config: Config, named: string | undefined, { cwd }: Pick<CommandIo, 'cwd'>): Config => {
  if (named === undefined) return config;
  const { folder } = config;
  const path = resolve(cwd, named);
  if (path === folder || !isWithin(folder, path))
    throw new UsageError(`SPEC must be a file in the workspace ${folder} (got ${named})`);
  return configOfSpec(config, relative(folder, path).split(sep).join('/'));
};

/** The work that a command line names. */
interface NamedWork {
  readonly values: Values;
  readonly operands: readonly string[];
}

/** Before anything is written. @throws {UsageError} for work that no single run can have */
export const checkWork = (config: Config, { values, operands }: NamedWork): void => {
  const [spec] = operands;
  if (operands.length > 1)
    throw new UsageError(
      `A run has one SPEC (got ${operands.join(', ')}). For several runs, list them in the config: work: { specs: [${operands.join(', ')}] }`,
    );
  if (spec !== undefined && values['issue'] !== undefined)
    throw new UsageError("Option '--issue' cannot be used with SPEC: the issue becomes the spec");
  if (spec !== undefined && config.list !== null)
    throw new UsageError(`SPEC cannot be used with a task list. To run one of its tasks: dualgate run --only ${spec}`);
  if (values['quick'] !== true) return;
  if (config.list !== null)
    throw new UsageError(
      "Option '--quick' cannot be used with a task list: list the phases RED and GREEN in the config",
    );
  if (config.mutation_check === null)
    throw new UsageError("Option '--quick' needs the mutation check: remove mutation_check: false from the config");
};

/** The config with this work. @throws {UsageError} as `withSpec` @throws {RunError} as `hasBegun` */
export const takeWork = async (
  config: Config,
  { values, operands: [spec] }: NamedWork,
  io: Pick<CommandIo, 'cwd'>,
): Promise<Config> => {
  const asked = withSpec(values['quick'] === true ? configOfQuick(config) : config, spec, io);
  if (asked !== config && values['new'] !== true && values['dry-run'] !== true) await hasBegun(config, asked);
  return asked;
};

/**
 * Whether the last run has this work, and has not ended. @param config - of this checkout
 * @throws {RunError} while a run with other work has not completed
 */
export const hasBegun = async (config: Config, { work: { spec }, quick }: Config): Promise<boolean> => {
  const { findUnfinished } = await import('../view/find-unfinished.ts');
  const unfinished = await findUnfinished(followWorktree(config));
  if (unfinished === null) return false;
  const { run, spec: begun } = unfinished;
  const other =
    begun !== spec ? `works on ${begun}` : quick === true && !unfinished.quick ? 'was not begun with --quick' : null;
  if (other === null) return true;
  throw new RunError(
    `Cannot start a run on ${spec}: ${run} has not completed, and ${other}. Continue it with dualgate run, or start the new one with --new.`,
  );
};
