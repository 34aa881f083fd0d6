/**
 * The command line: finds the command, runs it, and turns every error into a sentence and an exit code that says no.
 *
 * @module
 */
import { adviseSystem } from '../text/advise-system.ts';
import { DUALGATE_VERSION } from '../version.ts';
import { DualgateError } from '../../gates/errors.ts';
import { parseCommandLine } from './command.ts';
import { COMMANDS } from './commands.ts';
import { isGithub } from './github/is-github.ts';
import { renderAnnotation } from './github/workflow-commands.ts';
import { type CommandIo, EXIT } from './terminal/io.ts';
import { renderCommandHelp, renderProgramHelp } from './render/help.ts';
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
