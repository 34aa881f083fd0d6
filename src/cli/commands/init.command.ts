/**
 * `dualgate init`: writes a commented config for this project and the installed agent.
 *
 * @module
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_NAMES } from '../../config/find-config.ts';
import { detectProject } from '../../config/init/detect-project.ts';
import { findAgents } from '../../agents/find-agents.ts';
import { renderConfig } from '../../config/init/render-config.ts';
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
        `Cannot write a config: ${there} already exists. Use --force to replace it, or --print to see the new one.`,
      );
      return EXIT.no;
    }
    const [name] = CONFIG_NAMES;
    writeFileSync(join(io.cwd, there ?? name), config);
    io.print(renderInitiation(there ?? name, config, agents));
    return EXIT.ok;
  },
};
