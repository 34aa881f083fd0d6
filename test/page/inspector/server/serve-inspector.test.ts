import { appendFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test, beforeEach } from 'vitest';
import { admit, type Asked } from '../../../../src/page/inspector/server/serve-inspector.ts';
import { anchorFolder, writeAnchor } from '../../../../src/ledger/anchor.ts';
import { PageError } from '../../../../src/page/render-page.ts';
import type { RunEvent } from '../../../../src/records/run-events.ts';
import { withAnchorsAside } from '../../../run/a-workspace.ts';
import { aFinishedRun, LINES, RUN } from './a-finished-run.ts';
import { aPage, type Events, type Message } from './a-page.ts';

describe('serve inspector', () => {
  /** Numbers of the records that came. */
  const recordsIn = ({ messages }: Events): number =>
    messages.reduce((sum, each) => sum + (each.name === 'records' ? each.data.length : 0), 0);
  const isLast = (last: number) => (message: Message) => message.id === last;

  beforeEach(withAnchorsAside);

  describe('the server of the page', () => {
    test('serves the page to who has its address, and no other page can load, frame or read it', async () => {
      const { config } = await aFinishedRun();
      const { ask, token } = await aPage(config);
      const { status, headers, body } = await ask(`/?token=${token}`);
      expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'referrer-policy': 'no-referrer',
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
      });
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      );
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(body).not.toContain(token);
    });

    test('says the same nothing to everybody else, wherever they look', async () => {
      const { config } = await aFinishedRun();
      const { ask, command, token } = await aPage(config);
      const answers = await Promise.all([
        ask('/'),
        ask('/nothing'),
        ask(`/events?run=${RUN}`),
        ask(`/runs?token=${token}`, { host: 'evil.example' }),
        ask(`/runs?token=${token}`, { origin: 'http://evil.example' }),
        command({ run: RUN, command: 'abort', reason: 'x' }, { 'x-dualgate-token': 'no' }),
        command({ run: RUN, command: 'abort', reason: 'x' }, { origin: 'http://evil.example' }),
      ]);
      const [first, ...others] = answers.map((each) => ({ ...each, headers: { ...each.headers, date: '' } }));
      expect(first).toMatchObject({ status: 403, body: '' });
      for (const other of others) expect(other).toEqual(first);
    });

    test('lists the runs, sends the head and every record of one, and continues where a reader was cut off', async () => {
      const { config } = await aFinishedRun();
      const { ask, events, token } = await aPage(config);
      const { runs } = JSON.parse((await ask(`/runs?token=${token}`)).body);
      expect(runs).toEqual([{ run: RUN, spec: 'specs/shout.md', status: 'completed', at: expect.any(String) }]);
      const all = events(RUN);
      await all.until(isLast(LINES.length - 1));
      expect(all.messages[0]).toMatchObject({
        name: 'head',
        data: { v: 1, run: RUN, spec: 'specs/shout.md', going: false, commands: true },
      });
      expect(recordsIn(all)).toBe(LINES.length);
      const rest = events(RUN, LINES.length - 3);
      await rest.until(isLast(LINES.length - 1));
      expect(recordsIn(rest)).toBe(2);
    });

    test('shows the first run that there is to who names none, however late it begins', async () => {
      const { config, folders } = await aFinishedRun();
      rmSync(folders.ledger);
      const { events } = await aPage(config);
      const seen = events(null, 3);
      const first = events(null);
      writeFileSync(folders.ledger, LINES.join(''));
      await Promise.all([seen, first].map((each) => each.until(isLast(LINES.length - 1))));
      // The number of a record is one of a run that was named.
      expect([recordsIn(seen), recordsIn(first)]).toEqual([LINES.length, LINES.length]);
    });

    test('sends the head again with the first record: an earlier reader has only the config', async () => {
      const { config, folders } = await aFinishedRun('');
      const { events } = await aPage(config);
      const early = events(RUN);
      await early.until(({ name }) => name === 'head');
      writeFileSync(folders.ledger, LINES.join(''));
      await early.until(isLast(LINES.length - 1));
      const late = events(RUN);
      await late.until(isLast(LINES.length - 1));
      const headsIn = ({ messages }: Events) =>
        messages.flatMap((each) => (each.name === 'head' ? [{ ...each.data, at: '' }] : []));
      expect(headsIn(early).length).toBe(2);
      expect(headsIn(early).at(-1)).toEqual(headsIn(late)[0]);
      expect(headsIn(early)[0]).not.toEqual(headsIn(late)[0]);
    });

    test('follows a ledger record by record, and only by whole lines', async () => {
      const { config, folders } = await aFinishedRun(LINES.slice(0, 3).join(''));
      const { events } = await aPage(config);
      const seen = events(RUN);
      await seen.until(isLast(2));
      const [fourth = '', fifth = ''] = LINES.slice(3, 5);
      appendFileSync(folders.ledger, fourth + fifth.slice(0, 40));
      await seen.until(isLast(3));
      appendFileSync(folders.ledger, fifth.slice(40));
      await seen.until(isLast(4));
      expect(seen.messages.map(({ name }) => name)).toEqual([
        'head',
        ...Array.from({ length: 3 }, () => ['records', 'rows', 'status']).flat(),
      ]);
    });

    test('shows nothing as true that does not follow: it says what is wrong, and stops there', async () => {
      const { config, folders } = await aFinishedRun(LINES.slice(0, 4).join(''));
      const { events } = await aPage(config);
      const seen = events(RUN);
      await seen.until(isLast(3));
      const forged = (LINES[4] ?? '').replace('"data":{', '"data":{"forged":true,');
      appendFileSync(folders.ledger, forged + LINES.slice(5).join(''));
      const trouble = await seen.until(({ name }) => name === 'trouble');
      expect(trouble.data).toEqual({
        said: expect.stringMatching(/^Cannot trust the ledger of .*: record 4 \(line 5\) was changed/),
        sound: 4,
      });
      expect(recordsIn(seen)).toBe(4);
    });

    test('shows the records before the break of a ledger that was already broken', async () => {
      const { config } = await aFinishedRun(LINES.toSpliced(6, 1).join(''));
      const { events } = await aPage(config);
      const seen = events(RUN);
      const trouble = await seen.until(({ name }) => name === 'trouble');
      expect(trouble.data).toEqual({
        said: expect.stringMatching(
          /^Cannot trust the ledger of .*: record 6 is missing before line 7\. Do not continue from this ledger\. Restore it/,
        ),
        sound: 6,
      });
      expect(seen.messages.map(({ name }) => name)).toEqual(['head', 'records', 'rows', 'status', 'trouble']);
      expect([recordsIn(seen), seen.messages[1]?.id]).toEqual([6, 5]);
    });

    test('of a ledger that was sealed anew nothing is shown, also where its chain breaks later', async () => {
      const { config } = await aFinishedRun(LINES.toSpliced(6, 1).join(''));
      writeAnchor(anchorFolder(process.env), RUN, { seq: 2, hash: '0'.repeat(64), at: '2026-01-13T10:00:00.000Z' });
      const { events } = await aPage(config);
      const seen = events(RUN);
      const trouble = await seen.until(({ name }) => name === 'trouble');
      expect(trouble.data).toMatchObject({ sound: 0 });
      expect(recordsIn(seen)).toBe(0);
    });

    test('says so when the ledger is cut under its eyes', async () => {
      const { config, folders } = await aFinishedRun();
      const { events } = await aPage(config);
      const seen = events(RUN);
      await seen.until(isLast(LINES.length - 1));
      writeFileSync(folders.ledger, LINES[0] ?? '');
      const trouble = await seen.until(({ name }) => name === 'trouble');
      expect(trouble.data).toEqual({
        said: expect.stringMatching(/it was cut, or replaced with another file/),
        sound: LINES.length,
      });
    });

    test('sends the events of its own runs after their records, one for many tests that stream in, and never the output of the agent', async () => {
      const { config } = await aFinishedRun();
      const { events, inspector } = await aPage(config);
      const said = (event: object) =>
        inspector.receive({ v: 4, at: '2026-01-13T10:00:00.000Z', run: RUN, ...event } as RunEvent);
      said({ type: 'run.started', phases: ['RED'], phase: 'RED', resumed: true, folder: config.folder });
      const seen = events(RUN);
      await seen.until(isLast(LINES.length - 1));
      said({ type: 'agent.output', phase: 'RED', iteration: 1, stream: 'stdout', text: 'a secret' });
      for (let n = 1; n <= 5_000; n += 1)
        said({ type: 'test.passed', file: 'a', name: `${n}`, suite_passing: n, suite_failing: 0, suite_skipped: 0 });
      said({ type: 'notice', text: `${'x'.repeat(50_000)}\u202Eevil\u001B[2J` });
      await seen.until(({ name, data }) => name === 'event' && data.type === 'notice');
      const got = seen.messages.flatMap((each) => (each.name === 'event' ? [each.data] : []));
      expect(got.map(({ type }) => type)).not.toContain('agent.output');
      expect(got.findLast(({ type }) => type === 'test.passed')).toMatchObject({ suite_passing: 5_000 });
      expect(got.length).toBeLessThan(50);
      expect(JSON.stringify(got).length).toBeLessThan(50_000);
    });

    test('disconnects a reader with too many unread events, and serves it when it comes back', async () => {
      const { config } = await aFinishedRun();
      const { events, inspector } = await aPage(config);
      const flooded = events(RUN);
      await flooded.until(isLast(LINES.length - 1));
      for (let n = 0; n < 5_000; n += 1)
        inspector.receive({ v: 4, at: '2026-01-13T10:00:00.000Z', run: RUN, type: 'notice', text: `${n}` });
      await flooded.ended;
      expect(flooded.messages.at(-1)?.name).not.toBe('over');
      await events(RUN).until(isLast(LINES.length - 1));
    });

    test('sends its end to every reader, and disconnects', async () => {
      const { config } = await aFinishedRun();
      const { events, inspector } = await aPage(config);
      const seen = events(RUN);
      await seen.until(({ name }) => name === 'head');
      await inspector.close();
      await seen.ended;
      expect(seen.messages.at(-1)).toEqual({
        name: 'over',
        data: { said: 'The server has ended. The page stays as it is. To show the run again, run dualgate inspect.' },
        id: null,
      });
      expect(recordsIn(seen)).toBe(LINES.length);
    });

    test('says which port it cannot have', async () => {
      const { config } = await aFinishedRun();
      const { inspector } = await aPage(config);
      const port = Number(new URL(inspector.url).port);
      await expect(aPage(config, { port })).rejects.toThrow(PageError);
    });
  });
});

const TOKEN = 'a-token-of-forty-three-characters-0123456789';
const OWN = { port: 4000, token: TOKEN };
const asked = (spoil: Partial<Asked> = {}, headers: Asked['headers'] = {}): Asked => ({
  method: 'GET',
  url: `/runs?token=${TOKEN}`,
  ...spoil,
  headers: { host: '127.0.0.1:4000', ...headers },
});

describe('who asks', () => {
  test.each([
    ['the page', asked({ url: `/?token=${TOKEN}` }), 'page'],
    ['for the page by its other name', asked({}, { host: 'localhost:4000', origin: 'http://localhost:4000' }), 'runs'],
    [
      'for older rows',
      asked({ url: `/rows?run=a&from=1&to=2&token=${TOKEN}` }, { 'sec-fetch-site': 'same-origin' }),
      'rows',
    ],
    ['for work items', asked({ url: `/items?token=${TOKEN}` }, { 'sec-fetch-site': 'same-origin' }), 'items'],
    ['for records', asked({ url: `/records?run=a&n=2&token=${TOKEN}` }), 'records'],
    ['for events', asked({ url: `/events?run=a&token=${TOKEN}` }, { 'sec-fetch-site': 'same-origin' }), 'events'],
    ['to give a command', asked({ method: 'POST', url: '/commands' }, { 'x-dualgate-token': TOKEN }), 'commands'],
    ['for what is not there', asked({ url: `/etc/passwd?token=${TOKEN}` }), 'nowhere'],
    [
      'from a link elsewhere, with the token',
      asked({ url: `/?token=${TOKEN}` }, { 'sec-fetch-site': 'cross-site' }),
      'page',
    ],
  ])('%s and may is let in', (_, who, place) => {
    expect(admit(who, OWN)?.place).toBe(place);
  });

  test.each([
    ['without the token', asked({ url: '/runs' })],
    ['with an empty one', asked({ url: '/runs?token=' })],
    ['with a part of it', asked({ url: `/runs?token=${TOKEN.slice(0, -1)}` })],
    ['with more than it', asked({ url: `/runs?token=${TOKEN}x` })],
    ['for the page without the token', asked({ url: '/' })],
    ['by a name that was rebound to this machine', asked({}, { host: 'evil.example:4000' })],
    ['by a name that only begins like ours', asked({}, { host: '127.0.0.1:4000.evil.example' })],
    ['at another port', asked({}, { host: '127.0.0.1:80' })],
    ['without a port', asked({}, { host: '127.0.0.1' })],
    ['with a user before the name', asked({}, { host: 'a@127.0.0.1:4000' })],
    ['from another page', asked({}, { origin: 'http://evil.example' })],
    ['from a page of this machine at another port', asked({}, { origin: 'http://127.0.0.1:3000' })],
    ['from a page that says not where it is', asked({}, { origin: 'null' })],
    ['from a page that the browser says is another one', asked({}, { 'sec-fetch-site': 'cross-site' })],
    ['from a page of the same site only', asked({}, { 'sec-fetch-site': 'same-site' })],
    ['to give a command with the token in the address', asked({ method: 'POST', url: `/commands?token=${TOKEN}` })],
    ['for an address that is none', asked({ url: `http://127.0.0.1:4000/?token=${TOKEN}` })],
    ['for everything', asked({ method: 'OPTIONS', url: '*' })],
  ])('%s gets nothing', (_, who) => {
    expect(admit(who, OWN)).toBeNull();
  });

  test('may ask with any path and breaks nothing', () => {
    for (const url of ['//', '/\\', '/%', '/?', '/#', '/..', '//[', '/:', `/${'a'.repeat(9_000)}`])
      expect(admit(asked({ url }), OWN)).toBeNull();
  });
});
