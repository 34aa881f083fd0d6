/**
 * Finds a status block that is nearly right: it is never read, but the agent is told the exact problem. A signal must
 * have an exact value, and a marker or another deciding key near it: prose that mentions its keys has none.
 */
import type { Dialect } from './systems/dialect.ts';
import type { Line } from './blocks/place-lines.ts';
import { anywhere, type Needle } from './blocks/block-form.ts';

/** Keys one of which is near the signal in every block that the prompts ask for. */
const BESIDE: ReadonlySet<string> = new Set(['NONCE', 'STATUS', 'TESTS_STATUS', 'PHASE', 'ITERATION']);

/** Lines between the signal and what makes it a block. */
const NEAR = 40;

const MAX_LENGTH = 300;

export const nearlyRightNeedles = (dialects: readonly Dialect[]): readonly Needle[] =>
  [...new Set([...dialects.flatMap(({ key }) => key ?? []), 'NONCE', 'STATUS'])].map(anywhere);

interface Place {
  readonly line: number;
  readonly dress: readonly string[];
}

interface Found {
  marker: (Place & { readonly sign: string; readonly text: string }) | null;
  signal: (Place & { readonly key: string; readonly value: string }) | null;
  beside: Place | null;
}

/** @param nonce - of the iteration; `null`: none was issued */
export const createNearlyRightFinder = (dialects: readonly Dialect[], nonce: string | null) => {
  const each = dialects.map((dialect) => ({ dialect, found: { marker: null, signal: null, beside: null } as Found }));
  return {
    /** @param isFenced - an example, unless it has the nonce or is within the markers of a block */
    read: ({ text, number, cut }: Line, isFenced: boolean): void => {
      if (cut || text.length > MAX_LENGTH) return;
      const field = readDressed(text);
      for (const { dialect, found } of each) {
        const sign = isFenced ? undefined : signIn(text, dialect);
        if (sign !== undefined) found.marker = { line: number, sign, text, dress: dressOfMarker(text, dialect) };
        if (field === null) continue;
        const dress = isFenced ? [...field.dress, 'in a code fence'] : field.dress;
        const isSignal = dialect.key !== undefined && field.name === dialect.key && isWord(dialect, field.value);
        if (isSignal) found.signal = { line: number, key: field.key, value: field.value, dress };
        else if (BESIDE.has(field.name) && (!isFenced || (field.name === 'NONCE' && field.value === nonce)))
          found.beside = { line: number, dress };
      }
    },
    /** The last one. @param after - the line of the block that it must be in; 0: of none */
    last: (after: number) =>
      each
        .flatMap(({ dialect, found }) => describe(dialect, found, after) ?? [])
        .toSorted((one, other) => other.line - one.line)[0] ?? null,
  };
};

/** Its place, and the advice for the agent and for people. */
const describe = (
  dialect: Dialect,
  { marker, signal, beside }: Found,
  after: number,
): { readonly dialect: string; readonly line: number; readonly advice: string } | null => {
  if (signal === null || signal.line <= after) return null;
  const opened = marker !== null && marker.line < signal.line && signal.line - marker.line <= NEAR ? marker : null;
  const isBeside = beside !== null && Math.abs(beside.line - signal.line) <= NEAR;
  const isFenced = signal.dress.includes('in a code fence');
  if (opened === null && !isBeside) return null;
  const at = { dialect: dialect.name, line: signal.line };
  const sign = opened?.sign ?? markersOf(dialect)[0];
  const isBelow = sign?.endsWith(':') === true;
  const name = `${signal.key} on line ${signal.line} of the message`;
  const exact = `${dialect.key}: ${signal.value}`;
  if (sign !== undefined && opened === null && !isFenced) {
    const also = signal.dress.length === 0 ? '' : ` It is also ${joined(signal.dress)}.`;
    return {
      ...at,
      advice: `${name} is not in a status block: print the line ${sign} first, then the block as the prompt shows it.${also}`,
    };
  }
  if (opened !== null && opened.dress.length > 0) {
    return {
      ...at,
      line: opened.line,
      advice: `The first line of the status block, on line ${opened.line} of the message, is ${joined(opened.dress)}: print ${opened.sign} alone, at the start of the line`,
    };
  }
  const dress = isBelow ? belowHeader(signal.dress) : signal.dress;
  if (dress.length === 0) return null;
  const where = isBelow ? 'indented by two blanks' : 'from the start of the line';
  return { ...at, advice: `${name} is ${joined(dress)}: print ${exact} as plain text, ${where}` };
};

/** The lines below a header are indented, and nothing else. */
const belowHeader = (dress: readonly string[]): readonly string[] =>
  dress.length === 0 ? ['not indented'] : dress.filter((each) => each !== 'indented');

const joined = (parts: readonly string[]): string => parts.join(' and ');

const isWord = ({ words, key }: Dialect, value: string): boolean =>
  [words.yes, words.no].some(
    (word) => word.split(' ').slice(0, 2).join(' ').toUpperCase() === `${key}: ${value}`.toUpperCase(),
  );

/** Marks of Markdown before a key. A diff has a sign without a blank after it. */
const FIELD =
  /^((?:[ \t>|`*_"'#•+-]|\d{1,3}[.)](?=[ \t]))*)([A-Za-z][A-Za-z_]*)([*_`"']*)[ \t]*([:=|：])([*_`"']*)[ \t]*([^\s*_`"'|]+)[*_`"'|, \t]*$/;

const readDressed = (text: string) => {
  const [, before = '', written = '', closing = '', separator = '', opening = '', value = ''] = FIELD.exec(text) ?? [];
  const key = written.replace(/_+$/, '');
  if (key === '' || /^[+-](?![ \t])/.test(before)) return null;
  const marks = `${closing}${opening}`;
  const dress = [
    ...dressOf(before),
    ...(/[*_]/.test(marks) && !/[*_]/.test(before) ? ['bold'] : []),
    ...(separator === ':' || separator === '|' ? [] : [`followed by ${separator} instead of a colon`]),
    ...(key === key.toUpperCase() ? [] : ['not in upper case']),
  ];
  return { key, name: key.toUpperCase(), value, dress };
};

const dressOf = (before: string): readonly string[] => {
  const found = [
    ...(before.includes('>') ? ['quoted'] : []),
    ...(/[-*+•][ \t]|\d/.test(before) ? ['in a list'] : []),
    ...(before.includes('#') ? ['in a heading'] : []),
    ...(before.includes('|') ? ['in a table'] : []),
    ...(before.includes('`') ? ['in code marks'] : []),
    ...(/["']$/.test(before) ? ['in quotation marks'] : []),
    ...(/[*_]+$/.test(before) ? ['bold'] : []),
  ];
  return /^[ \t]/.test(before) && !found.includes('in a list') && !found.includes('quoted')
    ? ['indented', ...found]
    : found;
};

/** The names of the lines that open a block, without its dashes; a dialect without such lines has none. */
const markersOf = ({ signs, key }: Dialect): readonly string[] =>
  signs.filter((sign) => !sign.startsWith('"') && nameOf(sign) !== key);

const nameOf = (sign: string): string => sign.replaceAll(/\W/g, '');

const signIn = (text: string, dialect: Dialect): string | undefined => {
  if (/^[+-](?![ \t-])/.test(text)) return undefined;
  const name = /^[\W_]*([A-Za-z]\w*[A-Za-z])[\W_]*$/.exec(text)?.[1];
  const signs = markersOf(dialect).filter((sign) => nameOf(sign) === name);
  return signs.find((sign) => text.includes(sign)) ?? signs[0];
};

const dressOfMarker = (text: string, { forms }: Dialect): readonly string[] => {
  if (forms.some((form) => form.open(text) !== null)) return [];
  const [before = ''] = /^[^\w]*/.exec(text) ?? [];
  const dress = dressOf(before.replace(/-{2,}.*$/, ''));
  return dress.length > 0 ? dress : ['not exact'];
};
