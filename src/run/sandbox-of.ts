/**
 * The sandbox of a run, for the agent and for the tests: the agent wrote them, so they are its programs too.
 *
 * @module
 */
import { dirname } from 'node:path';
import type { Agent } from '../agents/choose-agent.ts';
import { channelPlaces } from '../channels/channel-folder.ts';
import type { Config } from '../config/config.ts';
import { openSandbox } from '../sandbox/open-sandbox.ts';
import { findRepository } from './find-repository.ts';

export interface SandboxQuestion {
  readonly config: Config;
  readonly agent: Agent;
  /** Id of the run. */
  readonly run: string;
  /** Absolute: where the tests report; `null` where they do not. */
  readonly reports: string | null;
}

/**
 * The words that go before a command, made anew each time: what they name is looked at when it is used.
 *
 * @throws {SandboxError} when the sandbox cannot be had; nothing is started without it
 */
export const sandboxOf = async (
  who: 'agent' | 'tests',
  { config, agent, run, reports }: SandboxQuestion,
): Promise<readonly string[]> => {
  const { sandbox } = config.agent;
  if (sandbox.use === 'none') return [];
  const isAgent = who === 'agent';
  const channels = channelPlaces(run);
  const { git, root } = await findRepository(config.folder);
  return openSandbox(sandbox, {
    who,
    workspace: config.folder,
    env: isAgent ? { ...process.env, ...agent.env } : process.env,
    command: isAgent ? agent.commandOf(null) : config.tests.command,
    git,
    config: config.files,
    repository: root,
    state: isAgent ? (agent.preset?.state ?? []) : [],
    closed: channels.map(({ folder }) => dirname(folder)),
    // Tests have no word, and orders are an operator's (RULES 1.6).
    open: isAgent ? channels.map((places) => places.agent) : [],
    reports: isAgent ? null : reports,
  });
};
