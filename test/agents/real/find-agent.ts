/** The real agent programs of this machine: in the npm prefix that `DUALGATE_AGENTS` names, nowhere else. */
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

const folder = process.env['DUALGATE_AGENTS'] ?? '';
/** Agents of the Agent Client Protocol that start one of the others are in a prefix of their own. */
const bins = folder === '' ? [] : [folder, join(folder, 'acp')].map((prefix) => join(prefix, 'node_modules', '.bin'));

/** Null when none is named. */
export const agentsFolder = (): string | null => (folder === '' ? null : folder);

/** PATH with the agents' programs, this Node and the system's tools. */
export const agentsPath = (): string =>
  [...bins, dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);

/** Whether the program is installed there. */
export const hasAgent = (program: string): boolean => bins.some((bin) => isExecutable(join(bin, program)));

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};
