/**
 * The folder of a worker's checkouts and its name: an item that was begun in it is continued in it, by any worker of
 * the same folder.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { FleetError } from '../fleet-error.ts';
import { hasCode } from '../../text/describe-cause.ts';

/** The name of the folder; two workers that begin at the same time use the same one. */
export const readSite = (folder: string): string => {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, '.site');
  const draft = `${path}.${randomUUID()}`;
  writeFileSync(draft, `${randomUUID()}\n`, { flag: 'wx' });
  try {
    linkSync(draft, path);
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const site = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f-]{36}$/.test(site))
    throw new FleetError(
      `Cannot use the folder of checkouts ${folder}: its file .site is broken. Choose another --checkouts.`,
    );
  return site;
};
