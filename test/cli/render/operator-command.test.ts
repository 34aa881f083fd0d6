import { describe, expect, it } from 'vitest';
import { renderChanges } from '../../../src/cli/commands/operator/accept.command.ts';
import { renderEvent } from '../../../src/cli/render/event-lines.ts';
import { createLiveScreen } from '../../../src/cli/render/live/live-screen.ts';
import { createPaint } from '../../../src/cli/render/text/paint.ts';
import type { RunEvent } from '../../../src/index.ts';
import { screenOf } from './a-screen.ts';
import { eventAt } from './an-event.ts';

const BY = { phase: 'GREEN', by: 'ada', reason: 'no\u001B[2J tests\nneeded' };
const COMMANDS: readonly RunEvent[] = [
  eventAt(1, { type: 'operator.skipped', ...BY }),
  eventAt(2, { type: 'operator.reset', ...BY }),
  eventAt(3, { type: 'operator.accepted', ...BY, files: ['a.js'], tests: ['a.js > one'] }),
  eventAt(4, { type: 'operator.guided', phase: 'GREEN', by: 'ada', text: 'Look into\nlib/.' }),
  eventAt(4, { type: 'operator.approved', phase: 'GREEN', iteration: 2, tree: 'c0ffee'.repeat(10), by: 'ada' }),
  eventAt(4, { type: 'operator.rejected', ...BY, iteration: 2, tree: 'c0ffee'.repeat(10) }),
  eventAt(5, { type: 'operator.aborted', by: 'ada', reason: 'enough' }),
];
const LINES = [
  'operator  GREEN skipped by ada: no tests needed',
  'operator  counts reset by ada: no tests needed',
  'operator  a.js, missing test "a.js > one" accepted by ada: no tests needed',
  'operator  guidance by ada: Look into lib/.',
  'operator  GREEN 2 approved by ada (sources c0ffeec0ffee)',
  'operator  GREEN 2 rejected by ada: no tests needed',
  'operator  aborted by ada: enough',
];

describe('operator commands', () => {
  it('are one line each in a pipe, without control characters', () => {
    expect(COMMANDS.flatMap((event) => renderEvent(event, createPaint(false)))).toEqual(LINES);
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
      now: () => Date.parse(COMMANDS[0]?.at ?? ''),
    });
    for (const event of COMMANDS) screen.show(event);
    screen.end();
    expect(screenOf([shown]).join('\n').trimEnd().split('\n')).toEqual(LINES.map((line) => `  03:04 ${line}`));
  });
});

describe('the changes to accept', () => {
  it('are listed by name, with the commands that accept them', () => {
    const files = [
      { path: 'a\u001B[2J.js', what: 'changed' },
      { path: 'vitest.config.ts', what: 'appeared' },
      { path: 'b.test.js', what: 'removed', renamed_to: 'c.test.js' },
    ] as const;
    expect(renderChanges('r1', { files, tests: ['a.js > one'], writes: ['out/**'] })).toMatchInlineSnapshot(`
      "Changes to the frozen files of r1:
        changed   a.js
        appeared  vitest.config.ts
        renamed   b.test.js, to c.test.js: needs no approval once its tests are reported from there
        missing   a.js > one
      Sources that each test run writes:
        written   out/**
      Next:
        dualgate accept FILE -m "why"     accept a file as it is; recorded in the ledger
        dualgate accept --tests -m "why"  accept the missing tests
        dualgate accept --writes 'out/**' -m "why"  does not count as a source for the rest of this run"
    `);
    expect(renderChanges('r1', { files: [], tests: [], writes: [] })).toBe('No frozen file of r1 has changed.');
  });
});
