/** Kinds of values in a config. Each knows what it must be: `max_iterations must be a whole number of 1 or more (got 0)`. */
import { posix, win32 } from 'node:path';
import { z } from 'zod';
import { splitCommand } from '../../../base/text/split-command.ts';
import { compilePattern, PatternError } from '../../../signals/patterns/patterns.ts';

/** Details of a custom issue. Places count from 1 within the scalar's own text. */
export interface IssueDetails {
  /** Advice, printed last. */
  readonly advice?: string;
  readonly line?: number;
  readonly column?: number;
  /** The message is complete: no key before it, no value after it. */
  readonly alone?: boolean;
}

/** An issue of our own, in the form that zod's contexts take. */
const issue = (message: string, details: IssueDetails = {}) => ({
  code: 'custom' as const,
  message,
  params: { ...details },
});

/** One schema for the same words: a schema is never changed, and to make all of them anew takes longer than to read a config. */
export const shared = <Given extends readonly (string | number | undefined)[], Schema>(
  make: (...given: Given) => Schema,
): ((...given: Given) => Schema) => {
  const made = new Map<string, Schema>();
  return (...given) => {
    const key = JSON.stringify(given);
    const schema = made.get(key) ?? make(...given);
    made.set(key, schema);
    return schema;
  };
};

/** A map with exactly these keys. */
export const map = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.strictObject(shape, { error: 'must be a map of keys' });

/** A key without a default: `null` where it is absent. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  schema.optional().transform((value) => value ?? null);

export const wholeNumber = shared((from: number, upTo?: number) => {
  const error = `must be a whole number ${upTo === undefined ? `of ${from} or more` : `from ${from} to ${upTo}`}`;
  const number = z.number({ error }).int({ error }).min(from, { error });
  return upTo === undefined ? number : number.max(upTo, { error });
});

/** A number above 0, with or without a fraction, up to `upTo`. */
export const amount = (upTo: number) => {
  const error = `must be a number above 0 and at most ${upTo}`;
  return z.number({ error }).positive({ error }).max(upTo, { error });
};

export const flag = shared(() => z.boolean({ error: 'must be true or false' }));

export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, { error: words.length === 1 ? `must be ${words[0]}` : `must be one of ${words.join(', ')}` });

/** Text that is not empty; `what` completes the sentence "must be …". */
export const text = shared((what: string = 'non-empty text') => {
  const error = `must be ${what}`;
  return z.string({ error }).regex(/^[^\0]*[^\0\s][^\0]*$/, { error, abort: true });
});

/** Text that may be empty. */
export const anyText = shared(() =>
  z.string({ error: 'must be text; put quotes around it' }).regex(/^[^\0]*$/, 'must be text without a NUL character'),
);

export const listOf = <Element extends z.core.$ZodType>(element: Element, what: string, atLeast = 0) =>
  z
    .array(element, { error: `must be a list of ${what}` })
    .min(atLeast, { error: `must be a list of ${atLeast} or more ${what}` });

/** A path in the config's own folder: a file outside could be neither frozen nor fingerprinted (rule 2.7). */
export const pathInside = shared(() =>
  text('a path').refine((path) => isInside(path), { error: 'must be a path inside the folder of the config' }),
);

const isInside = (path: string): boolean => {
  const plain = posix.normalize(path.replaceAll('\\', '/'));
  return (
    !posix.isAbsolute(plain) && !win32.isAbsolute(path) && plain !== '..' && !plain.startsWith('../') && plain !== '.'
  );
};

/** A glob over paths of the workspace. picomatch reads `[!a]` as "!" or "a", other tools read the opposite. */
export const glob = shared(() =>
  text('a glob')
    .regex(
      /^(?!!|\/)(?!(?:.*\/)?\.\.(?:\/|$))/,
      'must be a glob over paths inside the workspace, without a leading "!"',
    )
    .regex(/^(?!(?:.*[^\\])?\[!)/, 'must say "[^" instead of "[!"'),
);

/** Files removed before a run: the pattern must match reports only. */
export const reportPath = () => glob().regex(/\.xml$/i, 'must end with .xml');

/** The coverage file; its extension determines its format. */
export const coveragePath = () =>
  pathInside().regex(
    /\.(?:info|xml|json|out)$/i,
    'must end with .info (LCOV), .xml (Cobertura), .json (the summary of Istanbul) or .out (a Go cover profile)',
  );

const NO_SHELL = 'dualgate uses no shell: put the line into a script and name the script.';

const commandWords = shared(() =>
  z
    .array(
      z
        .string({ error: 'must be text; put quotes around it' })
        .regex(/^[^\0]*$/, 'must be text without a NUL character'),
      { error: 'must be a list' },
    )
    .min(1, { error: 'must name a program' })
    .refine((words) => words.length === 0 || words[0] !== '', { error: 'must name a program' }),
);

const commandLine = shared(() => z.string());

const splitLine = shared(() =>
  z.transform((line: string, context) => {
    const split = splitCommand(line);
    if ('words' in split) return split.words;
    context.issues.push({ ...issue(split.problem, { advice: NO_SHELL }), input: line });
    return z.NEVER;
  }),
);

/** A program with its arguments: a list of words, or one string that is split into words, such as `example`. */
export const command = shared((example: string) =>
  z.union(
    [
      commandWords(),
      commandLine()
        .meta({ examples: [example] })
        .pipe(splitLine()),
    ],
    { error: 'must be a list of words, or one line of text' },
  ),
);

// A pattern over lines, as a value of a config. A pattern that RE2 rejects is a problem with its place.

/** RE2 syntax, without look-around and back references. */
export const pattern = () =>
  text('a pattern').superRefine((source, context) => {
    const problem = findProblem(source);
    if (problem !== null) context.addIssue({ code: 'custom', message: `must be a valid RE2 pattern: it ${problem}` });
  });

const findProblem = (source: string): string | null => {
  try {
    compilePattern(source);
    return null;
  } catch (error) {
    if (error instanceof PatternError) return error.problem;
    throw error;
  }
};

/** Checked even when a value is wrong, to report all problems at once. For `refine`. */
export const whole = (holds: (value: object) => boolean, error: string) =>
  [
    holds,
    {
      error,
      when: ({ value }: { readonly value: unknown }) =>
        typeof value === 'object' && value !== null && !Array.isArray(value),
    },
  ] as const;
