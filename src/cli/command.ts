/**
 * A command is data: what it is called, what it takes, what it does. Arguments are strict: what is misspelt is refused.
 *
 * @module
 */
import type { CommandIo } from './terminal/io.ts';
import { UsageError } from './usage-error.ts';

export interface Option {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  /** Name of the value in the help, `PHASE` say. */
  readonly value?: string;
  readonly help: string;
}

export type Options = Readonly<Record<string, Option>>;
export type Values = Readonly<Record<string, string | boolean | undefined>>;

/** What a command takes, and what its help prints. */
export interface CommandHelp {
  /** What stands behind the options, `[N]` say. */
  readonly operands?: string;
  /** How many operands it takes at the most. @default 0 */
  readonly maxOperands?: number;
  readonly options: Options;
  /** Further lines of its help. */
  readonly notes?: readonly string[];
  /** What each exit code of its own means; those of every command are in the help of the program. */
  readonly exits: Readonly<Record<number, string>>;
}

export interface Command {
  /** @returns the exit code */
  readonly run: (values: Values, operands: readonly string[], io: CommandIo) => Promise<number>;
}

/** What the help of the program needs of a command; the rest of it is loaded when it is asked for or called. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Left out of the list of commands. */
  readonly hidden?: boolean;
  readonly help: () => Promise<CommandHelp>;
  readonly load: () => Promise<Command>;
}

/** @throws {UsageError} for an unknown, repeated or empty option, a missing value, or too many operands */
export const parseCommandLine = async (
  { options, maxOperands = 0 }: Pick<CommandHelp, 'options' | 'maxOperands'>,
  argv: readonly string[],
): Promise<{ readonly values: Values; readonly operands: readonly string[] }> => {
  const { values, positionals, tokens } = await parseStrictly(options, argv);
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []));
  const twice = given.find((name, i) => given.indexOf(name) < i);
  if (twice !== undefined) throw new UsageError(`Option '--${twice}' was given more than once`);
  const empty = given.find((name) => values[name] === '');
  if (empty !== undefined) throw new UsageError(`Option '--${empty}' has an empty value`);
  if (positionals.length > maxOperands) throw new UsageError(`Unexpected argument '${positionals[maxOperands]}'`);
  if (positionals.includes('')) throw new UsageError('An argument is empty');
  return { values, operands: positionals };
};

const parseStrictly = async (options: Options, argv: readonly string[]) => {
  // The help and the version need no parser.
  const { parseArgs } = await import('node:util');
  const asked = Object.entries(options).map(
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
    throw new UsageError(wordRefusal(error));
  }
};

/** The value of a text option; absent is absent. */
export const text = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** A property only when there is a value. */
export const optional = <K extends string>(key: K, value: string | undefined): { readonly [P in K]?: string } =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed key widens to `string`; there is none but K
  (value === undefined ? {} : { [key]: value }) as { readonly [P in K]?: string };

/** The first sentence of what Node says; of a missing value it says two things in several lines. */
const wordRefusal = (error: unknown): string => {
  const said = error instanceof Error ? error.message : String(error);
  const valueless = /^Option '(?:-\w, )?(--[^ ']+)[^']*' argument (?:missing|is ambiguous)/.exec(said)?.[1];
  return valueless === undefined ? (said.split(/\.\s/, 1)[0] ?? '') : `Option '${valueless}' needs a value`;
};
