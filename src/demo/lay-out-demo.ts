/**
 * Creates the demo: a small real project in its own git repository, with a config and a scripted agent.
 *
 * @module
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { runGit } from '../sources/git.ts';
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

/**
 * @param wanted - an empty or new folder; null for a new temporary one
 * @returns the folder
 * @throws {RunError} when the folder holds something already
 * @throws {WorkspaceError} when there is no git
 */
export const layOutDemo = async (wanted: string | null): Promise<string> => {
  const folder = wanted === null ? await mkdtemp(join(tmpdir(), 'dualgate-demo-')) : resolve(wanted);
  if (existsSync(folder) && readdirSync(folder).length > 0) {
    throw new RunError(`Cannot create the demo in ${folder}: it is not empty. Choose a new folder.`);
  }
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  await runGit(folder, ['init', '--quiet']);
  // The run commits under it too.
  for (const [key = '', value = ''] of IDENTITY) await runGit(folder, ['config', key, value]);
  await runGit(folder, ['add', '--all']);
  await runGit(folder, ['commit', '--quiet', '--no-verify', '--message', 'A kata: slugs']);
  return folder;
};
