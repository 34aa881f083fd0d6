/**
 * The exit signal that a host gives: as the agent gave it to the host, or as a text in which the status block is read.
 *
 * @module
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TurnTaken } from '../../loop/iteration.ts';
import { PRIVATE_FILE } from '../../ledger/files/private.ts';
import type { CommandSignal } from '../../signals/command/command-signal.ts';

/** `true`: the agent's signal as the host knows it; or its output, as a text or a file. */
export type GivenSignal = boolean | { readonly text: string } | { readonly file: string };

const WORD: CommandSignal = { word: 'exit', reason: 'the host says so', refactoring_complete: true };

/** @param folder - absolute: receives a text as a file */
export const takeGivenSignal = async (
  given: GivenSignal,
  folder: string,
): Promise<Pick<TurnTaken, 'commandSignals' | 'transcript'>> => ({
  commandSignals: given === true ? [WORD] : [],
  transcript: typeof given === 'object' ? await placeText(given, folder) : null,
});

const placeText = async (given: Exclude<GivenSignal, boolean>, folder: string): Promise<string> => {
  if ('file' in given) return given.file;
  const path = join(folder, 'said');
  await writeFile(path, given.text, { mode: PRIVATE_FILE });
  return path;
};
