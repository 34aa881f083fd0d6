/**
 * The deciding keys of a block, each with one value or a conflict. Only the exact key can satisfy; to veto, a key may be
 * written in any way, so that a second, different value is never overlooked.
 *
 * @module
 */
import { readScalar, type BlockField } from './block-fields.ts';

export type Reading =
  | { readonly found: 'one'; readonly value: string }
  | { readonly found: 'none' }
  | { readonly found: 'conflict' };

/** The value of a key that may occur several times with equal values (rule 3.7). The case of the key does not matter. */
export const readDecidingKey = (fields: readonly BlockField[], key: string): Reading =>
  agree(fields.filter(({ name }) => name === key).map(({ value }) => value));

/** As `readDecidingKey`, for the signal itself: the key must match exactly, and the same word in a list, bold or indented must not differ. */
export const readSignalKey = (fields: readonly BlockField[], lines: readonly string[], key: string): Reading => {
  if (!fields.some((field) => field.key === key)) return { found: 'none' };
  const strict = readDecidingKey(fields, key);
  if (strict.found !== 'one') return strict;
  const loose = lines.flatMap((line) => looseValue(line, key));
  return agree([strict.value, ...loose]);
};

const agree = (values: readonly string[]): Reading => {
  const [first, ...others] = values;
  if (first === undefined) return { found: 'none' };
  return others.every((other) => fold(other) === fold(first)) ? { found: 'one', value: first } : { found: 'conflict' };
};

const looseValue = (line: string, key: string): readonly string[] => {
  // Fields at column 0 were already read.
  if (/^[A-Za-z]/.test(line)) return [];
  const bare = line.replaceAll(/[*`>]/g, '').replace(/^[ \t+-]*/, '');
  const [, name = '', value = ''] = /^(\w+)[ \t]*:(.*)$/.exec(bare) ?? [];
  return fold(name) === key ? [readScalar(value)] : [];
};

const fold = (word: string): string => word.toUpperCase();
