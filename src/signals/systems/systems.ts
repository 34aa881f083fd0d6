/**
 * The table of specified systems, in display order. A new one is a folder, a row here, and a row in
 * `dialects.ts` if it has its own form of the exit signal.
 */
import { apm2 } from './apm2/apm2.system.ts';
import { cub } from './cub/cub.system.ts';
import type { DialectName } from './dialects.ts';
import { doyaken } from './doyaken/doyaken.system.ts';
import { gsd } from './gsd/gsd.system.ts';
import { prp } from './prp/prp.system.ts';
import { ralph } from './ralph/ralph.system.ts';
import type { ScriptedBlock } from './scripted-block.ts';
import type { System } from './system.ts';

const TABLE = { prp, ralph, cub, doyaken, apm2, gsd } as const satisfies Readonly<Record<string, System>> &
  Readonly<Record<DialectName, Required<System>>>;

/** The name of a system, as `preset` of the config has it. */
export type ConfigPresetName = keyof typeof TABLE;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
export const CONFIG_PRESET_NAMES = Object.keys(TABLE) as [ConfigPresetName, ...ConfigPresetName[]];

/** The texts of the system presets, by name. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each key of the table
export const CONFIG_PRESETS = Object.fromEntries(
  CONFIG_PRESET_NAMES.map((name) => [name, TABLE[name].preset]),
) as Readonly<Record<ConfigPresetName, string>>;

/** Whether there is a preset of this name. */
export const isPresetName = (name: unknown): name is ConfigPresetName =>
  CONFIG_PRESET_NAMES.some((known) => known === name);

/** The block that the scripted agent prints, with a line feed at its end; '' where the dialect has no word for it. */
export const writeBlock = (dialect: DialectName, block: ScriptedBlock): string => TABLE[dialect].writeBlock(block);
