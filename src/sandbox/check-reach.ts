/**
 * Refuses a sandbox that would be none, or another one than its config means.
 *
 * @module
 */
import { isWithin } from '../processes/is-within.ts';
import { followLinks } from './follow-links.ts';
import { OWN_FOLDER, type Places } from './name-places.ts';
import { refuseSandbox } from './sandbox-error.ts';

/**
 * @param writable - without links; the workspace first
 * @throws {SandboxError}
 */
export const checkReach = ({ homes, configured }: Places, writable: readonly string[]): void => {
  for (const [key, paths] of Object.entries(configured)) {
    const absent = paths.find((path) => followLinks(path) === null);
    if (absent === undefined) continue;
    throw refuseSandbox(`agent.sandbox.${key} names ${absent}, which is not there. Make it, or leave it out.`);
  }
  const real = homes.map((home) => followLinks(home)?.real ?? '/').filter((home) => home !== '/');
  if (real.length === 0) {
    throw refuseSandbox(`there is no home to keep away (got ${homes.join(', ')}). Set HOME to a folder of your own.`);
  }
  const [workspace = '/'] = writable;
  const home = real.find((each) => isWithin(workspace, each));
  if (home !== undefined) {
    throw refuseSandbox(`the workspace ${workspace} holds the home ${home}. Work in a folder of its own.`);
  }
  const own = [OWN_FOLDER, process.execPath]
    .map((path) => followLinks(path)?.real ?? path)
    .find((path) => writable.some((folder) => isWithin(folder, path)));
  if (own === undefined) return;
  throw refuseSandbox(
    `${own}, which the loop itself runs, lies where the agent may write. Install dualgate outside of the workspace (npm install --global).`,
  );
};
