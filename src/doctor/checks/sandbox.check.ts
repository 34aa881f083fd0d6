/**
 * Can the sandbox of the config be had, and do agent and tests start in it? Without it no run begins (RULES 2.6).
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
    if (use === 'none') return ok('none is asked for: the agent may do what you may');
    const agent = chooseAgent(config.agent);
    if ((await findAgentProblem(config, agent)) !== null) return skipped('not looked at: the agent is not there');
    const found = await findSandboxProblem(config, agent);
    if (found !== null) return problemOf(found);
    return judgeKeyring(use) ?? ok(`${use}: agent and tests start in it`);
  }),
};

/** A wrapper of the user's own keeps what it keeps. @returns `null` when the keyrings are kept out */
export const judgeKeyring = (use: string, arch: string = process.arch): Look | null =>
  use !== 'bubblewrap' || canFilterKeyring(arch)
    ? null
    : warning(
        `${use}: agent and tests start in it, and they share your keyring of the kernel (on ${arch} it cannot be kept out)`,
        'Start dualgate in a session keyring of its own: keyctl session - dualgate run.',
      );
