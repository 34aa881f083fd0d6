/**
 * The sandbox of a run, for the agent and for the tests: the agent wrote them, so they are its programs too.
 *
 * @module
 */
import { dirname, join } from 'node:path';
import type { Agent } from '../agents/choose-agent.ts';
import { channelPlaces } from '../channels/channel-folder.ts';
import type { Config } from '../config/shape-config.ts';
import type { SuiteConfig } from '../config/shape-config.ts';
import { findHeldOutFiles, type HeldOutFiles, listSecret } from '../evidence/held-out-files.ts';
import type { ScratchCopy } from '../probe/scratch-copy.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';
import { findRepository } from './find-repository.ts';

interface SandboxQuestion {
  readonly config: Config;
  readonly agent: Agent;
  /** Id of the run. */
  readonly run: string;
  /** Of `tests`: the one that is started. @default the first of the config */
  readonly suite?: Pick<SuiteConfig, 'folder' | 'command'>;
  /** Absolute: where the tests report; `null` where they do not. */
  readonly reports: string | null;
  /** Of `tests`: another command than that of the suite. */
  readonly command?: readonly string[];
  /** Where the tests run in a copy of the workspace: that copy. */
  readonly copy?: Pick<ScratchCopy, 'workspace' | 'pathIn'>;
}

/** `held_out`: the tests that the agent is not shown. */
export type Insider = 'agent' | 'tests' | 'held_out';

/**
 * The words that go before a command, made anew each time: what they name is looked at when it is used.
 *
 * @throws {SandboxError} when the sandbox cannot be had; nothing is started without it
 */
export const sandboxOf = async (
  who: Insider,
  { config, agent, run, suite = config.tests.suites[0], reports, command, copy }: SandboxQuestion,
): Promise<readonly string[]> => {
  const { sandbox } = config.agent;
  if (sandbox.use === 'none') return [];
  const isAgent = who === 'agent';
  const channels = channelPlaces(run);
  const { git, root } = await findRepository(config.folder);
  const heldOut = await findHeldOut(config);
  const isHeldOut = who === 'held_out';
  return openSandbox(sandbox, {
    who: isAgent ? 'agent' : 'tests',
    workspace: copy?.workspace ?? config.folder,
    ...(who === 'tests' &&
      command === undefined && { folder: join(copy?.workspace ?? config.folder, suite?.folder ?? '') }),
    env: isAgent ? { ...process.env, ...agent.env } : process.env,
    command: command ?? (isAgent ? agent.commandOf(null) : commandOf(config, who, suite)),
    git,
    config: copy === undefined ? config.files : config.files.map(copy.pathIn),
    repository: root,
    state: isAgent ? (agent.preset?.state ?? []) : [],
    // The packages that the copy links to lie in the workspace.
    readable: [...(isHeldOut ? heldOut.outside : []), ...(copy === undefined ? [] : [config.folder])],
    // The agent's own tests could copy what they see to where it looks.
    closed: [
      ...channels.map(({ folder }) => dirname(folder)),
      ...(isHeldOut
        ? []
        : listSecret(
            heldOut,
            config.tests.suites.flatMap(({ command }) => command),
          )),
      ...(copy === undefined ? [] : [join(config.folder, '.dualgate')]),
    ],
    // Tests have no word, and orders are an operator's (RULES 1.6).
    open: isAgent ? channels.map((places) => places.agent) : [],
    reports: isAgent ? null : reports,
  });
};

const commandOf = ({ tests }: Config, who: Insider, suite: SandboxQuestion['suite']): readonly string[] =>
  who === 'held_out' ? (tests.held_out?.command ?? []) : (suite?.command ?? []);

const findHeldOut = ({ tests, folder }: Config): Promise<HeldOutFiles> =>
  findHeldOutFiles(folder, tests.held_out?.command ?? []);
