/** Checks of the machine: Node, memory, sockets, the sandbox, a place for anchors. */
import { dirname, relative } from 'node:path';
import { constants, statSync } from 'node:fs';
import { access } from 'node:fs/promises';
import { memoryOfAgent, memoryOfTests, isSession } from '../../project/config/config.ts';
import { limitOf, type MemoryLimit } from '../../base/processes/watch-memory.ts';
import { showMemory } from '../../base/text/amounts.ts';
import { type Check, ofConfig, type Look, ok, warning, problemOf, skipped, problem } from '../check.ts';
import { ChannelError, serveLines } from '../../base/line-server.ts';
import { openChannelFolder, removeChannelFolder } from '../../base/channel-folder.ts';
import { chooseAgent } from '../../project/config/choose-agent.ts';
import { findSandboxProblem, findAgentProblem } from '../../run/preflight.ts';
import { canFilterKeyring } from '../../agents/sandbox/open-sandbox.ts';
import { anchorFolder } from '../../ledger/anchor.ts';

/** How much memory may a test run and a turn use, and is it there? */
export const memoryCheck: Check = {
  name: 'memory',
  needs: [],
  look: ofConfig(async ({ tests, agent }) =>
    judgeMemory(
      // A person started the program of a session.
      [memoryOfTests(tests), ...(isSession(agent) ? [] : [memoryOfAgent(agent)])],
      process.availableMemory(),
    ),
  ),
};

/** @param free - in bytes; inside a container, of what the container may use */
export const judgeMemory = (limits: readonly MemoryLimit[], free: number): Look => {
  const words = limits.map(({ bytes, key }) => {
    const from = bytes === null ? 'default' : 'config';
    return `${key} ${showMemory(limitOf(bytes, free))} (${from})`;
  });
  const says = `${showMemory(free)} free; ${words.join(', ')}`;
  const over = limits.filter(({ bytes }) => limitOf(bytes, free) > free);
  return over.length === 0
    ? ok(says)
    : warning(
        `${says}: the system may end a program before it reaches its limit`,
        `Free memory, or set ${over.map(({ key }) => key).join(' and ')} to less.`,
      );
};

/** Can the sockets of a run be opened, reachable only by this user? They are removed again. */
export const socketsCheck: Check = {
  name: 'sockets',
  needs: [],
  look: async ({ folder, run }) => {
    try {
      const places = openChannelFolder(run, folder);
      try {
        const server = await serveLines({ path: places.operatorSocket, answer: () => '' });
        await server.close();
      } finally {
        removeChannelFolder(places);
      }
      return ok(`a run can receive commands and signals in ${dirname(places.folder)}`);
    } catch (error) {
      if (error instanceof ChannelError) return problemOf(error.message);
      throw error;
    }
  },
};

/** Is the sandbox of the config available, and do agent and tests start in it? Without it no run starts (rule 2.6). */
export const sandboxCheck: Check = {
  name: 'sandbox',
  needs: ['repository', 'tests'],
  look: ofConfig(async (config) => {
    const { use } = config.agent.sandbox;
    if (use === 'none') return ok('none: the agent can do everything that you can');
    const agent = chooseAgent(config.agent);
    if ((await findAgentProblem(config, agent)) !== null) return skipped('not checked: the agent was not found');
    const found = await findSandboxProblem(config, agent);
    if (found !== null) return problemOf(found);
    return judgeKeyring(use) ?? ok(`${use}: agent and tests start in it`);
  }),
};

/** A wrapper of the user isolates what it isolates. @returns `null` if the keyrings are isolated */
export const judgeKeyring = (use: string, arch: string = process.arch): Look | null =>
  use !== 'bubblewrap' || canFilterKeyring(arch)
    ? null
    : warning(
        `${use}: agent and tests start in it, and they can use your kernel keyring (it cannot be isolated on ${arch})`,
        'Start dualgate with its own session keyring: keyctl session - dualgate run.',
      );

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

/** Can ledgers be anchored outside the workspace? A run continues, but anyone who can write a ledger can replace it. */
export const anchorsCheck: Check = {
  name: 'anchors',
  needs: [],
  look: async ({ folder }) => {
    const anchors = anchorFolder(process.env);
    if (!relative(folder, anchors).startsWith('..'))
      return warning(`${anchors} is in the workspace, where the agent can write`, FIX);
    const there = findThere(anchors);
    const isFine = await access(there.path, constants.W_OK | constants.X_OK).then(
      () => there.isFolder,
      () => false,
    );
    return isFine
      ? ok(`${anchors} is writable, so a replaced ledger can be detected`)
      : warning(`${anchors} is not writable`, FIX);
  },
};

const FIX = 'Set XDG_STATE_HOME to a folder of your own, outside the workspace.';

/** The existing part of the path. */
const findThere = (path: string): { readonly path: string; readonly isFolder: boolean } => {
  try {
    return { path, isFolder: statSync(path).isDirectory() };
  } catch {
    return dirname(path) === path ? { path, isFolder: false } : findThere(dirname(path));
  }
};
