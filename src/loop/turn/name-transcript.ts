/**
 * The name of a new transcript.
 *
 * @module
 */
import { lstatSync } from 'node:fs';
import { join } from 'node:path';

/**
 * A turn that was cut off may have left calls under the same numbers, and an agent can write there too: they are no
 * part of this turn.
 */
export const nameTranscript = (folder: string, turn: string): string => {
  let name = turn;
  for (let n = 2; lstatSync(join(folder, `${name}.stdout`), { throwIfNoEntry: false }) !== undefined; n += 1)
    name = `${turn}.${n}`;
  return name;
};
