/** Checks the options of an exported function, for programs without types: each is known, and of its kind. */
import { DualgateError } from '../../gates/errors.ts';

/**
 * A program called an exported function with an option that is unknown, missing or of another kind: `place`, `option`;
 * nothing was written. Fix: correct the option.
 */
export class OptionError extends DualgateError {
  override readonly name = 'OptionError';
  readonly code = 'E_OPTION';
  /** The exported function. */
  readonly place: string;
  /** `null`: the options as a whole. */
  readonly option: string | null;

  constructor(place: string, option: string | null, message: string) {
    super(message);
    this.place = place;
    this.option = option;
  }
}

/** `null` when the value fits, else what the option has to be: the end of a sentence. */
export type OptionKind = (value: unknown) => string | null;

const kind =
  (wanted: string, fits: (value: unknown) => boolean): OptionKind =>
  (value) =>
    fits(value) ? null : wanted;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const has = (value: unknown, ...methods: readonly string[]): boolean =>
  isObject(value) && methods.every((name) => typeof Reflect.get(value, name) === 'function');
const isAmount = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value < Infinity;

/** Run ids have only letters, digits and dashes. */
const isPlainName = (value: unknown): boolean => typeof value === 'string' && /^[A-Za-z0-9-]{1,100}$/.test(value);

export const KINDS = {
  text: kind('a text', (value) => typeof value === 'string'),
  texts: kind('a list of texts', (value) => Array.isArray(value) && value.every((each) => typeof each === 'string')),
  boolean: kind('true or false', (value) => typeof value === 'boolean'),
  amount: kind('a number of 0 or more', isAmount),
  amountOrNull: kind('a number of 0 or more, or null', (value) => value === null || isAmount(value)),
  count: kind('a whole number of 1 or more', (value) => Number.isSafeInteger(value) && isAmount(value) && value !== 0),
  port: kind(
    'a whole number from 0 to 65535',
    (value) => Number.isInteger(value) && isAmount(value) && Number(value) < 65_536,
  ),
  function: kind('a function', (value) => typeof value === 'function'),
  object: kind('an object', isObject),
  list: kind('a list', Array.isArray),
  theme: kind('auto, light or dark', (value) => ['auto', 'light', 'dark'].some((each) => each === value)),
  phases: kind(
    'an object with a list of phases',
    (value) => isObject(value) && Array.isArray(Reflect.get(value, 'phases')),
  ),
  picture: kind(
    'a picture of pictureOf',
    (value) => isObject(value) && ['nodes', 'edges'].every((name) => Array.isArray(Reflect.get(value, name))),
  ),
  anchor: kind(
    'an object with seq and hash, or null',
    (value) => value === null || (isObject(value) && typeof Reflect.get(value, 'hash') === 'string'),
  ),
  run: kind('the id of a run: letters, digits and dashes', isPlainName),
  abortSignal: kind('an AbortSignal', (value) => value instanceof AbortSignal),
  budget: kind('a budget of createBudget', (value) => has(value, 'reached', 'nextCall', 'begin', 'follow', 'spent')),
  exitSignal: kind(
    'true, false, { text } or { file }',
    (value) =>
      typeof value === 'boolean' ||
      (isObject(value) && ['text', 'file'].some((name) => typeof Reflect.get(value, name) === 'string')),
  ),
  freeze: kind(
    'the frozen files that a measurement returned',
    (value) => isObject(value) && Object.values(value).every((each) => typeof each === 'string'),
  ),
  config: kind(
    'a config of readConfig or parseConfig',
    (value) =>
      isObject(value) &&
      typeof Reflect.get(value, 'folder') === 'string' &&
      Array.isArray(Reflect.get(value, 'phases')),
  ),
} as const satisfies Readonly<Record<string, OptionKind>>;

/**
 * @param kinds - every option that there is
 * @param needed - those that must be there
 * @throws {OptionError} that names the function and the option
 */
export const checkOptions = <Options extends object>(
  place: string,
  options: Options,
  kinds: Readonly<Record<keyof Options, OptionKind>>,
  needed: readonly (keyof Options & string)[] = [],
): void => {
  if (!isObject(options)) throw new OptionError(place, null, `Cannot call ${place}: its options have to be an object.`);
  const known = Object.keys(kinds);
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(kinds, name))
      throw new OptionError(
        place,
        name,
        `Cannot call ${place} with the option ${name}: it is unknown. Use ${known.join(', ')}.`,
      );
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is one of the keys
    const wanted = value === undefined ? null : kinds[name as keyof Options](value);
    if (wanted !== null)
      throw new OptionError(place, name, `Cannot call ${place} with this option ${name}: it has to be ${wanted}.`);
  }
  const missing = needed.find((name) => options[name] === undefined);
  if (missing !== undefined)
    throw new OptionError(
      place,
      missing,
      `Cannot call ${place} without the option ${missing}: it has to be ${kinds[missing](undefined) ?? 'given'}.`,
    );
};

/** For a value that is not an option of its own. */
export const checkValue = (place: string, name: string, value: unknown, fits: OptionKind): void => {
  const wanted = fits(value);
  if (wanted !== null)
    throw new OptionError(place, name, `Cannot call ${place} with this ${name}: it has to be ${wanted}.`);
};
