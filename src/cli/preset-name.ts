/** The name of a preset on the command line. */
import { CONFIG_PRESET_NAMES, type ConfigPresetName, isPresetName } from '../signals/systems/systems.ts';
import { suggest, UsageError } from './command.ts';

/** @throws {UsageError} for an unknown name */
export const readPresetName = (given: string | undefined): ConfigPresetName | undefined => {
  if (given === undefined || isPresetName(given)) return given;
  throw new UsageError(
    `Unknown preset '${given}'. The presets are ${CONFIG_PRESET_NAMES.join(', ')}${suggest(given, CONFIG_PRESET_NAMES)}`,
  );
};
