/**
 * The parts of a package.json about tests: the members that configure a runner. Its scripts: `script-closure.ts`.
 *
 * @module
 */
import { join } from 'node:path';
import { z } from 'zod';
import { RUNNER_PARTS } from './runner-files.ts';
import { readText } from '../files/open-plain.ts';

const packageFile = z.looseObject({ scripts: z.record(z.string(), z.string()).default({}) });

/** Reads sources of a workspace as text; an unreadable one is empty. */
export const sourceReader =
  (workspace: string) =>
  (path: string): Promise<string> =>
    Promise.resolve(readText(join(workspace, path)) ?? '');

/** `null` for anything but a package.json that can be read. */
export const readPackage = async (workspace: string, path: string): Promise<z.infer<typeof packageFile> | null> => {
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
