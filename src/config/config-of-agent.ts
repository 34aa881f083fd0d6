/**
 * The config of a run with another agent: of a phase, or an agent session.
 *
 * @module
 */
import { DEFAULT_PERMISSIONS } from '../agent-programs/preset.ts';
import { USE_NAMES } from '../agent-programs/presets.ts';
import type { Config } from './shape-config.ts';

/** The same config, for an agent session: it has one agent in all phases. */
export const configOfSession = (config: Config): Config => ({
  ...config,
  phases: config.phases.map(({ agent: _agent, ...phase }) => phase),
  agent: { ...config.agent, use: null, command: null, script: null, model: null, args: [], idle_timeout_ms: null },
});

/** The same config, with the agent of this phase. */
export const configOfPhase = (config: Config, phase: string): Config => {
  const own = config.phases.find((each) => each.phase === phase)?.agent;
  if (own === undefined) return config;
  const { agent } = config;
  const use = USE_NAMES.find((name) => name === own.use) ?? null;
  const isOther = use !== null || own.command !== undefined;
  const base = isOther
    ? {
        ...agent,
        use,
        command: own.command ?? null,
        script: null,
        model: null,
        permissions: DEFAULT_PERMISSIONS,
        args: [],
      }
    : agent;
  const { model = base.model, permissions = base.permissions, args = base.args } = own;
  return { ...config, agent: { ...base, model, permissions, args } };
};
