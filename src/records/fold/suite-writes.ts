/**
 * What a run knows of the files that its suite writes for itself: what was seen, what is proposed, and what an operator
 * accepted; pure. Nothing is left out before it was accepted.
 *
 * @module
 */
import picomatch from 'picomatch';

/** The files that the test runs of one iteration wrote. */
export interface Calibration {
  /** Globs that would leave out what each test run writes, and no other source. */
  readonly proposed: readonly string[];
  /** Files that each test run writes, in path order: the globs are made for them. */
  readonly written: readonly string[];
  /** Files that each test run writes and that are not proposed: path → why, and the way out. */
  readonly withheld: Readonly<Record<string, string>>;
  /** Files that moved while no test ran. */
  readonly background: readonly string[];
}

export interface SuiteWrites {
  /** Globs that name no source any more. */
  readonly accepted: readonly string[];
  /** Globs that an operator may accept as they stand. */
  readonly proposed: readonly string[];
  /** Files that test runs made themselves: what the proposals are for. */
  readonly found: readonly string[];
  /** All files that test runs were seen to write. */
  readonly seen: readonly string[];
}

export const NO_WRITES: SuiteWrites = { accepted: [], proposed: [], found: [], seen: [] };

/** The last proposal is the one that stands; what was seen before may still lie there. */
export const foldCalibration = (
  { accepted, found, seen }: SuiteWrites,
  { proposed, written, withheld }: Calibration,
): SuiteWrites => ({
  accepted,
  proposed,
  found: union(
    found.filter((path) => !Object.hasOwn(withheld, path)),
    written,
  ),
  seen: union(seen, [...written, ...Object.keys(withheld)]),
});

const union = (some: readonly string[], more: readonly string[]): readonly string[] =>
  [...new Set([...some, ...more])].sort();

export const acceptWrites = (writes: SuiteWrites, globs: readonly string[]): SuiteWrites => ({
  ...writes,
  accepted: [...writes.accepted, ...globs],
  proposed: writes.proposed.filter((glob) => !globs.includes(glob)),
});

/** Whether a path is one of what globs name, as everywhere where sources are told. */
export const createGlobTest = (globs: readonly string[]): ((path: string) => boolean) =>
  globs.length === 0 ? () => false : picomatch([...globs], { dot: true, flags: 's' });
