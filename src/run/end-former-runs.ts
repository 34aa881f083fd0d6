/**
 * Ends what killed loops left running, before anything is measured (RULES 4.8). Whoever holds a workspace knows that no run
 * of it lives: of every run that has a folder there, one that was killed before its first record too.
 *
 * @module
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { readLock } from '../ledger/lock.ts';
import { endMarked, processTable } from '../processes/find-processes.ts';
import { runFolders } from './run-folders.ts';
import type { RunSite } from './run-site.ts';

const NAME = 'DUALGATE_RUN';

/** Of the workspace that this run holds. @returns what was ended, as `pid command` */
export const endFormerRuns = async ({ run, folders, announce }: RunSite): Promise<readonly string[]> => {
  const ended = await endMarkedIn(dirname(folders.run));
  for (const { id, left } of ended)
    announce({
      type: 'notice',
      text: `Ended what ${id === run ? 'the run' : `the run ${id}`} had left running: ${left}`,
    });
  return ended.map(({ left }) => left);
};

/** Of a workspace that is left for another work tree, unless somebody holds it. @returns a sentence for each */
export const endRunsLeftIn = async (workspace: string): Promise<readonly string[]> => {
  const { lock, run } = runFolders(workspace, 'none');
  if (!existsSync(dirname(run)) || readLock(lock)?.live === true) return [];
  const ended = await endMarkedIn(dirname(run));
  return ended.map(({ id, left }) => `Ended what the run ${id} had left running: ${left}`);
};

const endMarkedIn = async (runs: string): Promise<readonly { readonly id: string; readonly left: string }[]> => {
  const marked = processTable.list().filter(({ carries }) => carries({ name: NAME, value: null }));
  if (marked.length === 0) return [];
  const ended = [];
  for (const id of readdirSync(runs)) {
    const marker = { name: NAME, value: id };
    if (!marked.some(({ carries }) => carries(marker))) continue;
    for (const left of await endMarked(marker)) ended.push({ id, left });
  }
  return ended;
};
