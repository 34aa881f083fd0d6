/**
 * Ends what killed loops left running, before anything is measured (RULES 4.8), and removes what they left behind. Whoever holds a
 * workspace knows that no run of it lives: of every run that has a folder there, one that was killed before its first record too.
 *
 * @module
 */
import { existsSync, readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { ownChannelPlaces, removeChannelFolder } from '../channels/channel-folder.ts';
import { readLock } from '../ledger/lock.ts';
import { endMarked } from '../processes/find-processes.ts';
import { removeLeftFolders } from '../temporary/remove-left.ts';
import { listRunsLeft, RUN_MARK } from './left-running.ts';
import { runFolders } from '../records/run-folders.ts';
import type { RunSite } from '../loop/run-site.ts';

/** Of the workspace that this run holds. @returns what was ended, as `pid command` */
export const endFormerRuns = async ({ run, folders, announce }: RunSite): Promise<readonly string[]> => {
  const notice = (text: string): void => announce({ type: 'notice', text });
  const ended = await endMarkedIn(folders.runs);
  for (const { id, left } of ended)
    notice(`Ended what ${id === run ? 'the run' : `the run ${id}`} had left running: ${left}`);
  const temporary = await removeLeftFolders();
  for (const left of temporary.ended) notice(`Ended what ran in a temporary folder of a killed dualgate: ${left}`);
  for (const path of temporary.removed.filter(isCopy)) notice(`Removed a temporary copy of a killed dualgate: ${path}`);
  for (const id of readdirSync(folders.runs)) if (id !== run) ownChannelPlaces(id).forEach(removeChannelFolder);
  return [...ended.map(({ left }) => left), ...temporary.ended];
};

/** Of a workspace that is left for another work tree, unless somebody holds it. @returns a sentence for each */
export const endRunsLeftIn = async (workspace: string): Promise<readonly string[]> => {
  const { lock, runs } = runFolders(workspace, 'none');
  if (!existsSync(runs) || readLock(lock)?.live === true) return [];
  const ended = await endMarkedIn(runs);
  return ended.map(({ id, left }) => `Ended what the run ${id} had left running: ${left}`);
};

/** Of a workspace; other folders hold a few files for a moment. */
const isCopy = (path: string): boolean => /^dualgate-pro(?:be|ve)-/.test(basename(path));

const endMarkedIn = async (runs: string): Promise<readonly { readonly id: string; readonly left: string }[]> => {
  const ended = [];
  for (const id of listRunsLeft(runs))
    for (const left of await endMarked({ name: RUN_MARK, value: id })) ended.push({ id, left });
  return ended;
};
