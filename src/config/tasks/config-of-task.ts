/**
 * The config of one task: that of the list, with one spec. It has the same hash whatever else is in the list, so that its run
 * can be resumed after the list has grown.
 *
 * @module
 */
import { join } from 'node:path';
import type { Config } from '../shape-config.ts';

/** @param frozen - specs of other tasks: they are frozen like the config (rule 2.7) */
export const configOfTask = (config: Config, spec: string, frozen: readonly string[] = []): Config => ({
  ...config,
  work: { spec },
  list: null,
  files: [...config.files, ...frozen.map((path) => join(config.folder, path))],
});
