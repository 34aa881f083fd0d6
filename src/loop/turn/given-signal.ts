/** The exit signal that a host or `check` gives, in place of that of a turn of the loop. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../base/files/private.ts';
import type { CommandSignal } from '../../signals/command/command-signal.ts';
import type { Turned } from '../iteration.ts';

/** `true`: the agent's signal as the host knows it; or its output, as a text or a file. */
export type GivenSignal = boolean | { readonly text: string } | { readonly file: string };

const WORD: CommandSignal = { word: 'exit', reason: 'the host says so', refactoring_complete: true };

/** @param folder - absolute: receives a text as a file */
export const takeGivenSignal = async (
  given: GivenSignal,
  folder: string,
): Promise<Pick<Turned, 'commandSignals' | 'transcript'>> => ({
  commandSignals: given === true ? [WORD] : [],
  transcript: typeof given === 'object' ? await placeText(given, folder) : null,
});

const placeText = async (given: Exclude<GivenSignal, boolean>, folder: string): Promise<string> => {
  if ('file' in given) return given.file;
  const path = join(folder, 'said');
  await writeFile(path, given.text, { mode: PRIVATE_FILE });
  return path;
};
