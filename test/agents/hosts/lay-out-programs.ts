/** The programs of hosts in a folder, from which they find their packages, and this one as a package. */
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { aFolder } from '../../evidence/a-repository.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
/** Its own devDependencies that a host has, too. */
const OWN = ['xstate', '@restatedev/restate-sdk', '@restatedev/xstate'];

/** @param prefix - the npm prefix with the packages of the hosts; empty: none */
export const layOutPrograms = async (prefix: string): Promise<string> => {
  const folder = await aFolder();
  await cp(join(import.meta.dirname, 'programs'), folder, { recursive: true });
  const packages = join(folder, 'node_modules');
  await mkdir(packages);
  const link = async (from: string, name: string): Promise<void> => {
    const place = join(packages, name);
    await mkdir(dirname(place), { recursive: true });
    if (!existsSync(place)) await symlink(join(from, name), place);
  };
  const given = prefix === '' ? [] : await readdir(join(prefix, 'node_modules'));
  for (const name of given) if (!name.startsWith('.')) await link(join(prefix, 'node_modules'), name);
  for (const name of OWN) await link(join(ROOT, 'node_modules'), name);
  await symlink(ROOT, join(packages, 'dualgate'));
  return folder;
};
