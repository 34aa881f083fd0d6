/** Whether the config loads, and known problems with its settings. */
import { relative, basename } from 'node:path';
import { ConfigError, renderProblem } from '../../project/config/find-config.ts';
import { type Check, ofConfig, ok, problem, problemOf, type Look, warning, warningOf } from '../check.ts';
import { PRESETS, presetOf } from '../../agents/programs/presets.ts';
import { type Config, type AgentConfig, isSession } from '../../project/config/config.ts';
import { limitsSchema } from '../../project/config/schema/short-schemas.ts';
import { compileGates } from '../../../gates/compile-gates.ts';
import { asksForDocuments, foreseeHold } from '../../evidence/measures/documents.measure.ts';
import { readListsAtStart } from '../../evidence/measures/plans.measure.ts';
import { readSpecFiles } from '../../evidence/measures/read-spec-criteria.ts';
import { readTasks } from '../../queue/list/open-list.ts';
import { NUMBER_THEM } from '../write-known-failing.ts';

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

/** If a phase needs diagrams: can this machine check them (rule 2.6)? */
export const diagramsCheck: Check = {
  name: 'diagrams',
  needs: [],
  look: ofConfig(async (config) => {
    const gates = compileGates(config);
    const held = await foreseeHold(gates);
    if (held !== null) return warningOf(held);
    return ok(gates.some(asksForDocuments) ? 'mermaid is installed' : 'not needed: no phase requires diagrams');
  }),
};

const describeTasks = async (config: Config): Promise<Look> => {
  try {
    const { tasks, doneBefore } = await readTasks(config);
    const done = doneBefore.length === 0 ? '' : `, ${doneBefore.length} more done`;
    return ok(`${tasks.length === 1 ? '1 task' : `${tasks.length} tasks`}${done}`);
  } catch (error) {
    if (error instanceof ConfigError) return problemOf(error.message);
    throw error;
  }
};

/** `, 3 plans in ROADMAP.md`, of each list. */
const describeLists = async (config: Config): Promise<string> => {
  const lists = Object.entries(await readListsAtStart(config));
  return lists
    .map(([kind, { path, items }]) => `, ${items.length} ${items.length === 1 ? kind.slice(0, -1) : kind} in ${path}`)
    .join('');
};

type SpecFiles = Awaited<ReturnType<typeof readSpecFiles>>;

/** `specs/a.md, 3 criteria, 2 with an id`, with the format if it has a name. */
const describeFiles = (files: SpecFiles): string => {
  const criteria = files.flatMap((file) => file.criteria);
  const count = criteria.length;
  const ids = criteria.filter(({ id }) => id !== null).length;
  const named = ids === 0 ? '' : ids === count ? ', each with an id' : `, ${ids} with an id`;
  const paths = files.map(({ path, format }) =>
    format === null || format.name === 'checkboxes' ? path : `${path} (${format.title})`,
  );
  return `${paths.join(', ')}, ${count === 1 ? '1 criterion' : `${count} criteria`}${named}`;
};

/** Spec Kit marks what nobody has decided yet. */
const findUnclear = ({ path, criteria }: SpecFiles[number]): readonly string[] =>
  criteria
    .filter(({ text }) => text.includes('[NEEDS CLARIFICATION'))
    .map(({ id, text, line }) => `${path}:${line} ${id === null ? text : `${id}: ${text}`}`);

const ADVICE = `With an id, a criterion asks for a test of its own. To write ids into the spec: ${NUMBER_THEM}.`;

/** What are the criteria of the spec, and does one of them need clarification? */
export const specCheck: Check = {
  name: 'spec',
  needs: [],
  look: ofConfig(async (config) => {
    if (config.list !== null) return describeTasks(config);
    const files = await readSpecFiles(config);
    const says = `${describeFiles(files)}${await describeLists(config)}`;
    const unclear = files.flatMap(findUnclear);
    const hasOpen = files.some(({ criteria }) => criteria.some(({ id }) => id === null));
    if (unclear.length === 0) return hasOpen ? { ...ok(says), fix: ADVICE } : ok(says);
    const count = unclear.length === 1 ? '1 criterion needs' : `${unclear.length} criteria need`;
    return warning(`${says}; ${count} clarification`, 'Clarify them: the agent would guess.', unclear);
  }),
};
