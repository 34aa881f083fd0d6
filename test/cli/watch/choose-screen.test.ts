import { describe, expect, test } from 'vitest';
import { chooseScreen } from '../../../src/cli/watch/choose-screen.ts';
import type { RunEvent } from '../../../src/index.ts';
import { createMemoryIo } from '../memory-io.ts';
import { A_RUN, eventAt } from '../render/an-event.ts';

/** Resets the terminal, fills its clipboard, sets its title, queries it, clears it, and reverses the text. */
const EVIL = '\u001Bc\u001B]52;c;aGk=\u0007\u001B]0;x\u001B\\\u001BP$qm\u009C\u009B2J\u202E\r\n';
/** The control sequences of the screen itself: positions and colours. */
// oxlint-disable-next-line no-control-regex
const OWN = /\u001B\[(?:\?(?:7|25|2026)[hl]|\d+[AB]|J|2?K|(?:1|2|22|31|32|33|39)m)/g;

/** Every text and number, as a program that poses as the loop could write it, except the keys of the renderers. */
const spoil = (value: unknown, key = ''): unknown => {
  if (['type', 'at', 'until', 'for', 'to', 'outcome', 'usage', 'remaining'].includes(key)) return value;
  if (typeof value === 'string' || typeof value === 'number') return `${value}${EVIL}`;
  if (Array.isArray(value)) return value.map((each) => spoil(each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, spoil(inner, name)]));
};
const EVENTS: readonly RunEvent[] = [
  ...A_RUN,
  eventAt(90, { type: 'work.committed', phase: 'RED', commit: 'c', branch: 'b', subject: 's' } as never),
  eventAt(91, { type: 'check.started', phase: 'RED', iteration: 1, check: 'lint' } as never),
];

describe.each([true, false])('the screen of a run, live: %s', (isLive) => {
  test('writes no control sequence from any text of any event', () => {
    const { io, stdout } = createMemoryIo({ isLive, colours: true });
    const screen = chooseScreen({}, io);
    for (const event of EVENTS) screen.show(spoil(event) as RunEvent);
    if (isLive) screen.say(`it ended${EVIL}`);
    screen.end();
    expect(stdout()).toContain('GREEN');
    const written = stdout()
      .replaceAll(OWN, '')
      .replaceAll(/[\r\n]/g, '');
    // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
    expect(written).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202E]/);
  });
});

test('with --json an event is unchanged for a program, and has no control sequence', () => {
  const { io, stdout } = createMemoryIo();
  const event = eventAt(0, { type: 'notice', text: EVIL });
  chooseScreen({ json: true }, io).show(event);
  expect(JSON.parse(stdout())).toEqual(event);
  // oxlint-disable-next-line no-control-regex -- control characters are what must not be there
  expect(stdout().trimEnd()).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202E]/);
});
