/**
 * Is this Node new enough?
 *
 * @module
 */
import type { Check } from '../check.ts';
import { type Look, ok, problem } from '../finding.ts';

const LEAST = [20, 19] as const;

export const nodeCheck: Check = {
  name: 'node',
  needs: [],
  look: async () => judgeNode(process.versions.node, process.execPath),
};

/** @param version - `22.3.0` */
export const judgeNode = (version: string, path: string): Look => {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1])) return ok(`${version}, ${path}`);
  return problem(
    `${version} is too old (${path})`,
    `Install Node ${LEAST.join('.')} or newer, and start dualgate with it.`,
  );
};
