/** The covered lines of a coverage file. A file that cannot be read counts as no coverage. */
import type { Stats } from 'node:fs';
import { extname } from 'node:path';
import { z } from 'zod';
import type { LineCoverage } from '../test-run.ts';
import { parseJson } from '../../base/text/parse-json.ts';

// Whether a file that a test run left can be of this very run (rule 2.2): a tool with a cache restores files of the
// past. Their times prove nothing for them, and something against them.

/** Coarse clocks of file systems. */
const COARSE_MS = 2_000;
/** Timestamps are cut to whole seconds. */
const CUT_MS = 1_500;
/** Many writers leave the zone out, and some write the wrong one: zones differ by multiples of this. */
const ZONE_MS = 15 * 60_000;
const MOST_ZONES_MS = 14 * 3_600_000;
/** Constants that make a build reproducible are older. */
const SINCE = Date.UTC(2001);

const TIMESTAMP = /\stimestamp=["'](\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d{1,3})?)/g;

export const isOlder = ({ mtimeMs }: Pick<Stats, 'mtimeMs'>, began: number): boolean => mtimeMs < began - COARSE_MS;

/** Why JUnit XML cannot be of the run that began then; `null` where nothing speaks against it. */
export const findEarlierTime = (
  text: string,
  found: Pick<Stats, 'mtimeMs'>,
  began: number,
  now = Date.now(),
): string | null => {
  if (isOlder(found, began))
    return `it was last written before this test run began, so a tool with a cache has restored it. ${WAY_OUT}`;
  const stamps = [...text.matchAll(TIMESTAMP)].map(([, day = '', time = '']) => ({
    shown: `${day}T${time}`,
    at: Date.parse(`${day}T${time}Z`),
  }));
  const first = stamps[0];
  const isPossible = ({ at }: { readonly at: number }): boolean =>
    Number.isNaN(at) || at < SINCE || isWithinRun(at, began, now);
  if (first === undefined || stamps.some(isPossible)) return null;
  return `its timestamp ${first.shown} is not of this test run, so a tool with a cache has restored it. ${WAY_OUT}`;
};

const WAY_OUT =
  'The way out: switch that cache off for the tests; where the clock of the tests is set, write no timestamps';

const isWithinRun = (at: number, began: number, now: number): boolean => {
  const zone = Math.ceil((began - CUT_MS - at) / ZONE_MS) * ZONE_MS;
  return Math.abs(zone) <= MOST_ZONES_MS && at + zone <= now + CUT_MS;
};

/** `null` for incomplete or inconsistent data. @param path its extension determines the format */
export const readCoverage = (path: string, text: string): LineCoverage | null => {
  const read = READERS[extname(path).toLowerCase()];
  return read === undefined ? null : checkCoverage(read(text));
};

const checkCoverage = (found: LineCoverage | null): LineCoverage | null => {
  if (found === null) return null;
  const { covered, total } = found;
  const isWhole = Number.isSafeInteger(covered) && Number.isSafeInteger(total);
  return isWhole && total > 0 && covered >= 0 && covered <= total ? found : null;
};

/** Sums may differ from the lines. Two records of a name are two runs, or joined reports: the lower share counts. */
const readLcov = (text: string): LineCoverage | null => {
  if (!/^end_of_record\s*$/m.test(text)) return null;
  const lines = openLines();
  let file = '';
  for (const [, path, line, hits] of text.matchAll(/^(?:SF:(.*)|DA:(\d+),(\d+))/gm)) {
    file = path ?? file;
    if (line !== undefined) lines.add(`${file}:${line}`, Number(hits));
  }
  return lines.sum();
};

/** Lines by their places, each once or as often as the file has it: the lower share of both. */
const openLines = () => {
  const each: boolean[] = [];
  const united = new Map<string, boolean>();
  return {
    add: (place: string, hits: number): void => {
      each.push(hits > 0);
      united.set(place, hits > 0 || united.get(place) === true);
    },
    isEmpty: (): boolean => each.length === 0,
    sum: (): LineCoverage => lowerOf(sumOf(each), sumOf([...united.values()])),
  };
};

const lowerOf = (one: LineCoverage, other: LineCoverage): LineCoverage =>
  other.covered * one.total < one.covered * other.total ? other : one;

const sumOf = (lines: readonly boolean[]): LineCoverage => ({
  covered: lines.filter(Boolean).length,
  total: lines.length,
});

const readCobertura = (text: string): LineCoverage | null => {
  const [head = ''] = /<coverage\b[^>]*>/.exec(text) ?? [];
  const numberOf = (name: string): number =>
    Number(new RegExp(`\\b${name}=["'](\\d+)["']`).exec(head)?.[1] ?? Number.NaN);
  if (!/<\/coverage>\s*$/.test(text)) return null;
  const sum = { covered: numberOf('lines-covered'), total: numberOf('lines-valid') };
  const lines = openLines();
  let file = '';
  for (const [tag] of text.replaceAll(/<methods>.*?<\/methods>/gs, '').matchAll(/<(?:class|line)\b[^>]*>/g)) {
    file = /\bfilename=["']([^"']*)["']/.exec(tag)?.[1] ?? file;
    const hits = /\bhits=["'](\d+)["']/.exec(tag)?.[1];
    if (hits !== undefined) lines.add(`${file}:${/\bnumber=["'](\d+)["']/.exec(tag)?.[1] ?? ''}`, Number(hits));
  }
  return lines.isEmpty() ? sum : lowerOf(lines.sum(), sum);
};

const summary = z.object({
  total: z.object({ lines: z.object({ covered: z.number(), total: z.number() }) }),
});

const readSummary = (text: string): LineCoverage | null => summary.safeParse(parseJson(text)).data?.total.lines ?? null;

/** Go counts statements; a block that several test programs report counts once. */
const readGo = (text: string): LineCoverage | null => {
  const [mode = '', ...lines] = text.trimEnd().split(/\r?\n/);
  if (!/^mode: \w+$/.test(mode)) return null;
  const blocks = new Map<string, { readonly statements: number; readonly isRun: boolean }>();
  for (const line of lines) {
    const [, place = '', statements, hits] = /^(\S.*:[\d.,]+) (\d+) (\d+)$/.exec(line) ?? [];
    if (statements === undefined) return null;
    const isRun = Number(hits) > 0 || blocks.get(place)?.isRun === true;
    blocks.set(place, { statements: Number(statements), isRun });
  }
  const all = [...blocks.values()];
  const sum = (statements: typeof all): number => statements.reduce((most, each) => most + each.statements, 0);
  return { covered: sum(all.filter(({ isRun }) => isRun)), total: sum(all) };
};

const READERS: Readonly<Record<string, (text: string) => LineCoverage | null>> = {
  '.info': readLcov,
  '.xml': readCobertura,
  '.json': readSummary,
  '.out': readGo,
};
