/** The config of a command: `--config`, else the one in the folder or above. */
import type { Config } from '../project/config/config.ts';
import { followWorktree } from '../run/follow-worktree.ts';
import { readConfig } from '../read-config/parse-config.ts';
import { optional, text, type Values } from './command.ts';
import type { CommandIo } from './terminal/io.ts';

/** The config of this checkout. @throws {ConfigError} if there is none, or if it is wrong */
export const openOwnConfig = (values: Values, { cwd }: CommandIo): Config =>
  readConfig({ cwd, ...optional('config', text(values, 'config')) });

/** The config of the last run: of this checkout, or of its work tree. @throws {ConfigError} as `openOwnConfig` */
export const openConfig = (values: Values, io: CommandIo): Config => followWorktree(openOwnConfig(values, io));

/** The config of this run. @throws {ConfigError} as `openOwnConfig` */
export const openConfigOf = async (run: string | undefined, values: Values, io: CommandIo): Promise<Config> => {
  const own = openOwnConfig(values, io);
  return (await import('../queue/list/read-work-list.ts')).followRun(own, run);
};
