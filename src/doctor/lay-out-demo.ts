/** Creates the demo: a small real project in its own git repository, with a config and a scripted agent. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { runGit } from '../project/sources/git.ts';
import { RunError } from '../records/run-error.ts';
import agent from './kata/agent.yaml?raw';
import config from './kata/dualgate.yaml?raw';
import manifest from './kata/package.json?raw';
import spec from './kata/specs/slugify.md?raw';

const FILES: Readonly<Record<string, string>> = {
  'agent.yaml': agent,
  'dualgate.yaml': config,
  'package.json': manifest,
  'specs/slugify.md': spec,
  '.gitignore': 'node_modules/\n.cache/\n',
};

/** The demo commits under a name of its own and never under the user's. */
const IDENTITY = [
  ['user.name', 'dualgate demo'],
  ['user.email', 'demo@localhost'],
  ['commit.gpgsign', 'false'],
];

/** Flow style: short, and every line of it is JSON. */
const withoutDocuments = (): string =>
  [
    'phases: # without DOCUMENT, whose diagrams Mermaid would have to check',
    ...DEFAULT_PHASES.filter(({ phase }) => phase !== 'DOCUMENT').map((phase) => `  - ${JSON.stringify(phase)}`),
    '',
  ].join('\n');

/**
 * @param wanted - an empty or new folder; null for a new temporary one
 * @param canDocument - whether diagrams can be checked; without that, the demo has three phases @returns the folder
 * @throws {RunError} when the folder holds something already @throws {WorkspaceError} when there is no git
 */
export const layOutDemo = async (wanted: string | null, canDocument: boolean): Promise<string> => {
  const folder = wanted === null ? await mkdtemp(join(tmpdir(), 'dualgate-demo-')) : resolve(wanted);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new RunError(`Cannot create the demo in ${folder}: it is not empty. Choose a new folder.`);
  }
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  if (!canDocument) appendFileSync(join(folder, 'dualgate.yaml'), withoutDocuments());
  await runGit(folder, ['init', '--quiet']);
  // The run commits under it too.
  for (const [key = '', value = ''] of IDENTITY) await runGit(folder, ['config', key, value]);
  await runGit(folder, ['add', '--all']);
  await runGit(folder, ['commit', '--quiet', '--no-verify', '--message', 'A kata: slugs']);
  return folder;
};
