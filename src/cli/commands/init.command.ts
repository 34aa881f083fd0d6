/**
 * `dualgate init`: writes a commented config for this project and the installed agent.
 *
 * @module
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_NAMES } from '../../config/find-config.ts';
import { detectProject } from '../../config/init/detect-project.ts';
import { candidateOf } from '../../config/init/find-specs.ts';
import type { ProjectFacts } from '../../config/init/project-facts.ts';
import { findAgents } from '../../agents/find-agents.ts';
import { renderConfig } from '../../config/init/render-config.ts';
import { showNumber } from '../../text/amounts.ts';
import { type Command, text } from '../command.ts';
import { type ImportedSpec, importIssue, writeSpec } from '../import-issue.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { readPresetName } from '../preset-name.ts';
import { renderInitiation } from '../render/initiation.ts';

export const initCommand: Command = {
  run: async (values, _operands, io) => {
    const preset = readPresetName(text(values, 'preset'));
    const there = CONFIG_NAMES.find((name) => existsSync(join(io.cwd, name)));
    const prints = values['print'] === true;
    if (!prints && there !== undefined && values['force'] !== true) {
      io.complain(
        `Cannot write a config: ${there} already exists. Use --force to replace it, or --print to see the new one.`,
      );
      return EXIT.no;
    }
    const named = text(values, 'issue');
    const spec = named === undefined ? null : await importIssue(named, io);
    if (spec !== null && !prints) sayWritten(spec, writeSpec(spec, io.cwd), io);
    const agents = await findAgents({ cwd: io.cwd, path: io.env['PATH'] ?? '' });
    const config = renderConfig(withSpec(await detectProject(io.cwd), spec), agents, preset);
    if (prints) {
      io.print(config.trimEnd());
      return EXIT.ok;
    }
    const [name] = CONFIG_NAMES;
    writeFileSync(join(io.cwd, there ?? name), config);
    io.print(renderInitiation(there ?? name, config, agents));
    return EXIT.ok;
  },
};

const sayWritten = ({ path, text: spec }: ImportedSpec, was: 'written' | 'there', io: CommandIo): void => {
  const { criteria } = candidateOf(path, spec);
  const count = criteria === 1 ? '1 acceptance criterion' : `${showNumber(criteria)} acceptance criteria`;
  io.print(`${was === 'written' ? 'Wrote' : 'Kept'} ${path} with ${count}. Read it before you start a run.`);
};

/** The imported spec is the best one. */
const withSpec = (facts: ProjectFacts, spec: ImportedSpec | null): ProjectFacts =>
  spec === null
    ? facts
    : {
        ...facts,
        specs: [candidateOf(spec.path, spec.text), ...facts.specs.filter(({ path }) => path !== spec.path)],
      };
