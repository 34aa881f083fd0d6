/**
 * The sandbox of a config, as words before a command: none, bubblewrap, or a command of the user.
 * It never falls back to none.
 *
 * @module
 */
import { isAbsolute } from 'node:path';
import type { SandboxConfig } from './sandbox-config.ts';
import { locateProgram } from '../processes/locate-program.ts';
import { pathOutside } from '../processes/trusted-path.ts';
import { writeBubblewrap } from './bubblewrap.ts';
import { followLinks } from './follow-links.ts';
import { placeKeyringFilter } from './keyring-filter.ts';
import { layOutMounts } from './lay-out-mounts.ts';
import { namePlaces } from './name-places.ts';
import { refuseSandbox } from './sandbox-error.ts';
import type { SandboxFacts } from './sandbox-facts.ts';

/**
 * The arguments before a command; none without a sandbox.
 *
 * @throws {SandboxError} when the sandbox cannot be had on this machine, or would be none
 */
export const openSandbox = async (config: SandboxConfig, facts: SandboxFacts): Promise<readonly string[]> => {
  if (config.use === 'none') return [];
  const { workspace } = facts;
  if (config.use === 'command') return [await findWrapper(config.command, workspace), ...config.command.slice(1)];
  if (process.platform !== 'linux') {
    throw refuseSandbox(
      `bubblewrap runs on Linux only (got ${process.platform}). Use a sandbox of this system: agent.sandbox: { command: [...] }.`,
    );
  }
  const program = await locateProgram('bwrap', workspace, pathOutside(workspace));
  if (program === null) {
    throw refuseSandbox(
      'bubblewrap was not found. Install it (apt install bubblewrap, dnf install bubblewrap), or choose another agent.sandbox.',
    );
  }
  const places = namePlaces(config, facts);
  const shown = [...places.shown, ...(await findPrograms(facts))];
  const { network } = config;
  return writeBubblewrap({
    program,
    mounts: layOutMounts({ ...places, shown }, facts.reports),
    folder: facts.folder ?? workspace,
    hasNetwork: network === 'keep' || (network === 'agent_only' && facts.who === 'agent'),
    isRoot: process.getuid?.() === 0,
    filter: placeKeyringFilter(),
  });
};

/** A wrapper is the loop's own tool: the agent must not have written it. */
const findWrapper = async ([wrapper = '']: readonly string[], workspace: string): Promise<string> => {
  const found = await locateProgram(wrapper, workspace, pathOutside(workspace));
  if (found !== null) return found;
  throw refuseSandbox(`its command was not found: ${wrapper}. Install it, or fix agent.sandbox.command.`);
};

/** The program, and the files that the command names. */
const findPrograms = async ({
  command,
  workspace,
  folder = workspace,
  env,
}: SandboxFacts): Promise<readonly string[]> => {
  const [program = '', ...words] = command;
  const named = [await locateProgram(program, folder, env['PATH']), ...words];
  return named
    .filter((path) => path !== null)
    .filter((path) => isAbsolute(path) && followLinks(path)?.isFolder === false);
};
