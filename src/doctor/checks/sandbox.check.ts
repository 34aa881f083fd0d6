/**
 * Is the sandbox of the config available, and do agent and tests start in it? Without it no run starts (rule 2.6).
 *
 * @module
 */
import { chooseAgent } from '../../agents/choose-agent.ts';
import { findSandboxProblem } from '../../run/find-sandbox-problem.ts';
import { findAgentProblem } from '../../run/preflight.ts';
import { canFilterKeyring } from '../../sandbox/keyring-filter.ts';
import { type Check, ofConfig } from '../check.ts';
import { type Look, ok, problemOf, skipped, warning } from '../finding.ts';

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
