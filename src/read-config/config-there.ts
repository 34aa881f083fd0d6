/**
 * The config of a checkout as another folder of the same project has it: a work tree of a run.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Config } from '../config/shape-config.ts';
import { readConfig } from './read-config.ts';

/** @throws {ConfigError} when it is invalid, or missing */
export const configThere = ({ path }: Pick<Config, 'path'>, folder: string): Config =>
  readConfig({ cwd: folder, config: nameThere(path, folder) });

/** `null` where the folder has none. @throws {ConfigError} when it is invalid */
export const findConfigThere = (own: Pick<Config, 'path'>, folder: string): Config | null =>
  folder !== '' && existsSync(nameThere(own.path, folder)) ? configThere(own, folder) : null;

const nameThere = (path: string | null, folder: string): string => join(folder, basename(path ?? 'dualgate.yaml'));
