/**
 * Ends what killed loops left running, before anything is measured (RULES 4.8). Whoever holds the workspace knows that no run
 * of it lives: of every run that has a folder here, one that was killed before its first record too.
 *
 * @module
 */
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { endMarked, processTable } from '../processes/find-processes.ts';
import type { RunSite } from './run-site.ts';

const NAME = 'DUALGATE_RUN';

/** @returns what was ended, as `pid command` */
export const endFormerRuns = async ({ run, folders, announce }: RunSite): Promise<readonly string[]> => {
  const marked = processTable.list().filter(({ carries }) => carries({ name: NAME, value: null }));
  if (marked.length === 0) return [];
  const ended: string[] = [];
  for (const id of readdirSync(dirname(folders.run))) {
    const marker = { name: NAME, value: id };
    if (!marked.some(({ carries }) => carries(marker))) continue;
    const whose = id === run ? 'the run' : `the run ${id}`;
    for (const left of await endMarked(marker)) {
      announce({ type: 'notice', text: `Ended what ${whose} had left running: ${left}` });
      ended.push(left);
    }
  }
  return ended;
};
