/**
 * Whether a file that a test run left can be of this very run (rule 2.2). It was removed before, so whatever is there came
 * since; but a tool with a cache restores files of the past. Their times prove nothing for them, and something against them.
 *
 * @module
 */
import type { Stats } from 'node:fs';

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

/** Whether a file was last written before a moment: a tool gave it back. */
export const isOlder = ({ mtimeMs }: Pick<Stats, 'mtimeMs'>, began: number): boolean => mtimeMs < began - COARSE_MS;

/**
 * Why a report cannot be of the run that began then; `null` where nothing speaks against it.
 *
 * @param text - JUnit XML
 */
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
