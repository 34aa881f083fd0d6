/** `dualgate presets`: the system presets. */
import { CONFIG_PRESET_NAMES, CONFIG_PRESETS } from '../../signals/systems/systems.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../terminal/io.ts';
import { readPresetName } from '../preset-name.ts';

const NAME_WIDTH = Math.max(...CONFIG_PRESET_NAMES.map((name) => name.length));

export const presetsCommand: Command = {
  run: async (values, [operand], io) => {
    const name = readPresetName(operand);
    const asked = name === undefined ? CONFIG_PRESET_NAMES : [name];
    if (values['json'] === true)
      io.print(JSON.stringify({ presets: asked.map((each) => ({ name: each, text: CONFIG_PRESETS[each] })) }));
    else if (name !== undefined) io.print(CONFIG_PRESETS[name].trimEnd());
    else for (const each of asked) io.print(`${each.padEnd(NAME_WIDTH)}  ${headline(CONFIG_PRESETS[each])}`);
    return EXIT.ok;
  },
};

/** The first line of the file without the name of the preset. */
const headline = (text: string): string => (text.split('\n')[0] ?? '').replace(/^#\s*\w+\s*/, '');
