/**
 * Living processes of runs without an active loop: a killed loop ends nothing, so its agent and its tests continue.
 * They are found by the mark that every process of a run carries.
 *
 * @module
 */
import { existsSync, readdirSync } from 'node:fs';
import { findFamily, processTable } from '../processes/find-processes.ts';
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
