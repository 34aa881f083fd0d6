/**
 * The help texts; pure.
 *
 * @module
 */
import type { CommandEntry, CommandHelp, Option } from '../command.ts';

/** Help of the program: every command with its summary. */
export const renderProgramHelp = (commands: readonly Pick<CommandEntry, 'name' | 'summary' | 'hidden'>[]): string => {
  const shown = commands.filter(({ hidden }) => hidden !== true);
  return [
    'dualgate drives a coding agent through RED, GREEN, REFACTOR, DOCUMENT and lets it leave a phase only',
    'when the measured tests and its explicit signal agree in the same iteration.',
    '',
    'Usage: dualgate COMMAND [OPTIONS]',
    '',
    'Commands:',
    ...renderColumns(shown.map(({ name, summary }) => [name, summary])),
    '',
    'Options:',
    '  -h, --help     this help, or the help of a command',
    '      --version  the version',
    '',
    'Exit codes of every command: 64 wrong usage, 70 an error of dualgate or the system, 78 wrong config.',
    'Those of its own are in the help of each.',
  ].join('\n');
};

/** Help of one command. */
export const renderCommandHelp = (
  { name, summary }: Pick<CommandEntry, 'name' | 'summary'>,
  { operands, options, notes = [], exits }: CommandHelp,
): string =>
  [
    `${summary[0]?.toUpperCase()}${summary.slice(1)}${summary.endsWith('?') ? '' : '.'}`,
    '',
    `Usage: ${describeUsage(name, operands)}`,
    '',
    'Options:',
    ...renderColumns([...Object.entries(options).map(describeOption), ['-h, --help', 'this help']]),
    ...(notes.length === 0 ? [] : ['', ...notes]),
    '',
    'Exit codes:',
    ...renderColumns(Object.entries(exits)),
  ].join('\n');

/** How a command is called. */
export const describeUsage = (name: string, operands: string | undefined): string =>
  `dualgate ${name} [OPTIONS]${operands === undefined ? '' : ` ${operands}`}`;

const renderColumns = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
};

const describeOption = ([name, option]: readonly [string, Option]): readonly [string, string] => [
  `${option.short === undefined ? '    ' : `-${option.short}, `}${renderOption(name, option)}`,
  option.help,
];

/** `--phase PHASE`. */
export const renderOption = (name: string, { type, value }: Option): string =>
  `--${name}${type === 'string' ? ` ${value ?? 'VALUE'}` : ''}`;
