import { mkdirSync, writeFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { PageFile } from '../../../src/page/page-data.ts';
import { trimRecord } from '../../../src/page/render-page.ts';
import { readEach, readPage } from '../../../src/page/report/read-page.ts';
import { renderHtmlReport } from '../../../src/cli/report-pages.ts';
import { RECORDED_IN_FILE } from '../../../src/page/page-transcript.ts';
import { aFinishedRun, LINES, RUN } from '../inspector/server/a-finished-run.ts';
import { aLongLedger } from '../inspector/server/a-long-ledger.ts';
import { PARTS } from '../inspector/server/a-page.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';

const dataIn = (html: string): PageFile =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page would read
  JSON.parse(/id="dualgate-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as PageFile;

beforeEach(withAnchorsAside);

describe('the report as a file', () => {
  test('has each run with all of its records, and takes no operator commands', async () => {
    const { folders } = await aFinishedRun();
    const run = await readPage({ run: RUN, ledger: folders.ledger });
    const { runs } = dataIn(renderHtmlReport([run, run], PARTS));
    expect(runs).toEqual([run, run]);
    expect(run).toMatchObject({ run: RUN, spec: 'specs/shout.md', going: false, commands: false });
    expect(run.records).toHaveLength(LINES.length);
  });

  test('has a short run completely; of a longer run a line for each iteration, and the last records', async () => {
    for (const [iterations, first] of [
      [200, 1],
      [RECORDED_IN_FILE + 300, 301],
    ] as const) {
      const { folders } = await aFinishedRun(aLongLedger(iterations));
      const run = await readPage({ run: RUN, ledger: folders.ledger });
      expect(run.rows.map(({ n }) => n)).toEqual(Array.from({ length: iterations }, (_, n) => n + 1));
      expect(run.status.iterations).toBe(iterations);
      const recorded = new Map<number, number>();
      for (const { n } of run.records) recorded.set(n, (recorded.get(n) ?? 0) + 1);
      expect([...recorded].filter(([n]) => n > 0)).toEqual(
        run.rows.slice(first - 1).map(({ n, records }) => [n, records]),
      );
    }
  });

  test('names the runs that cannot be trusted, and shows the others', async () => {
    const { folders } = await aFinishedRun();
    const broken = `${folders.runs}/broken`;
    mkdirSync(broken);
    writeFileSync(`${broken}/ledger.jsonl`, LINES.toSpliced(3, 1).join(''));
    const { runs, problems } = await readEach(
      [
        { run: 'broken', ledger: `${broken}/ledger.jsonl` },
        { run: RUN, ledger: folders.ledger },
      ],
      readPage,
    );
    expect(runs.map(({ run }) => run)).toEqual([RUN]);
    expect(problems).toEqual([expect.stringMatching(/^Cannot trust the ledger of broken: record 3 is missing/)]);
  });

  test('of a thousand iterations that an agent filled with words is less than ten megabytes', async () => {
    const { folders } = await aFinishedRun();
    const run = await readPage({ run: RUN, ledger: folders.ledger });
    const words = '<b>\u202E&'.repeat(2_000);
    const decided = run.records.filter((record) => record.type === 'iteration.decided');
    // As readPage reads them.
    const wordy = decided.map(({ n, said, ...each }) => ({
      ...trimRecord({
        ...each,
        data: {
          ...each.data,
          record: {
            ...each.data.record,
            failing: Array.from({ length: 20 }, () => ({ file: words, name: words, message: words })),
          },
        },
      }),
      n,
      said,
    }));
    const records = Array.from({ length: 1_000 }, (_, n) => wordy[n % wordy.length] ?? run.records[0]).flatMap(
      (each) => each ?? [],
    );
    const html = renderHtmlReport([{ ...run, records }], PARTS);
    expect(Buffer.byteLength(html)).toBeLessThan(10_000_000);
    expect(dataIn(html).runs[0]?.records).toHaveLength(1_000);
    expect(dataIn(html).runs[0]?.records[7]?.totals).toMatchObject({ 'record.failing': 20 });
  });
});
