/** The agent of a config: a preset with arguments, a command as written, a script of turns, or an agent session of a person. */
import { DEFAULT_PERMISSIONS, type Conversation, type Preset, type Topic } from '../../agents/programs/preset.ts';
import { USE_NAMES, commandOf, presetOf } from '../../agents/programs/presets.ts';
import { type Config, type AgentConfig, isSession } from './config.ts';
import { ownCommand } from '../../base/processes/watchdog.ts';

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

export interface Agent {
  /** The program that must exist. */
  readonly program: string;
  /** `null` for a program whose stdout is its message. */
  readonly preset: Preset | null;
  /** Program and arguments of one turn. @param resume - id of the agent session to resume, null for a fresh one */
  readonly commandOf: (resume: string | null) => readonly string[];
  /** Whether a command that it runs can reach a socket of this machine, as far as is known. */
  readonly reachesSockets: boolean;
  /** A turn of an agent that is answered while it works; `null` for one that only gets its prompt. */
  readonly converse: ((topic: Omit<Topic, 'permissions' | 'model'>) => Conversation) | null;
  /** Added to the environment of every turn. */
  readonly env: Readonly<Record<string, string>>;
}

/** The agent of a config that was checked. */
export const chooseAgent = (agent: AgentConfig): Agent => {
  if (agent.use !== null) return choosePreset(presetOf(agent.use, agent.command), agent);
  // A session is not started: its hooks come to the run.
  if (isSession(agent)) return NO_PROGRAM;
  const command = agent.command ?? ownCommand('scripted-agent', agent.script ?? '');
  const [program = ''] = command;
  return { program, preset: null, commandOf: () => command, converse: null, reachesSockets: true, env: agent.env };
};

/** No program is started for a turn. */
export const NO_PROGRAM: Agent = {
  program: process.execPath,
  preset: null,
  commandOf: () => [],
  converse: null,
  reachesSockets: false,
  env: {},
};

const choosePreset = (preset: Preset, { model, permissions, args, env }: AgentConfig): Agent => ({
  preset,
  program: preset.program,
  commandOf: (resume) => commandOf(preset, { resume, permissions, model }, args),
  converse: converseBy(preset, { permissions, model }),
  reachesSockets: preset.reachesSockets?.(permissions, args) ?? true,
  env: { ...preset.env, ...env },
});

const converseBy = ({ converse }: Preset, set: Pick<Topic, 'permissions' | 'model'>): Agent['converse'] =>
  converse === undefined ? null : (topic) => converse({ ...topic, ...set });
