/**
 * A run's facts about the files that its suite writes for itself: found, proposed, and accepted by an operator; pure.
 * Nothing is excluded before it is accepted.
 *
 * @module
 */
import picomatch from 'picomatch';

/** The files that the test runs of one iteration wrote. */
export interface WriteDetection {
  /** Globs that would exclude the files that each test run writes, and no other source. */
  readonly proposed: readonly string[];
  /** Files that each test run writes, in path order: the globs are made for them. */
  readonly written: readonly string[];
  /** Files that each test run writes and that are not proposed: path → why, and the way out. */
  readonly withheld: Readonly<Record<string, string>>;
  /** Files that changed while no test ran. */
  readonly background: readonly string[];
}

export interface SuiteWrites {
  /** Globs that no longer match any source. */
  readonly accepted: readonly string[];
  /** Globs that an operator may accept unchanged. */
  readonly proposed: readonly string[];
  /** Files that test runs made themselves: the reason for the proposals. */
  readonly found: readonly string[];
  /** All files that test runs wrote. */
  readonly seen: readonly string[];
}

export const NO_WRITES: SuiteWrites = { accepted: [], proposed: [], found: [], seen: [] };

/** The last proposal applies; earlier files may still exist. */
export const foldWriteDetection = (
  { accepted, found, seen }: SuiteWrites,
  { proposed, written, withheld }: WriteDetection,
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

/** Whether globs match a path, in the same way as everywhere for sources. */
export const createGlobTest = (globs: readonly string[]): ((path: string) => boolean) =>
  globs.length === 0 ? () => false : picomatch([...globs], { dot: true, flags: 's' });
