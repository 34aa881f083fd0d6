/**
 * The presets: configs of the specified systems, each a file beside this one that a person can read and copy.
 *
 * @module
 */
import apm2 from './apm2.yaml?raw';
import cub from './cub.yaml?raw';
import doyaken from './doyaken.yaml?raw';
import gsd from './gsd.yaml?raw';
import prp from './prp.yaml?raw';
import ralph from './ralph.yaml?raw';

/** Names that `preset` takes, in the order in which they are shown. */
export const CONFIG_PRESET_NAMES = ['prp', 'ralph', 'cub', 'doyaken', 'apm2', 'gsd'] as const;

export type ConfigPresetName = (typeof CONFIG_PRESET_NAMES)[number];

/** The text of each preset's file. */
export const CONFIG_PRESETS: Readonly<Record<ConfigPresetName, string>> = {
  prp,
  ralph,
  cub,
  doyaken,
  apm2,
  gsd,
};

/** Whether there is a preset of this name. */
export const isPresetName = (name: unknown): name is ConfigPresetName =>
  CONFIG_PRESET_NAMES.some((known) => known === name);
