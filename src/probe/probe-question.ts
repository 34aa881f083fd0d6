/**
 * What the probe of a suite has to be told, and what it says while it goes on.
 *
 * @module
 */
import type { PlacedSuite } from '../testing/run-suites.ts';
import type { Base } from './earlier-state.ts';
import type { TriedFault } from './probe-report.ts';
import type { ScratchCopy } from './scratch-copy.ts';

export interface ProbeLimits {
  /** Faults that are tried at the most: those that a run says something about. */
  readonly faults: number;
  /** With fewer that ran nothing is shown. */
  readonly at_least: number;
  /** Of the whole probe. */
  readonly minutes: number;
}

/** What the probe says while it goes on. */
export type ProbeNews =
  | { readonly type: 'probe.started'; readonly files: number; readonly faults: number; readonly seed: string }
  | ({ readonly type: 'fault.tried' } & TriedFault);

export interface ProbeQuestion {
  /** Absolute. */
  readonly workspace: string;
  /** Absolute: the root of its repository. */
  readonly root: string;
  /** What the code is compared with. */
  readonly base: Base;
  /** The sources, relative to the workspace. */
  readonly files: readonly string[];
  /** No fault is put into a test, nor into what it stands on. */
  readonly isTest: (path: string) => boolean;
  /** At least one. */
  readonly suites: readonly PlacedSuite[];
  /** Those that can be told to run the tests of the criteria alone, told so: they are asked first. @default none */
  readonly first?: readonly PlacedSuite[];
  /** Ids of tests that are left out of all counts. */
  readonly ignored: ReadonlySet<string>;
  /** Chooses the faults. Nobody may know it while the code is written. */
  readonly seed: string;
  readonly limits: ProbeLimits;
  /** The value of DUALGATE_RUN, by which what the suite leaves running is found. */
  readonly mark: string;
  /** What goes before the command in the copy: the words of a sandbox. @default none */
  readonly launch?: (copy: ScratchCopy, suite: PlacedSuite) => Promise<readonly string[]>;
  readonly onNews?: (news: ProbeNews) => void;
  /** Ends the probe: it rejects, and the copy is gone. */
  readonly signal?: AbortSignal;
}
