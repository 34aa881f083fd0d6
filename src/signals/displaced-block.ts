/**
 * A block that is indented or quoted as a whole is never read: that is how blocks are shown. It is only named as that.
 *
 * @module
 */
import type { Signal } from '../../gates/iteration.ts';
import type { Dialect } from '../systems/dialect.ts';
import type { Line } from '../blocks/line.ts';
import { noSignal } from '../blocks/no-signal.ts';

/** What to say of it when this line shows one and nothing else is said; `null` when it shows none. */
export const nameDisplaced = ({ text, number }: Line, dialects: readonly Dialect[]): Signal | null => {
  const [before = ''] = /^[ \t>]+/.exec(text) ?? [];
  if (before === '') return null;
  const bare = text.slice(before.length).replace(/^(?:\*\*|__|\{[ \t]*)/, '');
  const dialect = dialects.find(({ signs }) => signs.some((sign) => bare.startsWith(sign)));
  if (dialect === undefined) return null;
  const how = before.includes('>') ? 'quoted' : 'indented';
  return {
    ...noSignal('signal_missing', dialect.name, number),
    way_out: `The status block is ${how}: print its markers, or its first line, at the start of the line`,
  };
};
