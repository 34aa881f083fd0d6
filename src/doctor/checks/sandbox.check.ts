/**
 * Can the sandbox of the config be had, and do agent and tests start in it? Without it no run begins (RULES 2.6).
 *
 * @module
 */
import { chooseAgent } from '../../agents/choose-agent.ts';
import { findSandboxProblem } from '../../run/find-sandbox-problem.ts';
import { findAgentProblem } from '../../run/preflight.ts';
import { type Check, ofConfig } from '../check.ts';
import { ok, problemOf, skipped } from '../finding.ts';

export const sandboxCheck: Check = {
  name: 'sandbox',
  needs: ['repository', 'tests'],
  look: ofConfig(async (config) => {
    const { use } = config.agent.sandbox;
    if (use === 'none') return ok('none is asked for: the agent may do what you may');
    const agent = chooseAgent(config.agent);
    if ((await findAgentProblem(config, agent)) !== null) return skipped('not looked at: the agent is not there');
    const found = await findSandboxProblem(config, agent);
    return found === null ? ok(`${use}: agent and tests start in it`) : problemOf(found);
  }),
};
