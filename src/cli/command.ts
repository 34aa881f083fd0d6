/** A command is data: name, options, operands, function. Unknown arguments are refused with the nearest name. */
import { parseArgs } from 'node:util';
import { DualgateError } from '../../gates/errors.ts';
import { nearestName } from '../../gates/conditions/nearest-name.ts';
import type { CommandIo } from './terminal/io.ts';
import { describeCause } from '../base/text/describe-cause.ts';

/** An unknown command or option, a missing or extra argument. Fix: `dualgate COMMAND --help`. */
export class UsageError extends DualgateError {
  // The message is the problem without a full stop: the catcher adds the command of its help.
  override readonly name = 'UsageError';
  readonly code = 'E_USAGE';
}

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Name of the value in the help, for example `PHASE`. */
  readonly value?: string;
  readonly help: string;
}

export type Options = Readonly<Record<string, Option>>;
export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** The options and operands of a command, and its help. */
export interface CommandHelp {
  /** Follows the options, for example `[N]`. */
  readonly operands?: string;
  /** @default 0 */
  readonly maxOperands?: number;
  readonly options: Options;
  /** Further lines of the help. */
  readonly notes?: readonly string[];
  /** Command lines to copy. */
  readonly examples?: readonly string[];
  /** The exit codes of this command; those of every command are in the help of the program. */
  readonly exits: Readonly<Record<number, string>>;
}

export interface Command {
  /** @returns the exit code */
  readonly run: (values: Values, operands: readonly string[], io: CommandIo) => Promise<number>;
}

/** The part of a command that the help of the program needs; the rest is loaded on demand. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** The heading of the command in the help. */
  readonly group: 'Start' | 'Watch' | 'Decide' | 'Operate' | 'Many at once' | 'Prove';
  readonly help: () => Promise<CommandHelp>;
  readonly load: () => Promise<Command>;
}

type Grammar = Pick<CommandHelp, 'options' | 'maxOperands'>;

/** @throws {UsageError} for an unknown, repeated or empty option, a missing value, or too many operands */
export const parseCommandLine = (
  grammar: Grammar,
  argv: readonly string[],
): { readonly values: Values; readonly operands: readonly string[] } => {
  // Node needs longer to load its parser than `status` needs to read the run.
  if (argv.length === 0) return { values: {}, operands: [] };
  const { maxOperands = 0 } = grammar;
  const { values, positionals, tokens } = parseStrictly(grammar, argv);
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const twice = given.find((name, i) => given.indexOf(name) < i);
  if (twice !== undefined) throw new UsageError(`Option '--${twice}' was given more than once`);
  const empty = given.find((name) => values[name] === '');
  if (empty !== undefined) throw new UsageError(`Option '--${empty}' has an empty value`);
  const unexpected = positionals[maxOperands];
  if (unexpected !== undefined) throw new UsageError(`Unexpected argument '${unexpected}'${adviseRun(grammar)}`);
  if (positionals.includes('')) throw new UsageError('An argument is empty');
  return { values, operands: positionals };
};

/** A run was positional before. */
const adviseRun = ({ options, maxOperands = 0 }: Grammar): string =>
  options['run'] === undefined || maxOperands > 0 ? '' : '. Name a run with --run RUN';

const parseStrictly = (grammar: Grammar, argv: readonly string[]) => {
  const asked = Object.entries(grammar.options).map(
    ([name, { type, short }]) => [name, { type, ...(short === undefined ? {} : { short }) }] as const,
  );
  try {
    const { values, positionals, tokens } = parseArgs({
      args: [...argv],
      options: Object.fromEntries(asked),
      strict: true,
      allowPositionals: true,
      tokens: true,
    });
    // No option is declared as `multiple`, so no value is a list.
    return { values: values as Values, positionals, tokens };
  } catch (error) {
    throw new UsageError(wordRefusal(error, grammar));
  }
};

/** The value of a text option, if it is given. */
export const text = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** A property only when there is a value. */
export const optional = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed key widens to `string`
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: string };

/** The first sentence of Node's message, and the option that was probably meant. */
const wordRefusal = (error: unknown, { options }: Grammar): string => {
  const message = describeCause(error);
  const valueless = /^Option '(?:-\w, )?(--[^ ']+)[^']*' argument (?:missing|is ambiguous)/.exec(message)?.[1];
  if (valueless !== undefined) return `Option '${valueless}' needs a value`;
  const unknown = /^Unknown option '--?([^']+)'/.exec(message)?.[1] ?? '';
  const names = [...Object.keys(options), 'help'].map((name) => `--${name}`);
  return `${message.split(/\.\s/, 1)[0] ?? ''}${unknown.length > 1 ? suggest(`--${unknown}`, names) : ''}`;
};

/** A question after a name that does not exist; '' if no name is near. */
export const suggest = (name: string, known: readonly string[]): string => {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `. Did you mean '${nearest}'?`;
};

// Options, notes and exit codes that several commands share; data for their help only.

export const CONFIG_OPTION: Options = {
  config: {
    type: 'string',
    short: 'c',
    value: 'FILE',
    help: 'config file; default: dualgate.yaml here or in a parent folder',
  },
};

export const JSON_OPTION: Options = { json: { type: 'boolean', help: 'print one JSON object' } };

export const RUN_OPTION: Options = {
  run: { type: 'string', value: 'RUN', help: 'the id of a run, or its first characters; default: the current run' },
};

export const REASON_OPTION: Options = {
  reason: { type: 'string', short: 'm', value: 'TEXT', help: 'why; required, and recorded with the run' },
};

export const EVENTS_OPTION: Options = {
  json: { type: 'boolean', help: 'print events as NDJSON (docs/reference/records.md)' },
};

/** For the help of commands that name the gates. */
export const GATES_NOTE =
  'A phase has two gates: its tests must meet a condition, and the agent must signal that it is done.';

/** For commands that follow a run. */
export const WATCH_OPTIONS: Options = {
  ...EVENTS_OPTION,
  'agent-output': { type: 'boolean', help: 'with --json: also print the output of the agent as events' },
};

export const UNTIL_OPTION: Options = {
  until: { type: 'string', value: 'PHASE', help: 'pause after this phase' },
};

export const ASK_OPTION: Options = {
  ask: { type: 'boolean', help: 'if the run is stuck or needs human input, ask: reset, guide, skip or abort' },
};

export const DETACH_OPTION: Options = {
  detach: { type: 'boolean', help: 'run in the background, without a terminal; prints how to end it' },
};

export const PORT_OPTION: Options = {
  port: { type: 'string', value: 'N', help: 'port of the page on 127.0.0.1; default: a free port' },
};

export const INSPECT_OPTIONS: Options = {
  inspect: { type: 'boolean', help: 'serve a page to watch the run, and print its address on stderr' },
  port: { type: 'string', value: 'N', help: 'with --inspect: port of the page; default: a free port' },
};

/** For the help of each. */
export const INSPECT_NOTE = 'With --inspect, anyone with the address can watch the run and send it commands.';

export const STATELY_OPTION: Options = {
  'inspect-stately': {
    type: 'boolean',
    help: "show the state machine in Stately's inspector (docs/how-to/inspector.md)",
  },
};

export const THRESHOLD_OPTION: Options = {
  'exit-threshold': {
    type: 'string',
    value: 'N',
    help: 'with exit_gate: number of signs of completion that a phase needs',
  },
};

/** For the help. */
export const THRESHOLD_NOTE =
  'CUB_EXIT_THRESHOLD=N in the environment also sets --exit-threshold (docs/how-to/presets.md).';

/** Exit codes of commands that follow a run (rule 4.9). */
export const RUN_EXITS: Readonly<Record<number, string>> = {
  0: 'completed, or paused by --until',
  1: 'stuck, for example without progress or at a limit',
  2: 'aborted by a person (dualgate abort)',
  3: 'interrupted, for example with Ctrl+C',
  4: 'needs human input',
};

export const OPERATOR_OPTIONS: Options = {
  ...CONFIG_OPTION,
  'no-wait': { type: 'boolean', help: 'do not wait: exit with code 1 if the agent or the tests are running' },
  ...JSON_OPTION,
};

/** For the help of each. */
export const OPERATOR_NOTE =
  'For people, not for the agent. While the agent or the tests are running, waits for their end.';

export const NOT_TAKEN = { 1: 'with --no-wait: nothing was done, because the agent or the tests are running' } as const;

/** How long the turn of `doctor --try-agent` may take, by default. */
export const SMOKE_TEST_TIMEOUT = '3m';
