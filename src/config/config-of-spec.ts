/**
 * The config of a run whose spec is given when it begins, instead of the one in the config.
 *
 * @module
 */
import { specsOf } from './shape-work.ts';
import type { Config } from './shape-config.ts';

/** @param spec - relative to the workspace, with `/` */
export const configOfSpec = (config: Config, spec: string): Config =>
  config.list === null && specsOf(config.work).join('\n') === spec
    ? config
    : { ...config, work: { spec, given: true }, list: null };
