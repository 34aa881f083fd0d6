/**
 * The real agent programs of this machine: in the npm prefix that `DUALGATE_AGENTS` names, nowhere else.
 *
 * @module
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const folder = process.env['DUALGATE_AGENTS'] ?? '';
const bin = folder === '' ? null : join(folder, 'node_modules', '.bin');

/** Null when none is named. */
export const agentsFolder = (): string | null => (folder === '' ? null : folder);

/** PATH with the agents' programs, this Node and the system's tools. */
export const agentsPath = (): string =>
  [bin, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].filter((it) => it !== null).join(delimiter);

/** Whether the program is installed there. */
export const hasAgent = (program: string): boolean => {
  if (bin === null) return false;
  try {
    accessSync(join(bin, program), constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
