/** The command line: finds the command, runs it, and turns every error into a sentence and a non-zero exit code. */
import { getSystemErrorMap } from 'node:util';
import { adviseSystem } from '../base/text/describe-cause.ts';
import { DUALGATE_VERSION } from '../base/version.ts';
import { DualgateError } from '../../gates/errors.ts';
import { parseCommandLine, suggest, type CommandEntry, type CommandHelp, type Option, UsageError } from './command.ts';
import { COMMANDS } from './commands.ts';
import { isGithub, renderAnnotation } from './github/workflow-commands.ts';
import { type CommandIo, EXIT, fitIn } from './terminal/io.ts';
import { joinPlain } from './render/paint.ts';

/** @returns the exit code; never throws */
export const main = async (argv: readonly string[], io: CommandIo): Promise<number> => {
  try {
    return await dispatch(argv, io);
  } catch (error) {
    return complain(error, argv, io);
  }
};

const HELP: ReadonlySet<string> = new Set(['--help', '-h', 'help']);
const VERSION: ReadonlySet<string> = new Set(['--version', '-v', 'version']);

const dispatch = async ([name, ...rest]: readonly string[], io: CommandIo): Promise<number> => {
  if (name === undefined) return say(io, renderProgramHelp(COMMANDS));
  if (VERSION.has(name)) {
    if (rest[0] !== undefined) throw new UsageError(`Unexpected argument '${rest[0]}'`);
    return say(io, DUALGATE_VERSION);
  }
  if (HELP.has(name)) {
    const [about, unexpected] = rest.filter((word) => !HELP.has(word));
    if (unexpected !== undefined) throw new UsageError(`Unexpected argument '${unexpected}'`);
    return say(io, about === undefined ? renderProgramHelp(COMMANDS) : await describeCommand(about));
  }
  const { help, load } = await findCommand(name);
  if (rest.includes('--help') || rest.includes('-h')) return say(io, await describeCommand(name));
  const { values, operands } = parseCommandLine(await help(), rest);
  return (await load()).run(values, operands, io);
};

const findEntry = async (name: string): Promise<Omit<CommandEntry, 'group'> | undefined> =>
  COMMANDS.find((each) => each.name === name) ??
  (await import('./hidden-commands.ts')).HIDDEN_COMMANDS.find((each) => each.name === name);

const findCommand = async (name: string): Promise<Omit<CommandEntry, 'group'>> => {
  const entry = await findEntry(name);
  if (entry !== undefined) return entry;
  if (name.startsWith('-')) throw new UsageError(`Unknown option '${name}'${suggest(name, ['--help', '--version'])}`);
  const names = COMMANDS.map((each) => each.name);
  throw new UsageError(`Unknown command '${name}'${suggest(name, [...names, 'help', 'version'])}`);
};

const describeCommand = async (name: string): Promise<string> => {
  const entry = await findCommand(name);
  return renderCommandHelp(entry, await entry.help());
};

const say = (io: CommandIo, text: string): number => {
  io.print(text);
  return EXIT.ok;
};

/** Every error has a non-zero exit code (rule 1.7). */
const complain = async (error: unknown, [name = '']: readonly string[], io: CommandIo): Promise<number> => {
  if (error instanceof UsageError) {
    const known = (await findEntry(name)) !== undefined;
    const message = error.message.endsWith('?') ? error.message : `${error.message}.`;
    io.complain(await fitIn(io, joinPlain([`dualgate: ${message} See dualgate ${known ? `${name} ` : ''}--help.`])));
    return EXIT.usage;
  }
  const message = wordError(error);
  io.complain(await fitIn(io, joinPlain(message.split('\n'))));
  if (isGithub(io.env)) io.annotate(renderAnnotation({ level: 'error', title: 'dualgate', message }));
  return exitCodeOf(error);
};

const exitCodeOf = (error: unknown): number => {
  if (!(error instanceof DualgateError)) return EXIT.broken;
  if (OF_THE_CONFIG.has(error.code)) return EXIT.config;
  return REFUSED.has(error.code) ? EXIT.refused : EXIT.broken;
};

/** Codes of errors of neither dualgate nor the system: the state of the run, or another run, does not allow it. */
const REFUSED: ReadonlySet<string> = new Set(['E_RUN', 'E_LOCKED']);

/** Codes of errors to fix in `dualgate.yaml` or in a file that it names. */
const OF_THE_CONFIG: ReadonlySet<string> = new Set(['E_CONFIG', 'E_CONDITION', 'E_PHASE', 'E_RUNNER', 'E_SCRIPT']);

const wordError = (error: unknown): string => {
  if (error instanceof DualgateError) return error.message;
  if (!(error instanceof Error)) return `dualgate crashed: ${String(error)}`;
  // The system refused a file or a folder: its message names it, and a stack adds nothing.
  if ('syscall' in error) return wordRefusal(error);
  return `dualgate crashed; this is a bug, please report it: ${error.stack ?? error.message}`;
};

const wordRefusal = (error: Error): string => {
  const told = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const code = told === '' ? findCode(error.message) : told;
  // Since Node 24, the error of `rmSync` has an empty code, and says so.
  const message = error.message.replace(/^, Unknown error/, code ?? 'an error');
  const advice = adviseSystem(code);
  const wayOut = advice === null ? '' : ` ${advice}, then try again. dualgate resume continues a run that has started.`;
  return `Cannot continue: the system reports ${message}.${wayOut}`;
};

/** The code of the error that a message tells in the words of the system. */
const findCode = (message: string): string | undefined =>
  [...getSystemErrorMap().values()].find(([, words]) => message.toLowerCase().includes(words))?.[0];

const GROUPS = ['Start', 'Watch', 'Decide', 'Operate', 'Many at once', 'Prove'] as const;

/** Help of the program: every listed command with its summary, by group; pure. */
export const renderProgramHelp = (commands: readonly Pick<CommandEntry, 'name' | 'summary' | 'group'>[]): string => {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    'dualgate drives a coding agent through RED, GREEN, REFACTOR and DOCUMENT. A phase is exited only',
    "when the measured tests and the agent's exit signal agree in the same iteration.",
    '',
    'Usage: dualgate COMMAND [OPTIONS]',
    '',
    ...GROUPS.flatMap((group) => {
      const rows = commands.filter((each) => each.group === group);
      const lines = rows.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
      return lines.length === 0 ? [] : [`${group}:`, ...lines, ''];
    }),
    'Options:',
    '  -h, --help     show this help, or the help of a command',
    '  -v, --version  show the version',
    '',
    'Exit codes of every command: 64 wrong usage, 70 error of dualgate or the system,\n77 refused in this state, 78 wrong config.',
    'The help of each command lists its other exit codes.',
  ].join('\n');
};

export const renderCommandHelp = (
  { name, summary }: Pick<CommandEntry, 'name' | 'summary'>,
  { operands, options, notes = [], examples = [], exits }: CommandHelp,
): string =>
  [
    `${summary[0]?.toUpperCase()}${summary.slice(1)}.`,
    '',
    `Usage: ${describeUsage(name, operands)}`,
    '',
    'Options:',
    ...renderColumns([...Object.entries(options).map(describeOption), ['-h, --help', 'show this help']]),
    ...(notes.length === 0 ? [] : ['', ...notes]),
    ...(examples.length === 0 ? [] : ['', 'Examples:', ...examples.map((each) => `  ${each}`)]),
    '',
    'Exit codes:',
    ...renderColumns(Object.entries(exits)),
  ].join('\n');

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

/** `--config FILE`. */
export const renderOption = (name: string, { type, value }: Option): string =>
  `--${name}${type === 'string' ? ` ${value ?? 'VALUE'}` : ''}`;
