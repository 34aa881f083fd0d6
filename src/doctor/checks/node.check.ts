/**
 * Is this Node new enough?
 *
 * @module
 */
import type { Check } from '../check.ts';
import { type Look, ok, problem } from '../finding.ts';

/** As `engines` of package.json: the first versions that may `require` a module. */
const SUPPORTED = 'Install Node 20.19, or 22.12 or newer, and start dualgate with it.';
const isSupported = (major: number, minor: number): boolean =>
  major === 20 ? minor >= 19 : major === 22 ? minor >= 12 : major > 22;

export const nodeCheck: Check = {
  name: 'node',
  needs: [],
  look: async () => judgeNode(process.versions.node, process.execPath),
};

/** @param version - `22.3.0` */
export const judgeNode = (version: string, path: string): Look => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (isSupported(major, minor)) return ok(`${version}, ${path}`);
  return problem(`dualgate does not support Node ${version} (${path})`, SUPPORTED);
};
