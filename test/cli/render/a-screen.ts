/**
 * A small terminal of a fixed size: its lines after all writes, scrolled lines first. It refuses unknown control sequences. A real
 * terminal that is resized is in test/end-to-end/live-view.test.ts.
 *
 * @module
 */

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** Every line of the terminal, without empty ones at the end; no character may be wide. */
export const screenOf = (writes: readonly string[], { columns, rows }: Size = { columns: 200, rows: 24 }): string[] => {
  const lines: string[] = [''];
  let [row, column, wraps] = [0, 0, true];
  const down = () => {
    row += 1;
    lines[row] ??= '';
  };
  const put = (character: string) => {
    if (column >= columns && wraps) {
      down();
      column = 0;
    }
    const at = Math.min(column, columns - 1);
    const line = (lines[row] ?? '').padEnd(at);
    lines[row] = line.slice(0, at) + character + line.slice(at + 1);
    column = at + 1;
  };
  const erase = (at: number, from: number) => {
    lines[at] = (lines[at] ?? '').slice(0, from);
  };
  const obey = (order: string) => {
    // oxlint-disable-next-line no-control-regex -- control sequences
    const [, count = '', word] = /^\u001B\[\??([\d;]*)([A-Za-z])$/.exec(order) ?? [];
    if (word === 'A') {
      const top = Math.max(0, lines.length - rows);
      row = Math.max(top, row - Number(count));
    } else if (word === 'B') row = Math.min(row + Number(count), lines.length - 1);
    else if (word === 'K') erase(row, count === '2' ? 0 : column);
    else if (word === 'J') {
      erase(row, column);
      lines.length = row + 1;
    } else if (count === '7') wraps = word === 'h';
    else if (word !== 'm' && !['25', '2026'].includes(count)) throw new Error(`Cannot obey ${JSON.stringify(order)}`);
  };
  // oxlint-disable-next-line no-control-regex
  for (const [part] of writes.join('').matchAll(/\u001B\[[^A-Za-z]*[A-Za-z]|[\s\S]/gu)) {
    if (part === '\n') {
      down();
      column = 0;
    } else if (part === '\r') column = 0;
    else if (part.startsWith('\u001B')) obey(part);
    else put(part);
  }
  // Empty lines below the cursor were never written.
  while (lines.length > row + 1 && lines.at(-1)?.trim() === '') lines.pop();
  return lines.map((line) => line.trimEnd());
};
