/**
 * The generated parts of the page of an agent: its installation, command lines, environment, outcomes and the setup for your
 * own model.
 */
import { DEFAULT_PERMISSIONS, type Permissions, type Preset } from '../../src/agents/programs/preset.ts';
import type { PresetName } from '../../src/agents/programs/presets.ts';
import { commandOf, PRESETS } from '../../src/agents/programs/presets.ts';
import type { TurnOutcome } from '../../gates/iteration.ts';
import { EXPECTED, expectedOf } from '../agents/programs/expected.ts';
import { newestOf } from '../recorded/recordings.ts';
import { AGENT_PACKAGES } from '../agents/real/agent-packages.ts';
import { AGENT_SETUPS } from '../agents/real/agent-setups.ts';
import { AGENT_NOTES } from './agent-notes.ts';
import { CASE_NAMES, type CaseName } from '../agents/real/cases.ts';

const PERMISSIONS: readonly Permissions[] = ['ask', 'edit', 'all'];
const URL_OF_MODEL = 'http://127.0.0.1:8080';

/** Quotes a word for a shell. */
export const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

const fence = (language: string, lines: readonly string[]): string => [`\`\`\`${language}`, ...lines, '```'].join('\n');

/** The page of an agent, below its first sentence. */
export const renderAgentPage = (preset: Preset<PresetName>): string => {
  const { name } = preset;
  const { login, allowed, outcomes, others = [] } = AGENT_NOTES[name];
  const rows = PERMISSIONS.map((each) => `| \`${each}\` | ${allowed[each]} |`);
  return [
    renderAgentConfig(preset),
    '## Install and log in',
    renderInstall(name),
    login,
    '## Permissions',
    ['| `permissions` | allowed without asking |', '| --- | --- |', ...rows].join('\n'),
    '## Command lines',
    renderCommandLines(name),
    `Environment: ${renderEnvironment(preset)}`,
    '## Outcomes',
    renderOutcomes(name),
    ...(outcomes === undefined ? [] : [outcomes]),
    '## Your own model',
    renderOwnModel(name),
    ...(others.length === 0 ? [] : ['## Good to know', others.map((each) => `- ${each}`).join('\n')]),
  ].join('\n\n');
};

/** One command line for each permission, fresh and resumed, and one with a model. */
const renderCommandLines = (name: PresetName): string => {
  const line = (permissions: Permissions, resume: string | null, model: string | null = null) =>
    commandOf(PRESETS[name], { permissions, resume, model }).map(quote).join(' ');
  // dualgate cannot resume an agent that reports no session.
  const canResume = EXPECTED[name].honest.extracted.session !== null;
  return fence('sh', [
    ...PERMISSIONS.flatMap((permissions) =>
      canResume
        ? [`# permissions: ${permissions}; fresh and resumed`, line(permissions, null), line(permissions, 'SESSION')]
        : [`# permissions: ${permissions}`, line(permissions, null)],
    ),
    `# permissions: ${DEFAULT_PERMISSIONS}, model: MODEL`,
    line(DEFAULT_PERMISSIONS, null, 'MODEL'),
  ]);
};

/** The keys of a config; its model is spelled as the option of the program takes it. */
const renderAgentConfig = ({ name }: Preset<PresetName>): string => {
  const model = AGENT_SETUPS[name].model?.includes('/') === true ? 'PROVIDER/MODEL' : 'MODEL';
  const words = commandOf(PRESETS[name], { resume: null, permissions: DEFAULT_PERMISSIONS, model });
  const option = words[words.indexOf(model) - 1] ?? '';
  return fence('yaml', [
    'agent:',
    `  use: ${name}`,
    `  model: ${model}          # as \`${option}\` takes it; default: its own setting`,
    `  permissions: ${DEFAULT_PERMISSIONS}     # ${PERMISSIONS.join(' | ')}`,
  ]);
};

/** The command that installs the measured version. */
const renderInstall = (name: PresetName): string => {
  const { name: from, version } = AGENT_PACKAGES[name];
  return fence('sh', [`npm install --global ${from}@${version}`]);
};

/** Variables that dualgate adds for this agent. */
const renderEnvironment = ({ env }: Preset): string => {
  const names = Object.entries(env).map(([variable, value]) => `\`${variable}=${value}\``);
  return names.length === 0 ? 'only the variables that every agent gets.' : `${names.join(', ')}.`;
};

const WHAT: Readonly<Record<CaseName, string>> = {
  honest: 'completed the work and printed its status block',
  echo: 'printed no status block; a file contained one',
  api_401: 'its provider answered 401',
  api_429: 'its provider answered 429 until the agent gave up',
  api_500: 'its provider answered 500 until the agent gave up',
  denied: 'the same work with `permissions: ask`',
  empty: 'its model answered nothing',
};

const BECOMES: Partial<Readonly<Record<TurnOutcome, string>>> = {
  ok: 'measures; reads the exit signal',
  empty: 'measures; no exit signal',
  crashed: 'discards the turn if nothing changed, and retries; the third in a row opens the breaker',
  rate_limited: 'discards the turn, and waits',
  permission_denied: 'the run needs human input',
  unauthorised: 'the run needs human input',
};

/** One row for each captured output. */
const renderOutcomes = (name: PresetName): string =>
  [
    '| the agent | exit code | outcome | dualgate | reported |',
    '| --- | --- | --- | --- | --- |',
    ...CASE_NAMES.map((each) => {
      const { exit_code, extracted, classified } = expectedOf(name, newestOf(name), each);
      const { outcome, error } = classified;
      const wasDenied = outcome === 'ok' && extracted.denials.length > 0;
      const becomes = wasDenied ? 'measures; if nothing changed, the run needs human input' : (BECOMES[outcome] ?? '');
      const reported = error === null ? extracted.denials : error.message.split('\n').slice(0, 1);
      return `| ${[WHAT[each], `${exit_code}`, outcome, becomes, reported.map(cell).join(', ')].join(' | ')} |`;
    }),
  ].join('\n');

/** Code on one line. */
const cell = (text: string): string => `\`${text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')}\``;

/** Keys, files and retries for a model on this machine, as the suite sets them. */
const renderOwnModel = (name: PresetName): string => {
  const { model, env, files = () => ({}), connect = () => ({}), prepare } = AGENT_SETUPS[name];
  const variables: Readonly<Record<string, string>> = { ...env('$HOME'), ...connect(URL_OF_MODEL) };
  const exports = Object.entries(variables).map(([variable, value]) => `export ${variable}=${inQuotes(value)}`);
  const command = prepare?.(URL_OF_MODEL).map(quote).join(' ');
  const lines = [...exports, ...(command === undefined ? [] : [command])];
  return [
    ...(lines.length === 0 ? [] : [fence('sh', lines)]),
    ...Object.entries(files(URL_OF_MODEL)).flatMap(([path, content]) => [
      `\`~/${path}\`:`,
      typeof content === 'string'
        ? fence(path.slice(path.lastIndexOf('.') + 1), content.trimEnd().split('\n'))
        : fence('json', JSON.stringify(content, null, 2).split('\n')),
    ]),
    ...(model === null ? [] : [`The suite sets \`agent.model: ${model}\`.`]),
  ].join('\n\n');
};

const inQuotes = (value: string): string => (value.includes('$') ? `"${value}"` : quote(value));

/** Installs all agents in one folder, for `npm run test:agents`. */
export const renderInstallAll = (): string => {
  const packages = Object.values(AGENT_PACKAGES);
  return fence('sh', [
    'export DUALGATE_AGENTS="$HOME/agents"',
    'npm install --ignore-scripts --prefix "$DUALGATE_AGENTS" \\',
    ...packages.map(({ name, version }, i) => `  ${name}@${version}${i < packages.length - 1 ? ' \\' : ''}`),
    ...packages.flatMap(({ script }) =>
      script === undefined
        ? []
        : [`(cd "$DUALGATE_AGENTS/node_modules/${folderOf(script)}" && node ${fileOf(script)})`],
    ),
    'npm run test:agents',
  ]);
};

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));
const fileOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
