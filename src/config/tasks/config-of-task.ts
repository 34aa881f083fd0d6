/**
 * The config of one task: that of the list, with the one spec. It is the same, and has the same hash, whatever else the list
 * holds: a run of it can be resumed when the list has grown.
 *
 * @module
 */
import { join } from 'node:path';
import type { Config } from '../shape-config.ts';

/** @param frozen - specs of other tasks: the run of this one holds them fast as it holds the config (RULES 2.7) */
export const configOfTask = (config: Config, spec: string, frozen: readonly string[] = []): Config => ({
  ...config,
  work: { spec },
  list: null,
  files: [...config.files, ...frozen.map((path) => join(config.folder, path))],
});
