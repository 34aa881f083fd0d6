/**
 * Times of files move in steps of some milliseconds on most systems: what is written within one step looks untouched.
 */
import { rmSync, statSync, writeFileSync } from 'node:fs';

/** Waits until what is written now has a later time than the file has, as an agent's turn does. */
export const waitForTick = (path: string): void => {
  const { ctimeNs } = statSync(path, { bigint: true });
  const mutation_check = `${path}.tick`;
  do writeFileSync(mutation_check, '');
  while (statSync(mutation_check, { bigint: true }).ctimeNs <= ctimeNs);
  rmSync(mutation_check);
};
