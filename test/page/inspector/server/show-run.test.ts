import { symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { showRun, createLookAtAgent } from '../../../../src/page/inspector/server/show-run.ts';
import type { RunEvent } from '../../../../src/records/run-events.ts';
import { withAnchorsAside } from '../../../run/a-workspace.ts';
import { aFinishedRun, RUN } from './a-finished-run.ts';
import { toASleeper } from './a-sleeper.ts';
import { aGoingRun } from './a-going-run.ts';

describe('show run', () => {
  beforeEach(withAnchorsAside);

  /** As large as the page takes them: 40 kilobytes. */
  const wide = Object.fromEntries(Array.from({ length: 75 }, (_, i) => [`key${i}`, 'x'.repeat(500)]));
  const events = { v: 4, at: '2026-01-13T10:00:00.000Z', run: RUN, type: 'notice', text: 'x', ...wide } as RunEvent;

  describe('one run, shown to one reader', () => {
    test('a reader that takes no events is disconnected: its backlog is bounded, however long the run is', async () => {
      const { config, folders } = await aFinishedRun();
      const { stream } = await toASleeper({ maxBytes: 100_000, patienceMs: 50 });
      const shown = showRun({
        stream,
        found: { run: RUN, config, ledger: folders.ledger },
        after: -1,
        commands: false,
        ending: new AbortController().signal,
        listen: (_found, onEvent) => {
          for (let n = 0; n < 900; n += 1) onEvent(events);
          return { attend: () => {} };
        },
      });
      await expect.poll(() => stream.gone.aborted, { timeout: 4_000 }).toBe(true);
      await shown;
    });
  });
});

describe('look at agent', () => {
  const STEP = {
    phase: 'GREEN',
    iteration: 1,
    of: 10,
    doing: 'agent',
    since: '2026-01-13T10:00:00.000Z',
    counts: null,
    green_runs: 0,
    green_runs_wanted: null,
    green_tree: null,
  } as const;

  beforeEach(withAnchorsAside);

  const looking = async () => {
    const run = await aGoingRun();
    const look = createLookAtAgent({ run: RUN, config: run.config, ledger: run.folders.ledger });
    return { ...run, look: () => look(STEP)?.lines };
  };

  describe('the last lines of the agent that works', () => {
    test('are five at most, without blank ones, and are told again only after it printed more', async () => {
      const { print, look } = await looking();
      expect([look(), look()]).toEqual([[], undefined]);
      print('one\n\ntwo\nthree\n   \nfour\nfive\nsix\n');
      expect(look()).toEqual(['two', 'three', 'four', 'five', 'six']);
      expect(look()).toBeUndefined();
      print('seven');
      expect(look()).toEqual(['three', 'four', 'five', 'six', 'seven']);
    });

    test('are those of the stream that was written last, with the time of it', async () => {
      const { print, folders, config } = await looking();
      const look = createLookAtAgent({ run: RUN, config, ledger: folders.ledger });
      print('on stdout\n');
      print('on stderr\n', 'stderr');
      const file = (stream: string): string => join(folders.transcripts, `green-1-1.${stream}`);
      utimesSync(file('stdout'), 1_000, 1_000);
      utimesSync(file('stderr'), 2_000, 2_000);
      expect(look(STEP)).toEqual({
        phase: 'GREEN',
        iteration: 1,
        lines: ['on stderr'],
        at: new Date(2_000_000).toISOString(),
      });
    });

    test('have no secret that an event writes in numbers', async () => {
      const { print, look } = await looking();
      print('{"type":"text","text":"it is API_KEY=hunt\\u0065r2 and \\u0041PI_KEY=hunter2"}\n');
      expect(look()).toEqual(['it is API_KEY=[redacted] and API_KEY=[redacted]']);
    });

    test('have neither colours nor control characters nor secrets, and a huge line is cut', async () => {
      const { print, look } = await looking();
      print('\u001B[31mred\u001B[0m\n<script>alert(1)</script>\n10 %\r20 %\r30 %\na\u0007b\u202Ec\n');
      print(`API_TOKEN=swordfish-and-more ${'x'.repeat(20_000)}\n`);
      expect(look()).toEqual([
        'red',
        '<script>alert(1)</script>',
        '30 %',
        'a\u2407b[U+202E]c',
        expect.stringMatching(/^API_TOKEN=\[redacted\] x{150,200}… \(cut: [\d,]+ characters\)$/),
      ]);
      print('y'.repeat(2_000_000));
      expect(look()).toEqual([expect.stringMatching(/^…y{199}$/)]);
    });

    test('of a stream of events are their words', async () => {
      const { print, look } = await looking();
      const events = [
        { type: 'system', session_id: 'x' },
        { type: 'assistant', message: { content: [{ type: 'text', text: 'I add the digits.\nThen I test.' }] } },
        {
          type: 'assistant',
          message: { content: [{ type: 'tool_use', name: 'Bash', input: { command: 'npm test' } }] },
        },
      ];
      print(events.map((event) => `${JSON.stringify(event)}\n`).join(''));
      expect(look()).toEqual(['I add the digits.', 'Then I test.', 'npm test']);
    });

    test('of a key with several lines show no line of it', async () => {
      const { print, look } = await looking();
      print('-----BEGIN PRIVATE KEY-----\nMIIabcdefgh\nqrstuvwxyz\n-----END PRIVATE KEY-----\nafter\n');
      expect(look()).toEqual(['[redacted]', 'after']);
    });

    test('are not read from a link that stands in their place', async () => {
      const { folders, look } = await looking();
      const secret = join(folders.run, 'secret');
      writeFileSync(secret, 'not for the page\n');
      symlinkSync(secret, join(folders.transcripts, 'green-1-2.stdout'));
      expect(look()).toEqual([]);
    });
  });
});
