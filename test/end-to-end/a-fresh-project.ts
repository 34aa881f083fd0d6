/**
 * The little project in a fresh repository, with the config that `dualgate init` writes for it: nothing is filled in but
 * the agent, the spec, three checks, and what a test names.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseDocument } from 'yaml';
import { aProject, commitAll, type Files, phases, type Project, type ProjectOptions, write } from './a-project.ts';
import { runProgram } from './run-program.ts';

/** Fails over code that says so. */
const check = (name: string): string => `import { readFileSync } from 'node:fs';
const code = readFileSync('lib/shout.mjs', 'utf8');
if (code.includes('NO ${name.toUpperCase()}')) {
  console.log('lib/shout.mjs:1 ${name}');
  process.exit(1);
}
`;
const CHECKS = ['build', 'types', 'lint'];

export interface FreshOptions extends Pick<ProjectOptions, 'agent' | 'work'> {
  /** Gate 1 of GREEN. @default that of the specification */
  readonly green?: string;
  /** Iterations that GREEN may take. @default the config's */
  readonly chances?: number;
  /** Set over what `init` wrote. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly files?: Files;
}

/** Lays it out, lets the program write its config, and commits both. */
export const aFreshProject = async (
  home: string,
  { green, chances, config: own = {}, files = {}, ...options }: FreshOptions = {},
): Promise<Project> => {
  await write(home, { '.gitconfig': '[user]\n\tname = Ann\n\temail = ann@example.org\n' });
  const project = await aProject(home, {
    ...options,
    files: {
      'package.json': '{ "type": "module", "scripts": { "test": "node --test" } }\n',
      ...Object.fromEntries(CHECKS.map((name) => [`tools/${name}.mjs`, check(name)])),
      ...files,
    },
  });
  const path = join(project.workspace, 'dualgate.yaml');
  await runProgram(project, 'init', '--force');
  const config = parseDocument(await readFile(path, 'utf8'));
  config.setIn(['work', 'spec'], 'specs/shout.md');
  config.setIn(['agent', 'command'], [join(project.agent, 'agent.sh')]);
  config.set('checks', Object.fromEntries(CHECKS.map((name) => [name, `node tools/${name}.mjs`])));
  for (const [key, value] of Object.entries(own)) config.set(key, value);
  if (green !== undefined || chances !== undefined) {
    const ofGreen = {
      ...(green === undefined ? {} : { gate_1: { condition: green } }),
      ...(chances === undefined ? {} : { limits: { max_iterations: chances } }),
    };
    config.set('phases', phases({ RED: {}, GREEN: ofGreen, REFACTOR: {}, DOCUMENT: {} }));
  }
  await write(project.workspace, { 'dualgate.yaml': String(config) });
  await commitAll(project, 'Set up dualgate');
  return project;
};
