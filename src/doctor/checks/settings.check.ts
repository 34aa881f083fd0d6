/**
 * What is known to go wrong with the settings of an agent, seen from the config alone.
 *
 * @module
 */
import { basename } from 'node:path';
import { PRESETS } from '../../agent-programs/presets.ts';
import type { Config } from '../../config/shape-config.ts';
import { limitsSchema } from '../../config/schema/limits-schema.ts';
import type { AgentConfig } from '../../config/shape-config.ts';
import { type Check, ofConfig } from '../check.ts';
import { type Look, ok, problem, warning } from '../finding.ts';

export const settingsCheck: Check = {
  name: 'settings',
  needs: [],
  look: ofConfig(async ({ agent, limits }) => judgeSettings(agent, limits)),
};

/** The first thing that a person should mend. */
export const judgeSettings = (agent: AgentConfig, limits: Spendable = UNSET): Look =>
  judgePermissions(agent) ??
  judgeCommand(agent) ??
  judgeSpending(agent, limits) ??
  judgeTimes(agent) ??
  ok(describeSettings(agent));

type Spendable = Pick<Config['limits'], 'cost' | 'tokens'>;

const UNSET: Spendable = limitsSchema.parse({});

/** Who sets a limit of money counts on it. */
const judgeSpending = ({ use }: AgentConfig, limits: Spendable): Look | null => {
  // Of any other command nothing is told.
  const untold = use === null ? (['cost', 'tokens'] as const) : (PRESETS[use].untold ?? []);
  const set = untold.filter((key) => limits[key] !== UNSET[key]).map((key) => `limits.${key}`);
  if (set.length === 0) return null;
  return warning(
    `${set.join(' and ')} ${set.length === 1 ? 'is' : 'are'} never reached: ${use ?? 'agent.command'} does not tell what a turn used`,
    'Bound it by limits.iterations, limits.minutes and limits.calls_per_hour, or start a program that tells.',
  );
};

const ALLOW = 'Set agent.permissions: edit, which lets it write files of the workspace and run commands.';

const judgePermissions = ({ use, permissions }: AgentConfig): Look | null => {
  if (use === null || permissions !== 'ask') return null;
  if (PRESETS[use].onlyReadsUnasked === true)
    return problem(`permissions: ask leaves ${use} nothing but tools that read`, ALLOW);
  return warning(
    'permissions: ask denies what its own configuration does not allow, since nobody is there to be asked',
    `${ALLOW} Or see with --probe whether its own configuration is enough.`,
  );
};

/** Its stdout would be events, or its permissions would be missing. */
const judgeCommand = ({ command }: AgentConfig): Look | null => {
  const program = basename(command?.[0] ?? '');
  const known = Object.values(PRESETS).find((preset) => preset.program === program);
  if (known === undefined) return null;
  return warning(
    `dualgate knows ${known.title}, and agent.command starts it as any program: its events, errors and permissions are not read`,
    `Write agent.use: ${known.name} in place of the command, unless it is meant so.`,
  );
};

const judgeTimes = ({ idle_timeout_ms, timeout_ms }: AgentConfig): Look | null => {
  if (idle_timeout_ms === null || idle_timeout_ms < timeout_ms) return null;
  return warning(
    'agent.idle_timeout is not shorter than agent.timeout, so a silent agent is never ended early',
    'Make agent.idle_timeout shorter, or agent.timeout longer.',
  );
};

const describeSettings = ({ use, permissions, model, session, timeout_ms }: AgentConfig): string =>
  [
    ...(use === null ? [] : [`permissions ${permissions}`, `model ${model ?? 'of its own'}`, `session ${session}`]),
    `${timeout_ms % 60_000 === 0 ? `${timeout_ms / 60_000} min` : `${timeout_ms / 1_000} s`} a turn`,
  ].join(', ');
