import { describe, expect, it } from 'vitest';
import { renderChanges } from '../../../src/cli/commands/accept.command.ts';
import { renderEvent } from '../../../src/cli/render/event-lines.ts';
import { createLiveScreen } from '../../../src/cli/render/live/live-screen.ts';
import { createPaint } from '../../../src/cli/render/text/paint.ts';
import type { RunEvent } from '../../../src/index.ts';
import { screenOf } from './a-screen.ts';
import { told } from './news.ts';

const BY = { phase: 'GREEN', by: 'ada', reason: 'no\u001B[2J tests\nneeded' };
const ORDERS: readonly RunEvent[] = [
  told(1, { type: 'operator.skipped', ...BY }),
  told(2, { type: 'operator.reset', ...BY }),
  told(3, { type: 'operator.accepted', ...BY, files: ['a.js'], tests: ['a.js > one'] }),
  told(4, { type: 'operator.guided', phase: 'GREEN', by: 'ada', text: 'Look into\nlib/.' }),
  told(5, { type: 'operator.aborted', by: 'ada', reason: 'enough' }),
];
const LINES = [
  'operator  GREEN skipped by ada: no tests needed',
  'operator  counts reset by ada: no tests needed',
  'operator  a.js, the end of "a.js > one" accepted by ada: no tests needed',
  'operator  the agent is told by ada: Look into lib/.',
  'operator  aborted by ada: enough',
];

describe("an operator's orders", () => {
  it('are one line each in a pipe, disarmed', () => {
    expect(ORDERS.flatMap((event) => renderEvent(event, createPaint(false)))).toEqual(LINES);
  });

  it('stay above the live line of a terminal', () => {
    let shown = '';
    const write = (text: string) => {
      shown += text;
    };
    const screen = createLiveScreen({
      write,
      room: () => ({ columns: 80, rows: 24 }),
      colours: false,
      now: () => Date.parse(ORDERS[0]?.at ?? ''),
    });
    for (const event of ORDERS) screen.show(event);
    screen.end();
    expect(screenOf([shown]).join('\n').trimEnd().split('\n')).toEqual(LINES.map((line) => `  03:04 ${line}`));
  });
});

describe('what there is to accept', () => {
  it('is listed by name, with the way to accept it', () => {
    const files = [
      { path: 'a\u001B[2J.js', what: 'changed' },
      { path: 'vitest.config.ts', what: 'appeared' },
      { path: 'b.test.js', what: 'removed', renamed_to: 'c.test.js' },
    ] as const;
    expect(renderChanges('r1', { files, tests: ['a.js > one'], writes: ['out/**'] })).toMatchInlineSnapshot(`
      "Changed of what r1 holds fast:
        changed   a.js
        appeared  vitest.config.ts
        renamed   b.test.js, to c.test.js: no loss once its tests are reported from there
        gone      a.js > one
      Written by each test run, and a source all the same:
        written   out/**
      Next:
        dualgate accept FILE -m "why"     hold a file fast as it is; recorded for ever
        dualgate accept --tests -m "why"  let the tests be gone
        dualgate accept --writes 'out/**' -m "why"  leave it out, for the rest of this run"
    `);
    expect(renderChanges('r1', { files: [], tests: [], writes: [] })).toBe(
      'Everything that r1 holds fast is as it was.',
    );
  });
});
