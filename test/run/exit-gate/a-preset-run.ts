/** A whole run under a preset, with a scripted agent that speaks the preset's dialect. */
import { createRun } from '../../../src/run/create-run.ts';
import type { RunOptions } from '../../../src/run/run-options.ts';
import { readRun } from '../../../src/view/read-run.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { aWorkspace, HONEST, type ScriptedTurn } from '../a-workspace.ts';

/** RED as an honest agent works it off, in a dialect. */
export const red = (dialect: string): ScriptedTurn => ({ phase: 'RED', dialect, ...HONEST.RED });

/** GREEN, likewise; what differs stands over it. */
export const green = (dialect: string, differing: Readonly<Record<string, unknown>> = {}): ScriptedTurn => ({
  phase: 'GREEN',
  dialect,
  ...HONEST.GREEN,
  ...differing,
});

export interface PresetRun {
  readonly turns: readonly ScriptedTurn[];
  readonly config: Readonly<Record<string, unknown>>;
  /** In the repository from the start. */
  readonly files?: Readonly<Record<string, string>>;
  readonly options?: Partial<Omit<RunOptions, 'config' | 'onEvent'>>;
}

/** @returns what the run came to, and its decisions on GREEN */
export const runPreset = async ({ turns, config, files = {}, options = {} }: PresetRun) => {
  const workspace = await aWorkspace(turns, config, { 'package.json': '{ "type": "module" }\n', ...files });
  const events: RunEvent[] = [];
  const run = createRun({ config: workspace.config, onEvent: (event) => events.push(event), ...options });
  const { status, why } = await run.ended;
  const records =
    status === 'needs_human' && events.length <= 2 ? [] : (await readRun(workspace.config, run.id)).records;
  const decided = records.flatMap((each) => (each.type === 'iteration.decided' ? [each.data] : []));
  return {
    ...workspace,
    run: run.id,
    status,
    why,
    events,
    records,
    green: decided.filter(({ record }) => record.phase === 'GREEN'),
  };
};
