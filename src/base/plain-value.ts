/**
 * Converts any value of a machine to plain JSON without secrets, bounded in depth, length and size. Total: a value
 * that throws when it is read is shown as such, since an observer that throws would stop the actor that it observes.
 */
import { createRedactText, MAX_TEXT, REDACTED, type RedactText, SECRET_NAME } from './redact-text.ts';

export type PlainObject = { readonly [key: string]: Plain };
export type Plain = string | number | boolean | null | readonly Plain[] | PlainObject;

export const isPlainObject = (value: Plain | undefined): value is PlainObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A chart that is nested deeper than this is cut; other packages cut at 10, and lose guards. */
const MAX_DEPTH = 64;
const MAX_ITEMS = 200;
const MAX_NAMES = 1_000;
/** The start of a prompt: enough to recognise it. */
const MAX_PROMPT = 120;
/** Characters of all texts of one value. */
const MAX_ALTOGETHER = 100_000;

const CUT = '[cut]';
const UNREADABLE = '[unreadable]';

export interface Redactor {
  /** A known object keeps its form until `forget` is called. @param room - characters of all texts together. @default 100000 */
  readonly redact: (value: unknown, room?: number) => Plain;
  /** A caller that reads several values at one moment calls it after that moment. */
  readonly forget: () => void;
}

interface Shown {
  readonly plain: Plain | undefined;
  /** Characters of its texts. */
  readonly size: number;
}

/** @param secrets - see `createRedactText` */
export const createRedactor = (secrets: readonly string[] = []): Redactor => {
  const redactText = createRedactText(secrets);
  const factsOf = createNames(redactText);
  const seen = new Map<object, Shown>();
  const above = new Set<object>();
  let left = 0;
  let flaws = 0;

  const text = (whole: string, max: number): string => {
    const shown = left <= 0 ? CUT : redactText(whole, max);
    left -= shown.length;
    return shown;
  };
  const walk = (given: unknown, key: string, depth: number): Plain | undefined => {
    if (given === null || typeof given === 'boolean') return given;
    if (given === undefined || typeof given === 'symbol') return undefined;
    if (typeof given === 'function') return { type: text(given.name, MAX_TEXT) };
    const { isSecret, isPrompt } = factsOf(key);
    // The name decides before anything of the value is read.
    if (isSecret) return REDACTED;
    if (typeof given === 'string') return text(given, isPrompt ? MAX_PROMPT : MAX_TEXT);
    if (typeof given === 'number') return Number.isFinite(given) ? given : null;
    if (typeof given === 'bigint') return String(given);
    return walkObject(given, key, depth);
  };
  const walkObject = (given: object, key: string, depth: number): Plain | undefined => {
    if (depth >= MAX_DEPTH || left <= 0 || above.has(given)) {
      flaws += 1;
      return above.has(given) ? '[circular]' : CUT;
    }
    const { isEnvironment } = factsOf(key);
    const before = isEnvironment ? undefined : seen.get(given);
    if (before !== undefined && before.size < left) {
      left -= before.size;
      return before.plain;
    }
    const [leftBefore, flawsBefore] = [left, flaws];
    above.add(given);
    const plain = walkParts(given, key, depth + 1, isEnvironment);
    above.delete(given);
    // A value that was cut here, or contains itself, may look different elsewhere.
    if (!isEnvironment && left > 0 && flaws === flawsBefore) seen.set(given, { plain, size: leftBefore - left });
    return plain;
  };
  const walkParts = (given: object, key: string, depth: number, isEnvironment: boolean): Plain | undefined => {
    const converted = toJson(given);
    if (converted !== given) return walk(converted, key, depth);
    if (given instanceof Error) return { name: text(given.name, MAX_TEXT), message: text(given.message, MAX_TEXT) };
    if (Array.isArray(given)) {
      const items = given
        .slice(0, MAX_ITEMS)
        .map((each: unknown) => (isEnvironment ? REDACTED : (walk(each, '', depth) ?? null)));
      return given.length > MAX_ITEMS ? [...items, `[cut: ${given.length} items]`] : items;
    }
    const shown: Record<string, Plain> = {};
    for (const name of namesOf(given)) {
      const plain = isEnvironment ? REDACTED : walk(read(given, name), name, depth);
      if (plain !== undefined) put(shown, factsOf(name).shown, plain);
    }
    return shown;
  };
  return {
    redact: (value, room = MAX_ALTOGETHER) => {
      left = room;
      try {
        return walk(value, '', 0) ?? null;
      } catch {
        return UNREADABLE;
      } finally {
        above.clear();
      }
    },
    forget: () => seen.clear(),
  };
};

/** Assigning `__proto__` would set the prototype. */
const put = (shown: Record<string, Plain>, name: string, value: Plain): void => {
  if (name === '__proto__')
    Object.defineProperty(shown, name, { value, enumerable: true, configurable: true, writable: true });
  else shown[name] = value;
};

const namesOf = (given: object): readonly string[] => {
  try {
    const names = Object.keys(given);
    return names.length > MAX_NAMES ? names.slice(0, MAX_NAMES) : names;
  } catch {
    return [];
  }
};

const read = (from: object, name: string): unknown => {
  try {
    return Reflect.get(from, name);
  } catch {
    return UNREADABLE;
  }
};

/** As in JSON: a date is a text, an actor is its id. */
const toJson = (given: object): unknown => {
  const convert = read(given, 'toJSON');
  if (typeof convert !== 'function') return given;
  try {
    return Reflect.apply(convert, given, []);
  } catch {
    return UNREADABLE;
  }
};

interface NameFacts {
  /** For display: keys may be secrets. */
  readonly shown: string;
  readonly isSecret: boolean;
  readonly isPrompt: boolean;
  /** Only the names are shown, not the values. */
  readonly isEnvironment: boolean;
}

const MAX_KNOWN = 5_000;
const MAX_NAME = 200;

/** Whether names of keys mark secrets: the same few names, very often. */
const createNames = (redactText: RedactText): ((name: string) => NameFacts) => {
  const known = new Map<string, NameFacts>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const facts: NameFacts = {
      shown: redactText(name, MAX_NAME),
      isSecret: SECRET_NAME.test(name),
      isPrompt: /prompt/i.test(name),
      isEnvironment: /^env(?:ironment)?$/i.test(name),
    };
    if (known.size >= MAX_KNOWN) known.clear();
    // A name of a few thousand letters is not worth caching.
    if (name.length <= MAX_NAME) known.set(name, facts);
    return facts;
  };
};
