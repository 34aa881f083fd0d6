/**
 * Makes STATE.md again where it was deleted, or where a loop that was killed left it: whoever asks for a run has read all
 * that it is made from.
 *
 * @module
 */
import type { Config } from '../../config/config.ts';
import { createRedactData } from '../../redact/redact-data.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { isLeftBehind } from './is-left-behind.ts';
import { remakeStatePage } from './state-page.ts';

/** Only of the current run, and not while a loop goes on, which makes it itself. A page that cannot be written is none. */
export const restoreStatePage = (facts: {
  readonly config: Config;
  readonly run: string;
  readonly phases: readonly string[];
  readonly state: WorkState;
  readonly phase: string | null;
  /** ISO 8601. */
  readonly at: string;
}): void => {
  const { config, run, phases, state, phase, at } = facts;
  const folders = runFolders(config.folder, run);
  if (readCurrentRun(config.folder) !== run || !isLeftBehind(folders)) return;
  try {
    const redact = createRedactData(config, process.env);
    const place = { folders, run, phases, spec: config.work.spec, redact };
    remakeStatePage(place, { standing: state.settled?.status ?? 'broke_off', state, phase, at });
  } catch {
    // A folder that cannot be written is no reason not to say where the run stands.
  }
};
