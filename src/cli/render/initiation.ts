/** Prints what `init` found, what a person has to fill in, and what a run will ask for in each phase; pure. */
import { describeCondition, type Phase } from '../../../gates/phase.ts';
import type { SpecCandidate } from '../../doctor/init/script-checks.ts';
import type { FoundAgent } from '../../agents/programs/presets.ts';
import { joinPlain } from './paint.ts';

const FILL_IN = /^\s*# FILL IN: (.*)$/;

interface Initiation {
  /** The text of the written config. */
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
export interface PackageRow {
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
