import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PagePart } from '../../../../src/page/page-data.ts';
import { RECORDED_ITERATIONS, RECORDS_AT_ONCE, ROWS_AT_ONCE } from '../../../../src/page/page-transcript.ts';
import { trimRecord } from '../../../../src/page/render-page.ts';
import { parseLine } from '../../../../src/ledger/ledger-record.ts';
import { asWorkRecord } from '../../../../src/records/records.ts';
import { withAnchorsAside } from '../../../run/a-workspace.ts';
import { aFinishedRun, RUN } from './a-finished-run.ts';
import { aLongLedger, GUIDED_EVERY } from './a-long-ledger.ts';
import { aPage, type APage, type Events } from './a-page.ts';
import { inTurn } from '../../../pick-some.ts';

const slow = inTurn(3, test);

beforeEach(withAnchorsAside);

const LONG = 2_000;
const LEDGER = aLongLedger(LONG);
const linesOf = (ledger: string): readonly string[] => ledger.trimEnd().split('\n');
const last = (ledger: string): number => linesOf(ledger).length - 1;

const untilSent = async (events: Events): Promise<Events> => {
  await events.until(({ name }) => name === 'status');
  return events;
};
const recordsIn = ({ messages }: Events) => messages.flatMap((each) => (each.name === 'records' ? each.data : []));
const rowsIn = ({ messages }: Events) => messages.flatMap((each) => (each.name === 'rows' ? each.data : []));
const statusIn = ({ messages }: Events) =>
  messages.flatMap((each) => (each.name === 'status' ? [each.data] : [])).at(-1);
const partOf = async ({ ask, token }: APage, query: string): Promise<PagePart> =>
  JSON.parse((await ask(`${query}&run=${RUN}&token=${token}`)).body);

/** The records of an iteration of GREEN as they stand in the ledger. */
const status = (ledger: string, iteration: number) =>
  linesOf(ledger)
    .map((line) => asWorkRecord(parseLine(line)))
    .filter(({ data }) => {
      const of = 'record' in data && typeof data.record === 'object' ? data.record : data;
      return 'phase' in of && of.phase === 'GREEN' && 'iteration' in of && of.iteration === iteration;
    });

describe('a run of thousands of iterations, shown live', () => {
  slow('gets the status and the last iterations, which is no more than for a shorter run', async () => {
    const sizes: number[] = [];
    for (const ledger of [aLongLedger(700), LEDGER]) {
      const { config } = await aFinishedRun(ledger);
      const { events } = await aPage(config);
      const seen = await untilSent(events(RUN));
      const count = ledger === LEDGER ? LONG : 700;
      expect(statusIn(seen)).toMatchObject({ iterations: count, by_phase: [{}, { iterations: count - 1 }, {}] });
      // Those that are looked at first come first.
      expect(rowsIn(seen)[99]?.n).toBe(count);
      expect(
        rowsIn(seen)
          .map(({ n }) => n)
          .toSorted((a, b) => a - b),
      ).toEqual(Array.from({ length: ROWS_AT_ONCE }, (_, n) => count - ROWS_AT_ONCE + 1 + n));
      expect([...new Set(recordsIn(seen).map(({ n }) => n))]).toEqual(
        Array.from({ length: RECORDED_ITERATIONS }, (_, n) => count - RECORDED_ITERATIONS + 1 + n),
      );
      expect(seen.messages.findLast(({ id }) => id !== null)?.id).toBe(last(ledger));
      sizes.push(JSON.stringify(seen.messages).length);
    }
    const [shorter = 0, longer = 0] = sizes;
    expect(longer).toBeLessThan(1_000_000);
    // Numbers have more digits.
    expect(longer / shorter).toBeLessThan(1.02);
  });

  slow('sends a complete old iteration on request, also when no reader follows the run', async () => {
    const { config } = await aFinishedRun(LEDGER);
    const page = await aPage(config);
    const alone = await partOf(page, '/records?n=101');
    await untilSent(page.events(RUN));
    const part = await partOf(page, '/records?n=101');
    const expected = status(LEDGER, GUIDED_EVERY);
    // The guidance of a person has no iteration of its own, and stands behind this one.
    expect(part.records.map(({ type }) => type)).toEqual([...expected.map(({ type }) => type), 'operator.guided']);
    expect(part.records.slice(0, -1)).toEqual(expected.map((record) => ({ ...trimRecord(record), n: 101 })));
    expect(part.rows).toMatchObject([
      { n: 101, phase: 'GREEN', iteration: 100, outcome: 'held', records: 4, marks: [{ what: 'guided' }] },
    ]);
    expect(alone).toEqual(part);
    expect((await partOf(page, '/records?n=1')).records.map(({ type }) => type)).toEqual([
      'turn.ended',
      'turn.discarded',
      'turn.ended',
      'tests.ended',
      'iteration.decided',
      'phase.exited',
    ]);
    expect((await partOf(page, `/records?n=${LONG}`)).records.length).toBe(3);
  });

  slow('sends older rows in ranges, and never more of them at once than at first', async () => {
    const { config } = await aFinishedRun(LEDGER);
    const page = await aPage(config);
    await untilSent(page.events(RUN));
    const numbers = async (query: string) => (await partOf(page, query)).rows.map(({ n }) => n);
    expect(await numbers('/rows?from=1&to=3')).toEqual([1, 2, 3]);
    expect((await numbers('/rows?from=7&to=999999')).at(-1)).toBe(6 + ROWS_AT_ONCE);
    expect(await numbers(`/rows?from=${LONG}&to=${LONG + 5}`)).toEqual([LONG]);
    expect(await numbers(`/rows?from=${LONG + 1}&to=${LONG + 5}`)).toEqual([]);
    expect((await partOf(page, '/rows?from=1&to=3')).records).toEqual([]);
  });

  slow('continues where a reader was cut off; after a long absence with the last iterations alone', async () => {
    const { config, folders } = await aFinishedRun(LEDGER);
    const page = await aPage(config);
    const near = await untilSent(page.events(RUN, last(LEDGER) - 2));
    expect(recordsIn(near).length).toBe(2);
    const far = await untilSent(page.events(RUN, 20));
    expect(new Set(recordsIn(far).map(({ n }) => n)).size).toBe(RECORDED_ITERATIONS);
    // New records arrive one by one, as in a short run.
    const before = far.messages.length;
    const more = linesOf(aLongLedger(LONG + 1)).slice(last(LEDGER) + 1);
    appendFileSync(folders.ledger, `${more.join('\n')}\n`);
    await far.until(({ id }) => id === last(LEDGER) + more.length);
    await far.until(({ name, data }) => name === 'status' && data.iterations === LONG + 1);
    const events = far.messages.slice(before);
    expect(events.flatMap((each) => (each.name === 'rows' ? each.data.map(({ n }) => n) : []))).toEqual([LONG + 1]);
    expect((await partOf(page, `/records?n=${LONG + 1}`)).records.length).toBe(more.length);
  });

  slow(
    'of an iteration with more attempts than anybody reads, the last records are sent, and its row says how many there are',
    async () => {
      const discarded = RECORDS_AT_ONCE + 500;
      const { config } = await aFinishedRun(aLongLedger(60, { discarded }));
      const page = await aPage(config);
      const seen = await untilSent(page.events(RUN));
      expect(recordsIn(seen).length).toBe(RECORDS_AT_ONCE);
      expect(rowsIn(seen).find(({ n }) => n === 61)).toMatchObject({ n: 61, records: discarded, discarded });
      expect((await partOf(page, '/records?n=61')).records.length).toBe(RECORDS_AT_ONCE);
    },
  );

  slow('says nothing more there than the stream does: no secret, and nothing to who has not the address', async () => {
    vi.stubEnv('DEPLOY_API_KEY', 'a-secret-of-the-night');
    const { config } = await aFinishedRun(aLongLedger(200, { word: 'use a-secret-of-the-night' }));
    const page = await aPage(config);
    const { body } = await page.ask(`/records?run=${RUN}&n=2&token=${page.token}`);
    const { body: rows } = await page.ask(`/rows?run=${RUN}&from=1&to=5&token=${page.token}`);
    expect([body, rows].map((each) => [/guid(?:ed|ance)/.test(each), each.includes('a-secret')])).toEqual([
      [true, false],
      [true, false],
    ]);
    vi.unstubAllEnvs();
    const refused = await Promise.all([
      page.ask(`/records?run=${RUN}&n=2`),
      page.ask(`/rows?run=${RUN}&from=1&to=2&token=no`),
      page.ask(`/rows?run=${RUN}&from=1&to=2&token=${page.token}`, { origin: 'http://evil.example' }),
      page.ask(`/records?run=${RUN}&n=2&token=${page.token}`, { 'sec-fetch-site': 'cross-site' }),
    ]);
    expect(refused.map((each) => [each.status, each.body])).toEqual(refused.map(() => [403, '']));
  });

  slow('takes whole numbers of an existing run', async () => {
    const { config } = await aFinishedRun();
    const { ask, token } = await aPage(config);
    const statusOf = async (query: string) => (await ask(`${query}&token=${token}`)).status;
    const wrong = ['n=0', 'n=-1', 'n=1e3', 'n=', 'n=9999999999', 'n=x'].map((n) => `/records?run=${RUN}&${n}`);
    for (const query of [...wrong, `/rows?run=${RUN}&from=1`, `/rows?run=${RUN}&to=1`])
      expect(await statusOf(query)).toBe(400);
    expect(await statusOf('/records?run=nobody&n=1')).toBe(404);
    expect(await statusOf('/records?run=../../etc&n=1')).toBe(404);
    expect(await statusOf('/records?n=1')).toBe(404);
  });

  slow('shows nothing of an old iteration that was changed since it was read, and says what is wrong', async () => {
    const { config, folders } = await aFinishedRun(LEDGER);
    const page = await aPage(config);
    await untilSent(page.events(RUN));
    const text = readFileSync(folders.ledger, 'utf8');
    const lines = linesOf(text);
    const at = lines.findIndex((line) => line.includes('"iteration":77,'));
    const forged = (lines[at] ?? '').replace('"iteration":77,', '"iteration":78,');
    writeFileSync(folders.ledger, `${lines.with(at, forged).join('\n')}\n`);
    const { status, body } = await page.ask(`/records?run=${RUN}&n=78&token=${page.token}`);
    expect({ status, ...JSON.parse(body) }).toEqual({
      status: 409,
      said: expect.stringMatching(
        new RegExp(`^Cannot trust the ledger of .*: record ${at} \\(line ${at + 1}\\) was changed`),
      ),
    });
    expect((await partOf(page, '/records?n=70')).records.length).toBe(3);
  });
});
