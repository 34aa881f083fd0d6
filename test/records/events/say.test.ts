/**
 * The sentences of events, and that every medium prints them: the examples of the reference and the events of recorded runs.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLiveScreen, renderInPipe, renderInTerminal } from '../../../src/cli/watch/choose-screen.ts';
import { createPaint } from '../../../src/cli/render/paint.ts';
import { parseLine } from '../../../src/ledger/ledger-record.ts';
import { listMessages } from '../../../src/page/model/clauses.ts';
import { placeRecord } from '../../../src/page/render-page.ts';
import { listMarks, sayNews } from '../../../src/page/say-record.ts';
import { asWorkRecord, eventsOf, type WorkRecord } from '../../../src/records/records.ts';
import { ACTORS } from '../../../src/records/events/event-kind.ts';
import { isTransient, say } from '../../../src/records/events/events.ts';
import type { RunEvent } from '../../../src/records/run-events.ts';
import { EVENTS } from '../../cli/reference/event-schemas.ts';
import { A_RUN, eventAt } from '../../cli/render/an-event.ts';
import { VARIANTS } from './variants.ts';

const BARE = createPaint(false);
const EXAMPLES: readonly RunEvent[] = [
  ...Object.values(EVENTS).map(({ example }) => eventAt(0, example)),
  ...VARIANTS.map((body) => eventAt(0, body)),
];

const RECORDED = join(import.meta.dirname, '../../recorded/runs');
const RUNS = readdirSync(RECORDED).map((name): readonly [string, readonly WorkRecord[]] => [
  name,
  readFileSync(join(RECORDED, name, 'ledger.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => asWorkRecord(parseLine(line))),
]);
const eventsIn = (records: readonly WorkRecord[]): readonly RunEvent[] =>
  records.flatMap(({ type, at, data }) => eventsOf(type, data as never).map((body) => ({ ...eventAt(0, body), at })));
const headlines = (event: RunEvent) => say(event).filter(({ detail }) => detail !== true);

describe('what is said of an event', () => {
  test('is the same words everywhere', async () => {
    const shown = EXAMPLES.map((event) => {
      const lines = renderInPipe(event, BARE);
      const tones = say(event).map(({ tone, quiet }) => `${tone}${quiet === true ? ', quiet' : ''}`);
      return [event.type, ...lines.map((line, i) => `  [${tones[i] ?? ''}] ${line}`)].join('\n');
    });
    const told = shown.join('\n').replaceAll(/[\d-]{10}T[\d:.]+Z|\d\d:\d\d:\d\d/g, 'THEN');
    await expect(`${told}\n`).toMatchFileSnapshot('said.golden');
  });

  test('of a whole run is a log that can be read from top to bottom', async () => {
    const log = A_RUN.flatMap((event) => renderInPipe(event, BARE));
    await expect(`${log.join('\n')}\n`).toMatchFileSnapshot('a-log.golden');
  });

  test('is nothing for an event of another version', () => {
    expect(say({ type: 'coffee.brewed' } as unknown as RunEvent)).toEqual([]);
    expect(say({ type: 'constructor' } as unknown as RunEvent)).toEqual([]);
  });

  test('brings no control character of a foreign text to a terminal or a log', () => {
    const evil = fc.array(fc.constantFrom('\u001B[2J', '\u001B[31m', '\u001B', '\n', '\r', '\u009B', '\u202E', 'é'));
    fc.assert(
      fc.property(evil, (parts) => {
        for (const event of EXAMPLES.map((each) => spoilt(each, parts.join(''))))
          for (const render of [renderInPipe, renderInTerminal])
            expect(render(event, BARE).join('')).not.toMatch(CONTROL);
        const writes: string[] = [];
        const write = (text: string): unknown => writes.push(text);
        const screen = createLiveScreen({
          write,
          room: () => ({ columns: 80, rows: 24 }),
          colours: false,
          now: () => 0,
        });
        for (const event of EXAMPLES) screen.show(spoilt(event, parts.join('')));
        screen.end();
        expect(
          writes
            .join('')
            .replaceAll(OF_THE_SCREEN, '')
            .replaceAll(/[\r\n]/g, ''),
        ).not.toMatch(CONTROL);
      }),
      { numRuns: 20 },
    );
  });
});

// oxlint-disable-next-line no-control-regex -- control characters are what must not be there
const CONTROL = /[\u0000-\u001F\u007F-\u009F\u202E]/;
/** Positions and colours. */
// oxlint-disable-next-line no-control-regex
const OF_THE_SCREEN = /\u001B\[(?:\?(?:7|25|2026)[hl]|\d+[AB]|J|2?K|\d+m)/g;

/** Each text of it with another behind it; times stay. */
const spoilt = (event: RunEvent, evil: string): RunEvent =>
  JSON.parse(JSON.stringify(event), (key, value: unknown) =>
    typeof value === 'string' && !['type', 'at', 'until', 'open_until', 'code'].includes(key)
      ? `${value}${evil}`
      : value,
  ) as RunEvent;

describe.each(RUNS)('the recorded run %s', (_name, records) => {
  const events = eventsIn(records);

  test('is told in a terminal by the lines of a pipe, without those that its live lines show', () => {
    const pipe = events.flatMap((event) => renderInPipe(event, BARE));
    const terminal = events.flatMap((event) => renderInTerminal(event, BARE));
    const bare = (line: string): string => line.replace(/^ {2}\d\d:\d\d (?:[✓✗] )?/, '').trim();
    expect(pipe.length).toBeGreaterThan(terminal.length);
    for (const line of terminal) expect(pipe.some((each) => each.endsWith(bare(line)))).toBe(true);
  });

  test('is told on the page by the same sentences, each between actors that have a lane', () => {
    const messages = listMessages(records.map((record) => placeRecord(record, 1)));
    expect(messages.map(({ text }) => text.slice(0, 200))).toEqual(
      events.flatMap(headlines).map(({ text }) => text.slice(0, 200)),
    );
    expect(messages.every(({ from, to }) => ACTORS.includes(from) && ACTORS.includes(to))).toBe(true);
    const marks = listMarks(records).map(({ text }) => text);
    expect(messages.map(({ text }) => text)).toEqual(expect.arrayContaining(marks));
  });
});

test('the page is told what no record will say: the sentence of a transient event that its other parts do not show', () => {
  for (const event of EXAMPLES) {
    const loud = headlines(event).findLast(({ quiet }) => quiet !== true)?.text ?? null;
    expect(sayNews(event), event.type).toBe(isTransient(event.type) ? loud : null);
  }
  expect(sayNews(eventAt(0, { type: 'notice', text: 'Resumed.' }))).toBe('Resumed.');
});
