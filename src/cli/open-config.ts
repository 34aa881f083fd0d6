/**
 * The config that a command works with: the one of `--config`, else the one that is found.
 *
 * @module
 */
import { type Config, readConfig } from '../index.ts';
import { optional, text, type Values } from './command.ts';
import type { CommandIo } from './io.ts';

/** @throws {ConfigError} when there is none, or when it is wrong */
export const openConfig = (values: Values, { cwd }: CommandIo): Config =>
  readConfig({ cwd, ...optional('config', text(values, 'config')) });
