/**
 * The command line: finds the command, runs it, and turns every error into a sentence and an exit code that says no.
 *
 * @module
 */
import { adviseSystem } from '../text/advise-system.ts';
import { DUALGATE_VERSION } from '../version.ts';
import { DualgateError } from '../../gates/errors.ts';
import { parseCommandLine, type CommandEntry, type CommandHelp, type Option } from './command.ts';
import { COMMANDS } from './commands.ts';
import { isGithub } from './github/is-github.ts';
import { renderAnnotation } from './github/workflow-commands.ts';
import { type CommandIo, EXIT } from './terminal/io.ts';
import { joinPlain } from './render/text/paint.ts';
import { UsageError } from './usage-error.ts';

/** @returns the exit code; never throws */
export const main = async (argv: readonly string[], io: CommandIo): Promise<number> => {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    return complain(error, argv, io);
  }
};

const HELP: ReadonlySet<string> = new Set(['--help', '-h', 'help']);

const dispatch = async ([name, ...rest]: readonly string[], io: CommandIo): Promise<number> => {
  if (name === undefined) return say(io, renderProgramHelp(COMMANDS));
  if (name === '--version' || HELP.has(name)) {
    const [about, ...more] = rest.filter((word) => !HELP.has(word));
    const unexpected = name === '--version' ? about : more[0];
    if (unexpected !== undefined) throw new UsageError(`Unexpected argument '${unexpected}'`);
    if (name === '--version') return say(io, DUALGATE_VERSION);
    return say(io, about === undefined ? renderProgramHelp(COMMANDS) : await describeCommand(about));
  }
  const { help, load } = findCommand(name);
  if (rest.includes('--help') || rest.includes('-h')) return say(io, await describeCommand(name));
  const { values, operands } = await parseCommandLine(await help(), rest);
  return (await load()).run(values, operands, io);
};

const findCommand = (name: string) => {
  const entry = COMMANDS.find((each) => each.name === name);
  if (entry === undefined) throw new UsageError(`Unknown ${name.startsWith('-') ? 'option' : 'command'} '${name}'`);
  return entry;
};

const describeCommand = async (name: string): Promise<string> => {
  const entry = findCommand(name);
  return renderCommandHelp(entry, await entry.help());
};

const say = (io: CommandIo, text: string): number => {
  io.print(text);
  return EXIT.ok;
};

/** Every error says no in its exit code too (RULES 1.7). */
const complain = (error: unknown, [name]: readonly string[], io: CommandIo): number => {
  if (error instanceof UsageError) {
    const known = COMMANDS.some((each) => each.name === name);
    io.complain(joinPlain([`dualgate: ${error.message}. See dualgate ${known ? `${name} ` : ''}--help.`]));
    return EXIT.usage;
  }
  const message = wordError(error);
  io.complain(joinPlain(message.split('\n')));
  if (isGithub(io.env)) io.annotate(renderAnnotation({ level: 'error', title: 'dualgate', message }));
  return error instanceof DualgateError && OF_THE_CONFIG.has(error.code) ? EXIT.config : EXIT.broken;
};

/** Codes of errors that are mended in `dualgate.yaml` or in a file that it names. */
const OF_THE_CONFIG: ReadonlySet<string> = new Set(['E_CONFIG', 'E_CONDITION', 'E_PHASE', 'E_RUNNER', 'E_SCRIPT']);

const wordError = (error: unknown): string => {
  if (error instanceof DualgateError) return error.message;
  if (!(error instanceof Error)) return `dualgate broke: ${String(error)}`;
  // The system said no, to a file or a folder: its own words name it, and the stack says nothing more.
  if ('syscall' in error) return `Cannot go on: the system refused (${error.message}).${adviseOn(error)}`;
  return `dualgate broke; this is a bug, please report it: ${error.stack ?? error.message}`;
};

const adviseOn = (error: Error): string => {
  const advice = 'code' in error ? adviseSystem(error.code) : null;
  return advice === null ? '' : ` ${advice}, then try again; dualgate resume goes on with a run that has begun.`;
};

/**
 * The help texts; pure.
 *
 * Help of the program: every command with its summary.
 */
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
