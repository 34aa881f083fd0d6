/** Steps of an honest model in each phase of the little project of `test/run/a-workspace.ts`, and its signal. */
import { dirname } from 'node:path';
import { HONEST } from '../../run/a-workspace.ts';
import { aClaim, type Step } from '../model-server/step.ts';

/**
 * The folders first: an agent that writes by its shell makes none. And away with what is there: some tools do not write
 * over a file that was not read in the same session. Codex refuses `rm -f`.
 */
const writes = (files: Readonly<Record<string, string>>): readonly Step[] => [
  { run: `mkdir -p ${foldersOf(files).join(' ')}; rm ${Object.keys(files).join(' ')}; true` },
  ...Object.entries(files).map(([path, content]) => ({ write: path, content })),
];

const foldersOf = (files: object): readonly string[] => [...new Set(Object.keys(files).map((path) => dirname(path)))];

/** Steps of the model, without a signal. */
export const WORK = {
  RED: writes(HONEST.RED.write),
  GREEN: writes(HONEST.GREEN.write),
  REFACTOR: writes(HONEST.REFACTOR.write),
  DOCUMENT: writes(HONEST.DOCUMENT.write),
} as const;

/** The word that the phase is done, with what this turn was told. */
export const CLAIM: Step = { say: `Done.\n\n${aClaim()}` };

/** The same, and that there is nothing left to improve. */
export const REFACTORED: Step = { say: `Done.\n\n${aClaim(true, undefined, ['REFACTORING_COMPLETE: true'])}` };

/** Honest turns of the model. */
export const TURN = {
  RED: [...WORK.RED, CLAIM],
  GREEN: [...WORK.GREEN, CLAIM],
  REFACTOR: [...WORK.REFACTOR, REFACTORED],
  DOCUMENT: [...WORK.DOCUMENT, CLAIM],
} as const;

/** Turns of the whole loop. */
export const HONEST_TURNS: readonly (readonly Step[])[] = Object.values(TURN);
