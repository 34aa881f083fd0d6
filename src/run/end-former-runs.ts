/**
 * Ends the processes that killed loops left running, before anything is measured (rule 4.8), and removes their
 * files. The holder of a workspace's lock knows that none of its runs is active: neither one with a folder there, nor
 * one that was killed before its first record.
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
import type { RunContext } from '../loop/run-context.ts';

/** Those of the workspace that this run has locked. @returns the ended processes, as `pid command` */
export const endFormerRuns = async ({ run, folders, emit }: RunContext): Promise<readonly string[]> => {
  const notice = (text: string): void => emit({ type: 'notice', text });
  const ended = await endMarkedIn(folders.runs);
  for (const { id, left } of ended)
    notice(`Ended processes that ${id === run ? 'the run' : `the run ${id}`} had left running: ${left}`);
  const temporary = await removeLeftFolders();
  for (const left of temporary.ended)
    notice(`Ended processes that ran in a temporary folder of a killed dualgate: ${left}`);
  for (const path of temporary.removed.filter(isCopy)) notice(`Removed a temporary copy of a killed dualgate: ${path}`);
  for (const id of readdirSync(folders.runs)) if (id !== run) ownChannelPlaces(id).forEach(removeChannelFolder);
  return [...ended.map(({ left }) => left), ...temporary.ended];
};

/** Those of a workspace that is abandoned for another work tree, unless it is locked. @returns a sentence for each */
export const endRunsLeftIn = async (workspace: string): Promise<readonly string[]> => {
  const { lock, runs } = runFolders(workspace, 'none');
  if (!existsSync(runs) || readLock(lock)?.live === true) return [];
  const ended = await endMarkedIn(runs);
  return ended.map(({ id, left }) => `Ended processes that the run ${id} had left running: ${left}`);
};

/** In a workspace; other folders hold a few files for a moment. */
const isCopy = (path: string): boolean => /^dualgate-(?:mutants|prove)-/.test(basename(path));

const endMarkedIn = async (runs: string): Promise<readonly { readonly id: string; readonly left: string }[]> => {
  const ended = [];
  for (const id of listRunsLeft(runs))
    for (const left of await endMarked({ name: RUN_MARK, value: id })) ended.push({ id, left });
  return ended;
};
