/**
 * Living processes of runs without an active loop: a killed loop ends nothing, so its agent and its tests continue.
 * They are found by the mark that every process of a run carries.
 *
 * @module
 */
import { existsSync, readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { findFamily, processTable } from '../processes/find-processes.ts';
import { isWithin } from '../processes/is-within.ts';
import type { RunningProcess } from '../processes/running-process.ts';
import { createRedactData } from '../redact/redact-data.ts';

/** The variable that carries the id of a run. */
export const RUN_MARK = 'DUALGATE_RUN';

export interface LeftRunning {
  readonly pid: number;
  /** Its command line, on one line, at most 200 characters, without text that looks like a key. */
  readonly command: string;
}

/** For one run; only for a run that is not active. */
export const findLeftRunning = (run: string): readonly LeftRunning[] =>
  describeLeft(findFamily({ root: null, marker: { name: RUN_MARK, value: run }, known: [] }));

/**
 * Marked processes that work in a folder and have lost the program that started them, whatever their run: also of runs
 * whose records were deleted.
 *
 * @param isActive - whether a run is active in this folder, which is the given one or inside it
 */
export const findStraying = (folder: string, isActive: (place: string) => boolean): readonly LeftRunning[] => {
  const running = new Map(processTable.list().map((each) => [each.pid, each]));
  const straying = [...running.values()].filter((each) => {
    if (!each.carries(ANY_RUN) || !isOrphan(each, running)) return false;
    const place = each.cwd();
    return place !== null && isWithin(folder, place) && !foldersBetween(folder, place).some(isActive);
  });
  return describeLeft(straying);
};

const ANY_RUN = { name: RUN_MARK, value: null };

/** The first marked process of its family is a child of the first process of the system, or of a supervisor. */
const isOrphan = (each: RunningProcess, running: ReadonlyMap<number, RunningProcess>): boolean => {
  const parent = running.get(each.parent);
  if (parent === undefined || parent.pid === 1) return true;
  if (parent.carries(ANY_RUN)) return isOrphan(parent, running);
  return /^(?:\S*\/)?(?:systemd|init|tini|dumb-init)(?:\s|$)/.test(parent.describe());
};

/** The inner folder and those around it, up to the outer one. */
const foldersBetween = (outer: string, inner: string): readonly string[] =>
  inner === outer || !isWithin(outer, inner) ? [inner] : [inner, ...foldersBetween(outer, dirname(inner))];

/** For display. */
export const describeLeft = (running: readonly RunningProcess[]): readonly LeftRunning[] => {
  const redact = createRedactData(null, process.env);
  return redact(running.map((it) => ({ pid: it.pid, command: it.describe() })));
};

/**
 * Ids of runs with living processes.
 *
 * @param runs - absolute: the folder that has one folder for each run
 */
export const listRunsLeft = (runs: string): readonly string[] => {
  if (!existsSync(runs)) return [];
  const marked = processTable.list().filter(({ carries }) => carries({ name: RUN_MARK, value: null }));
  if (marked.length === 0) return [];
  return readdirSync(runs).filter((id) => marked.some(({ carries }) => carries({ name: RUN_MARK, value: id })));
};
