import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { repaint } from '../../../src/cli/watch/choose-screen.ts';
import { screenOf } from './a-screen.ts';

const WIDE = 40;
// oxlint-disable-next-line no-control-regex -- what is looked for
const UP = /\r\u001B\[(\d+)A/;
const shown = (writes: readonly string[]) => screenOf(writes, { columns: WIDE, rows: 100 });
const line = fc.stringMatching(/^[a-z][a-z ]{0,37}$/).map((text) => text.trimEnd());
const step = fc.record({
  above: fc.array(fc.stringMatching(/^[A-Z]{1,90}$/), { maxLength: 3 }),
  block: fc.array(line, { maxLength: 5 }),
});

describe('repainting a block', () => {
  test('keeps the lines above, each once, and only the last block', () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
        let painted: readonly string[] = [];
        const writes = steps.map(({ above, block }) => {
          const write = repaint(painted, { above, block }, WIDE);
          painted = block;
          return write;
        });
        const scrolled = steps.flatMap(({ above }) => above.flatMap((each) => each.match(/.{1,40}/g) ?? []));
        const left = shown(writes);
        // Below the last scrolled line is an empty one, until there is a block.
        while (left.at(-1) === '') left.pop();
        expect(left).toEqual([...scrolled, ...painted]);
      }),
    );
  });

  test('moves up by the height of the block in a narrower terminal', () => {
    const painted = ['x'.repeat(39), 'y'.repeat(21), 'z'];
    const up = (columns: number, ...there: readonly string[]) =>
      UP.exec(repaint(there.length === 0 ? painted : there, { above: [], block: ['a'] }, columns))?.[1];
    expect([up(40), up(39), up(38), up(20), up(13), up(10)]).toEqual(['2', '2', '3', '4', '5', '7']);
    // Two columns each, whatever their length.
    expect(up(10, '日本語日本語', 'z')).toBe('2');
  });

  test('hides the cursor with the first block and shows it with the last, in one write', () => {
    const [first, second, last] = [
      repaint([], { above: [], block: ['a'] }, WIDE),
      repaint(['a'], { above: ['b'], block: ['c'] }, WIDE),
      repaint(['c'], { above: [], block: [] }, WIDE),
    ];
    const cursor = (text: string) => ['l', 'h'].filter((how) => text.includes(`\u001B[?25${how}`));
    expect([first, second, last].map(cursor)).toEqual([['l'], [], ['h']]);
    for (const write of [first, second, last])
      expect([write.startsWith('\u001B[?2026h'), write.endsWith('\u001B[?2026l')]).toEqual([true, true]);
    expect(repaint([], { above: ['only a line'], block: [] }, WIDE)).toBe('only a line\n');
  });

  test('never erases everything below from the start of a line, which tmux would keep', () => {
    const writes = [
      repaint(['a', 'b'], { above: ['c'], block: ['d'] }, WIDE),
      repaint(['a', 'b'], { above: ['c'], block: [] }, WIDE),
      repaint(['a', 'b'], { above: [], block: [] }, WIDE),
      repaint(['a', 'b'], { above: [], block: ['d'] }, WIDE),
    ];
    // oxlint-disable-next-line no-control-regex -- what is looked for
    for (const write of writes) expect(write).not.toMatch(/(?:[\r\n]|\u001B\[\d+A|\u001B\[\?7l)\u001B\[J/);
  });
});
