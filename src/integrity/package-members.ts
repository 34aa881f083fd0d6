/**
 * The parts of a package.json about tests: the members that configure a runner, and the scripts that a test run uses.
 *
 * @module
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { WITHOUT_WAITING } from '../sources/open-flags.ts';
import { RUNNER_PARTS } from './runner-files.ts';

const packageFile = z.looseObject({ scripts: z.record(z.string(), z.string()).default({}) });

/** Reads sources of a workspace as text; an unreadable one is empty. */
export const sourceReader =
  (workspace: string) =>
  (path: string): Promise<string> =>
    readFile(join(workspace, path), { encoding: 'utf8', flag: WITHOUT_WAITING }).catch(() => '');

const readPackage = async (workspace: string, path: string): Promise<z.infer<typeof packageFile> | null> => {
  try {
    return packageFile.parse(JSON.parse(await sourceReader(workspace)(path)));
  } catch {
    return null;
  }
};

/** The members that configure a runner, as one text. */
export const readConfigMembers = async (workspace: string, path: string): Promise<string> => {
  const file = await readPackage(workspace, path);
  const members = RUNNER_PARTS.filter((part) => part.startsWith('package.json#')).map(
    (part) => part.split('#')[1] ?? '',
  );
  return file === null ? '' : JSON.stringify(Object.fromEntries(members.map((name) => [name, file[name]])));
};

/** The text of the test scripts, of their pre and post scripts, and of those that they call. */
export const readTestScripts = async (workspace: string, command: readonly string[]): Promise<string> => {
  const { scripts } = (await readPackage(workspace, 'package.json')) ?? { scripts: {} };
  const reached = new Set<string>();
  const visit = (name: string): void => {
    if (reached.has(name) || !Object.hasOwn(scripts, name)) return;
    reached.add(name);
    for (const each of [`pre${name}`, `post${name}`]) visit(each);
    // A word that is the name of a script counts as a call of it.
    for (const word of (scripts[name] ?? '').match(/[\w:.-]+/g) ?? []) visit(word);
  };
  for (const word of command.slice(1)) visit(word === 't' || word === 'tst' ? 'test' : word);
  return [...reached].map((name) => scripts[name] ?? '').join('\n');
};
