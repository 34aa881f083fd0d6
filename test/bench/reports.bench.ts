/**
 * How fast reports are read: TAP beside `tap-parser` and a bare walk over the lines, our sealed report beside `JSON.parse`
 * of each line. Read each group as ratios of one run. `npx vitest bench --run test/bench/reports`; `tap-parser` comes from the npm prefix
 * that `DUALGATE_RUNNERS` names.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { bench, describe } from 'vitest';
import { readReport } from '../../src/runners/report/read-report.ts';
import { readTap } from '../../src/runners/tap/tap.runner.ts';
import type { SuiteReader } from '../../src/runners/report/suite-report.ts';
import { flatTap, KEY, nestedTap, sealedReport, TESTS } from './large-reports.ts';

interface TapParser {
  readonly Parser: new () => { readonly end: (text: Buffer) => unknown; readonly ok: boolean; readonly count: number };
}

const CHUNK_BYTES = 64 * 1024;
const OPTIONS = { iterations: 5, time: 2_000, warmupIterations: 2, warmupTime: 0 };

const runners = process.env['DUALGATE_RUNNERS'] ?? '';
const TAP_PARSER = join(runners, 'node_modules/tap-parser/dist/esm/index.js');
const tapParser: TapParser | null = await import(pathToFileURL(TAP_PARSER).href).catch(() => null);
if (tapParser === null) console.warn('No tap-parser to compare with: it is not in the folder DUALGATE_RUNNERS.');

/** As they come through a pipe. */
const chunksOf = (report: Buffer): readonly Buffer[] =>
  Array.from({ length: Math.ceil(report.length / CHUNK_BYTES) }, (_, at) =>
    report.subarray(at * CHUNK_BYTES, (at + 1) * CHUNK_BYTES),
  );

const readWhole = (reader: SuiteReader, chunks: readonly Buffer[]): void => {
  for (const chunk of chunks) reader.push(chunk);
  const { tests, report_complete, problems } = reader.finish();
  if (!report_complete || tests.length !== TESTS)
    throw new Error(`the report of the bench is not read: ${problems.join('; ')}`);
};

const walkLines = (report: Buffer): void => {
  let bytes = 0;
  for (const line of report.toString().split('\n')) bytes += line.length;
  if (bytes === 0) throw new Error('the report of the bench is empty');
};

const TAP = { 'at one level': flatTap(), 'nested, with details of every test': nestedTap() };
describe.each(Object.entries(TAP))(`TAP of ${TESTS} tests, %s`, (_how, tap) => {
  const chunks = chunksOf(tap);
  bench('a walk over its lines', () => walkLines(tap), OPTIONS);
  bench(
    'dualgate',
    () =>
      readWhole(
        readTap(() => {}),
        chunks,
      ),
    OPTIONS,
  );
  if (tapParser !== null) {
    bench('tap-parser', () => void new tapParser.Parser().end(tap), OPTIONS);
  }
});

describe(`the sealed report of ${TESTS} tests`, () => {
  const report = sealedReport();
  const chunks = chunksOf(report);
  const nameFile = (path: string) => path;
  bench('a walk over its lines', () => walkLines(report), OPTIONS);
  bench(
    'JSON.parse of its lines',
    () => {
      for (const line of report.toString().split('\n')) if (line !== '') JSON.parse(line);
    },
    OPTIONS,
  );
  bench(
    'dualgate',
    () =>
      readWhole(
        readReport({ key: KEY, nameFile }, () => {}),
        chunks,
      ),
    OPTIONS,
  );
});
