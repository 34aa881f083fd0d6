/** Whether the config loads, and known problems with its settings. */
import { relative, basename } from 'node:path';
import { ConfigError, renderProblem } from '../../project/config/find-config.ts';
import { type Check, ofConfig } from '../check.ts';
import { ok, problem, problemOf, type Look, warning } from '../finding.ts';
import { PRESETS, presetOf } from '../../agents/programs/presets.ts';
import { type Config, type AgentConfig, isSession } from '../../project/config/config.ts';
import { limitsSchema } from '../../project/config/schema/short-schemas.ts';

/** Does the config load? Reports every problem with its place. */
export const configCheck: Check = {
  name: 'config',
  needs: [],
  look: async ({ folder, config, refusal }) => {
    if (config !== null) {
      const phases = config.phases.map(({ phase }) => phase).join(', ');
      return ok(`${relative(folder, config.path ?? folder)}, phases ${phases}`);
    }
    if (!(refusal instanceof ConfigError)) return problemOf(refusal?.message ?? 'The config does not load');
    const [first, ...others] = refusal.problems.map(renderProblem);
    return others.length === 0 || first === undefined
      ? problem(first ?? refusal.message, FIX_CONFIG)
      : problem(`${others.length + 1} problems`, FIX_CONFIG, [first, ...others]);
  },
};

const FIX_CONFIG = 'Fix the config; docs/reference/config.md lists every key.';

/** Known problems with the settings of an agent, visible in the config alone. */
export const settingsCheck: Check = {
  name: 'settings',
  needs: [],
  look: ofConfig(async ({ agent, limits }) => judgeSettings(agent, limits)),
};

/** The first problem to fix. */
export const judgeSettings = (agent: AgentConfig, limits: Spendable = UNSET): Look =>
  judgePermissions(agent) ??
  judgeCommand(agent) ??
  judgeSpending(agent, limits) ??
  judgeTimes(agent) ??
  ok(isSession(agent) ? 'a turn of a session has no time limit' : describeSettings(agent));

type Spendable = Pick<Config['limits'], 'cost' | 'tokens'>;

const UNSET: Spendable = limitsSchema.parse({});

/** A limit of money that never applies would be a false promise. */
const judgeSpending = ({ use, command }: AgentConfig, limits: Spendable): Look | null => {
  const unreported = use === null ? (['cost', 'tokens'] as const) : (presetOf(use, command).unreported ?? []);
  const set = unreported.filter((key) => limits[key] !== UNSET[key]).map((key) => `limits.${key}`);
  if (set.length === 0) return null;
  return warning(
    `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} never reached: ${use ?? 'agent.command'} does not report the usage of a turn`,
    'Use limits.iterations, limits.minutes and limits.calls_per_hour, or an agent that reports its usage.',
  );
};

const ALLOW = 'Set agent.permissions: edit, which lets it write files of the workspace and run commands.';

const judgePermissions = ({ use, command, permissions }: AgentConfig): Look | null => {
  if (use === null || permissions !== 'ask') return null;
  if (presetOf(use, command).onlyReadsUnasked === true)
    return problem(`with permissions: ask, ${use} can only read`, ALLOW);
  return warning(
    'permissions: ask denies everything that its own configuration does not allow',
    `${ALLOW} Or test its own configuration: dualgate doctor --try-agent.`,
  );
};

/** Its stdout would be events, or its permissions would be missing. */
const judgeCommand = ({ use, command }: AgentConfig): Look | null => {
  if (use !== null) return null;
  const program = basename(command?.[0] ?? '');
  const known = Object.values(PRESETS).find((preset) => preset.program === program);
  if (known === undefined) return null;
  return warning(
    `dualgate knows ${known.title}, but agent.command starts it as an unknown program: its events and errors are not read, and its permissions are not set`,
    `Set agent.use: ${known.name} instead of the command, unless this is intended.`,
  );
};

const judgeTimes = ({ idle_timeout_ms, timeout_ms }: AgentConfig): Look | null => {
  if (idle_timeout_ms === null || idle_timeout_ms < timeout_ms) return null;
  return warning(
    'agent.idle_timeout is not shorter than agent.timeout, so a silent agent never ends early',
    'Reduce agent.idle_timeout, or raise agent.timeout.',
  );
};

const describeSettings = ({ use, permissions, model, session, timeout_ms }: AgentConfig): string =>
  [
    ...(use === null ? [] : [`permissions ${permissions}`, `model ${model ?? 'default'}`, `session ${session}`]),
    `time limit of a turn: ${timeout_ms % 60_000 === 0 ? `${timeout_ms / 60_000} min` : `${timeout_ms / 1_000} s`}`,
  ].join(', ');
