/** `dualgate init`: writes a commented config for this project and the installed agent. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readPlain } from '../../base/files/open-plain.ts';
import { DEFAULT_PHASES } from '../../../gates/default-phases.ts';
import { type Phase, describeCondition } from '../../../gates/phase.ts';
import { ConfigError, CONFIG_NAMES } from '../../project/config/find-config.ts';
import { detectProject, findPackages, type WorkspacePackage } from '../../doctor/init/find-packages.ts';
import { hasTests } from '../../doctor/init/detect-tests.ts';
import { candidateOf } from '../../doctor/init/find-specs.ts';
import type { ProjectFacts, SpecCandidate } from '../../doctor/init/script-checks.ts';
import { findAgents, type FoundAgent } from '../../agents/programs/presets.ts';
import { renderConfig } from '../../doctor/init/render-config.ts';
import { parseConfig } from '../../read-config/parse-config.ts';
import { type Command, suggest, text, UsageError } from '../command.ts';
import { describeWritten, type ImportedSpec, importIssue, writeSpec } from '../github/import-issue.ts';
import { EXIT } from '../terminal/io.ts';
import { readPresetName } from '../preset-name.ts';
import { joinPlain } from '../render/paint.ts';

const FILL_IN = /^\s*# FILL IN: (.*)$/;

interface Initiation {
  readonly config: string;
  /** Those that were found; the first one is used. */
  readonly agents: readonly FoundAgent[];
  readonly phases: readonly Phase[];
  /** The one that the config names, if any was found. */
  readonly spec: SpecCandidate | undefined;
}

/** @param name - of the written file */
export const renderInitiation = (name: string, { config, agents, phases, spec }: Initiation): string => {
  const open = config.split('\n').flatMap((line, i) => {
    const what = FILL_IN.exec(line)?.[1];
    return what === undefined ? [] : [`  ${name}:${i + 1}  ${what}`];
  });
  return joinPlain([
    `Wrote ${name}.`,
    ...renderAgents(agents),
    ...(open.length === 0 ? [] : ['Fill in what dualgate could not detect:', ...open]),
    "The phases of a run. Each is exited when its condition (gate 1) and the agent's exit signal (gate 2) are true in the same iteration:",
    ...renderPhases(phases),
    'Next:',
    ...renderCommands([
      ...nameIds(spec),
      ['dualgate doctor --try-agent', 'find what prevents a run'],
      ['dualgate run --dry-run', 'see the commands, every clause and the first prompt'],
      ['dualgate run', 'start'],
    ]),
  ]);
};

/** A spec is the user's file: only they have ids written into it. */
const nameIds = (spec: SpecCandidate | undefined): readonly CommandRow[] =>
  spec?.unnamed === undefined
    ? []
    : [
        [
          'dualgate doctor --number-criteria',
          `give ids to ${spec.unnamed} of ${spec.criteria} criteria in ${spec.path}`,
        ],
      ];

type CommandRow = readonly [command: string, what: string];

const renderCommands = (rows: readonly CommandRow[]): readonly string[] => {
  const width = Math.max(...rows.map(([command]) => command.length));
  return rows.map(([command, what]) => `  ${command.padEnd(width)}  ${what}`);
};

const renderAgents = ([first, ...others]: readonly FoundAgent[]): readonly string[] => {
  if (first === undefined) return ['Found no known agent on the PATH.'];
  const also = others.length === 0 ? '' : ` Also here: ${others.map(({ title }) => title).join(', ')}.`;
  return [`Found ${first.title} (${first.path}).${also}`];
};

const renderPhases = (phases: readonly Phase[]): readonly string[] => {
  const width = Math.max(...phases.map(({ phase }) => phase.length));
  const indent = ' '.repeat(width + 4);
  return phases.flatMap(({ phase, purpose, gate_1 }) => [
    `  ${phase.padEnd(width)}  ${shorten(oneLine(purpose), LONGEST_LINE - width - 4)}`,
    ...wrapCondition(oneLine(describeCondition(gate_1)), LONGEST_LINE - indent.length).map((line) => indent + line),
  ]);
};

const LONGEST_LINE = 100;
const MOST_LINES = 2;

const oneLine = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim();

const shorten = (text: string, most: number): string => (text.length <= most ? text : `${text.slice(0, most - 2)} …`);

/** At most two lines, cut between clauses; the dry run shows the rest. */
const wrapCondition = (condition: string, most: number): readonly string[] => {
  const lines: string[] = [];
  for (const clause of condition.split(/ (?=(?:AND|OR) )/)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + clause.length <= most) lines[lines.length - 1] = `${last} ${clause}`;
    else lines.push(clause);
  }
  const shown = lines.slice(0, MOST_LINES).map((line) => shorten(line, most));
  return lines.length <= MOST_LINES ? shown : shown.map((line, i) => (i < MOST_LINES - 1 ? line : `${line} …`));
};

/** A package of a monorepo, with its test command. */
interface PackageRow {
  readonly name: string;
  readonly folder: string;
  /** `null` if none was found. */
  readonly command: readonly string[] | null;
}

/** The packages to choose from, where the root has no tests of its own. */
export const renderPackages = (packages: readonly PackageRow[]): string => {
  const widthOf = (key: 'name' | 'folder'): number => Math.max(...packages.map((row) => row[key].length));
  const [name, folder] = [widthOf('name'), widthOf('folder')];
  return joinPlain([
    'Cannot write a config: the root of this repository has no test command of its own.',
    'Choose one of its packages:',
    ...packages.map(
      (row) =>
        `  dualgate init --package ${row.name.padEnd(name)}  # ${row.folder.padEnd(folder)}  ${row.command?.join(' ') ?? 'no known test runner'}`,
    ),
    'To run several of them together, list them under tests (docs/how-to/several-suites.md).',
  ]);
};

export const initCommand: Command = {
  run: async (values, _operands, io) => {
    const preset = readPresetName(text(values, 'preset'));
    const isQuick = values['quick'] === true;
    if (isQuick && preset !== undefined)
      throw new UsageError("Option '--quick' cannot be used with --preset: the preset has the phases");
    const path = io.env['PATH'] ?? '';
    const packages = await findPackages(io.cwd);
    const part = choosePackage(packages, text(values, 'package'));
    const found = await detectProject(io.cwd, { path, part, isRoot: packages.length > 0 });
    const isOpen = found.command === null && part === undefined && packages.length > 0;
    const parts = isOpen ? await detectPackages(io.cwd, packages, path) : [];
    const suites = await withTests(io.cwd, parts);
    if (isOpen && suites.length === 0) {
      io.complain(renderPackages(parts));
      return EXIT.no;
    }
    const facts = suites.length === 0 ? found : { ...found, suites };
    const there = CONFIG_NAMES.find((name) => existsSync(join(io.cwd, name)));
    const prints = values['print'] === true;
    if (!prints && there !== undefined && values['force'] !== true) {
      io.complain(
        `Cannot write a config: ${there} already exists. Use --force to replace it, or --print to see the new one.`,
      );
      return EXIT.no;
    }
    const named = text(values, 'issue');
    const spec = named === undefined ? null : await importIssue(named, io);
    if (spec !== null && !prints)
      io.print(`${describeWritten(spec, writeSpec(spec, io.cwd))} Read it before you start a run.`);
    const agents = await findAgents({ cwd: io.cwd, path });
    const used = withSpec(facts, spec);
    const config = renderConfig(used, agents, { preset, isQuick });
    if (prints) {
      io.print(config.trimEnd());
      return EXIT.ok;
    }
    const [name] = CONFIG_NAMES;
    const written = join(io.cwd, there ?? name);
    writeFileSync(written, config);
    io.print(
      renderInitiation(there ?? name, { config, agents, phases: readPhasesOf(config, written), spec: used.specs[0] }),
    );
    return EXIT.ok;
  },
};

/** The imported spec is the best one. */
const withSpec = (facts: ProjectFacts, spec: ImportedSpec | null): ProjectFacts =>
  spec === null
    ? facts
    : {
        ...facts,
        specs: [candidateOf(spec.path, spec.text), ...facts.specs.filter(({ path }) => path !== spec.path)],
      };

/** @throws {UsageError} for a name that is no package, or that two packages have */
const choosePackage = (
  packages: readonly WorkspacePackage[],
  given: string | undefined,
): WorkspacePackage | undefined => {
  if (given === undefined) return undefined;
  const place = given.replace(/^\.\//, '').replace(/\/$/, '');
  const found = packages.filter(({ name, folder }) => name === given || folder === place);
  const [first, ...others] = found;
  if (first !== undefined && others.length === 0) return first;
  if (packages.length === 0)
    throw new UsageError(`Cannot choose the package '${given}': this folder is not the root of a monorepo`);
  if (first !== undefined)
    throw new UsageError(
      `Two packages are named '${given}'. Use a folder: ${found.map(({ folder }) => folder).join(', ')}`,
    );
  const names = packages.map(({ name }) => name);
  throw new UsageError(`Unknown package '${given}'. The packages are ${names.join(', ')}${suggest(given, names)}`);
};

const detectPackages = (
  root: string,
  packages: readonly WorkspacePackage[],
  path: string,
): Promise<readonly (PackageRow & ProjectFacts)[]> =>
  Promise.all(packages.map(async (part) => ({ ...(await detectProject(root, { path, part })), ...part })));

/** A suite of a list needs a test: those of packages with a test file. */
const withTests = async (
  root: string,
  parts: readonly (PackageRow & ProjectFacts)[],
): Promise<readonly ProjectFacts[]> => {
  const found = parts.filter(({ command }) => command !== null);
  const tested = await Promise.all(found.map(({ folder }) => hasTests(join(root, folder))));
  return found.filter((_, i) => tested[i]);
};

/** Those of the config; before everything is filled in, it may name no readable ones. */
const readPhasesOf = (config: string, path: string): readonly Phase[] => {
  try {
    return parseConfig(config, { path, readFile: readPlain }).phases;
  } catch (error) {
    if (error instanceof ConfigError) return DEFAULT_PHASES;
    throw error;
  }
};
