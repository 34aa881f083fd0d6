/**
 * The table of specified systems, in display order: the config of each, for people to read and copy. It is apart from
 * the table of dialects, so that `dualgate/signals` loads no config. gsd defines no exit signal; its preset uses the
 * native one.
 */
import apm2 from './apm2/apm2.yaml?raw';
import cub from './cub/cub.yaml?raw';
import doyaken from './doyaken/doyaken.yaml?raw';
import gsd from './gsd/gsd.yaml?raw';
import prp from './prp/prp.yaml?raw';
import ralph from './ralph/ralph.yaml?raw';
import type { DialectName } from './dialects.ts';

/** The texts of the system presets, by name. */
export const CONFIG_PRESETS = { prp, ralph, cub, doyaken, apm2, gsd } as const satisfies Readonly<
  Record<DialectName | 'gsd', string>
>;

export type ConfigPresetName = keyof typeof CONFIG_PRESETS;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
export const CONFIG_PRESET_NAMES = Object.keys(CONFIG_PRESETS) as [ConfigPresetName, ...ConfigPresetName[]];

export const isPresetName = (name: unknown): name is ConfigPresetName =>
  CONFIG_PRESET_NAMES.some((known) => known === name);
