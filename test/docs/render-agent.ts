/**
 * What the page of an agent shows of its preset: the command lines that dualgate starts, the environment that it adds, what
 * it makes of each captured end, and how the suite points the program at a model of its own.
 *
 * @module
 */
import { DEFAULT_PERMISSIONS, type Permissions, type Preset } from '../../src/agent-programs/preset.ts';
import type { PresetName } from '../../src/agent-programs/presets.ts';
import { commandOf, PRESETS } from '../../src/agent-programs/presets.ts';
import type { TurnOutcome } from '../../gates/iteration.ts';
import { EXPECTED } from '../agent-programs/expected.ts';
import { AGENT_PACKAGES } from '../agents/real/agent-packages.ts';
import { AGENT_SETUPS } from '../agents/real/agent-setups.ts';
import { CASE_NAMES, type CaseName } from '../agents/real/cases.ts';

const PERMISSIONS: readonly Permissions[] = ['ask', 'edit', 'all'];
const URL_OF_MODEL = 'http://127.0.0.1:8080';

/** As one types it into a shell. */
export const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

const fence = (language: string, lines: readonly string[]): string => [`\`\`\`${language}`, ...lines, '```'].join('\n');

/** A line of the shell for each permission, fresh and resumed, and one that names the model. */
export const renderCommandLines = (name: PresetName): string => {
  const line = (permissions: Permissions, resume: string | null, model: string | null = null) =>
    commandOf(PRESETS[name], { permissions, resume, model }).map(quote).join(' ');
  // One that tells no session is never given one.
  const canResume = EXPECTED[name].honest.extracted.session !== null;
  return fence('sh', [
    ...PERMISSIONS.flatMap((permissions) =>
      canResume
        ? [
            `# permissions: ${permissions}; then the same with the session of the turn before`,
            line(permissions, null),
            line(permissions, 'SESSION'),
          ]
        : [`# permissions: ${permissions}`, line(permissions, null)],
    ),
    `# permissions: ${DEFAULT_PERMISSIONS}, model: MODEL`,
    line(DEFAULT_PERMISSIONS, null, 'MODEL'),
  ]);
};

/** How the version is installed that was measured. */
export const renderInstall = (name: PresetName): string => {
  const { name: from, version } = AGENT_PACKAGES[name];
  return fence('sh', [`npm install --global ${from}@${version}`]);
};

/** What every turn has in its environment besides the user's own. */
export const renderEnvironment = ({ env }: Preset): string => {
  const names = Object.entries(env).map(([variable, value]) => `\`${variable}=${value}\``);
  return names.length === 0 ? 'Nothing besides what every agent gets.' : `${names.join(', ')}.`;
};

const WHAT: Readonly<Record<CaseName, string>> = {
  honest: 'it did the work and said so',
  echo: 'a status block came back from a file, it made none',
  api_401: 'its provider said 401',
  api_429: 'its provider said 429 until it gave up',
  api_500: 'its provider said 500 until it gave up',
  denied: 'the same work with `permissions: ask`',
  empty: 'its model said nothing',
};

const BECOMES: Partial<Readonly<Record<TurnOutcome, string>>> = {
  ok: 'measured, its word is read',
  empty: 'measured, no word',
  crashed: 'a void turn when nothing changed; tried again, and the third in a row opens the breaker',
  rate_limited: 'a void turn; waited for',
  permission_denied: 'the run asks for a person',
  unauthorised: 'the run asks for a person',
};

/** One row for each captured stream. */
export const renderOutcomes = (name: PresetName): string =>
  [
    '| what happened | exit code | outcome | what becomes of it | what it told |',
    '| --- | --- | --- | --- | --- |',
    ...CASE_NAMES.map((each) => {
      const { exit_code, extracted, classified } = EXPECTED[name][each];
      const { outcome, error } = classified;
      const wasDenied = outcome === 'ok' && extracted.denials.length > 0;
      const becomes = wasDenied
        ? 'measured; when nothing changed, the run asks for a person'
        : (BECOMES[outcome] ?? '');
      const told = error === null ? extracted.denials : error.message.split('\n').slice(0, 1);
      return `| ${[WHAT[each], `${exit_code}`, outcome, becomes, told.map(cell).join(', ')].join(' | ')} |`;
    }),
  ].join('\n');

/** As code, on one line. */
const cell = (text: string): string => `\`${text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|')}\``;

/** Its key, its files and its retries, as the suite sets them, for a model at one place of this machine. */
export const renderOwnModel = (name: PresetName): string => {
  const { model, env, files = () => ({}), connect = () => ({}), prepare } = AGENT_SETUPS[name];
  const variables: Readonly<Record<string, string>> = { ...env('$HOME'), ...connect(URL_OF_MODEL) };
  const exports = Object.entries(variables).map(([variable, value]) => `export ${variable}=${inQuotes(value)}`);
  const command = prepare?.(URL_OF_MODEL).map(quote).join(' ');
  return [
    fence('sh', [...exports, ...(command === undefined ? [] : [command])]),
    ...Object.entries(files(URL_OF_MODEL)).flatMap(([path, content]) => [
      '',
      `\`~/${path}\`:`,
      '',
      typeof content === 'string'
        ? fence(path.slice(path.lastIndexOf('.') + 1), content.trimEnd().split('\n'))
        : fence('json', JSON.stringify(content, null, 2).split('\n')),
    ]),
    '',
    `The suite sets \`agent.model: ${model}\`.`,
  ].join('\n');
};

const inQuotes = (value: string): string => (value.includes('$') ? `"${value}"` : quote(value));

/** How all of them are put into one folder, for `npm run test:agents`. */
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
