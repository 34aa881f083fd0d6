/**
 * The config that a command works with: the one of `--config`, else the one that is found.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { followRun } from '../work/follow-run.ts';
import { followWorktree } from '../run/open-worktree.ts';
import { readConfig } from '../read-config/read-config.ts';
import { optional, text, type Values } from './command.ts';
import type { CommandIo } from './terminal/io.ts';

/** Of this checkout. @throws {ConfigError} when there is none, or when it is wrong */
export const openOwnConfig = (values: Values, { cwd }: CommandIo): Config =>
  readConfig({ cwd, ...optional('config', text(values, 'config')) });

/** Of the place where the last run works: this checkout, or its work tree. @throws {ConfigError} as `openOwnConfig` */
export const openConfig = (values: Values, io: CommandIo): Config => followWorktree(openOwnConfig(values, io));

/** Of the place where this run works. @throws {ConfigError} as `openOwnConfig` */
export const openConfigOf = (run: string | undefined, values: Values, io: CommandIo): Promise<Config> =>
  followRun(openOwnConfig(values, io), run);
