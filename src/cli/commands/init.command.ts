/**
 * `dualgate init`: writes a commented config for the project that it finds, and for the agent that is installed.
 *
 * @module
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_NAMES, detectProject, findAgents, renderConfig } from '../../index.ts';
import { type Command, text } from '../command.ts';
import { EXIT } from '../terminal/io.ts';
import { readPresetName } from '../preset-name.ts';
import { renderInitiation } from '../render/initiation.ts';

export const initCommand: Command = {
  run: async (values, _operands, io) => {
    const preset = readPresetName(text(values, 'preset'));
    const agents = await findAgents({ cwd: io.cwd, path: io.env['PATH'] ?? '' });
    const config = renderConfig(await detectProject(io.cwd), agents, preset);
    if (values['print'] === true) {
      io.print(config.trimEnd());
      return EXIT.ok;
    }
    const there = CONFIG_NAMES.find((name) => existsSync(join(io.cwd, name)));
    if (there !== undefined && values['force'] !== true) {
      io.complain(
        `Cannot write a config: ${there} is there already. Use --force to write over it, or --print to look first.`,
      );
      return EXIT.no;
    }
    const [name] = CONFIG_NAMES;
    writeFileSync(join(io.cwd, there ?? name), config);
    io.print(renderInitiation(there ?? name, config, agents));
    return EXIT.ok;
  },
};
