/**
 * The name of a preset, as it was given on the command line.
 *
 * @module
 */
import { CONFIG_PRESET_NAMES, type ConfigPresetName, isPresetName } from '../systems/systems.ts';
import { UsageError } from './usage-error.ts';

/** @throws {UsageError} for a name that no preset has */
export const readPresetName = (given: string | undefined): ConfigPresetName | undefined => {
  if (given === undefined || isPresetName(given)) return given;
  throw new UsageError(`There is no preset ${JSON.stringify(given)}; there are ${CONFIG_PRESET_NAMES.join(', ')}`);
};
