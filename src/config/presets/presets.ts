/**
 * The presets: configs of the specified systems, each a file beside this one that a person can read and copy.
 *
 * @module
 */
import cub from './cub.yaml?raw';
import gsd from './gsd.yaml?raw';
import ralph from './ralph.yaml?raw';

/** Names that `preset` takes, in the order in which they are shown. */
export const CONFIG_PRESET_NAMES = ['ralph', 'cub', 'gsd'] as const;

export type ConfigPresetName = (typeof CONFIG_PRESET_NAMES)[number];

/** The text of each preset's file. */
export const CONFIG_PRESETS: Readonly<Record<ConfigPresetName, string>> = { ralph, cub, gsd };

/** Whether there is a preset of this name. */
export const isPresetName = (name: unknown): name is ConfigPresetName =>
  CONFIG_PRESET_NAMES.some((known) => known === name);
