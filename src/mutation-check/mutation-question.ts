/**
 * The input of a mutation check, and its progress.
 *
 * @module
 */
import type { AskedCriterion } from './criteria/criterion-kills.ts';
import type { PlacedSuite } from '../testing/run-suites.ts';
import type { Base } from '../sources/earlier-state.ts';
import type { TestedMutant } from './mutation-report.ts';
import type { Without } from '../checkout/builds.ts';
import type { Inside } from '../checkout/checkout.ts';

export interface MutationCheckLimits {
  /** The most mutants to test: those with a conclusive run. */
  readonly mutants: number;
  /** With fewer tested mutants, the check is inconclusive. */
  readonly at_least: number;
  /** The share of tested mutants that must be killed, in percent, 1 to 100. */
  readonly percent: number;
  /** For the whole check. */
  readonly minutes: number;
}

/** Progress of the check. */
export type MutationEvent =
  | { readonly type: 'mutation_check.started'; readonly files: number; readonly mutants: number; readonly seed: string }
  | ({ readonly type: 'mutant.tested' } & TestedMutant);

/** `new`: the tests that are new in the run, alone. */
/** Inconclusive mutants are replaced by others, up to this multiple of the wanted number. */
export const TRIES = 4;

export type Scope = 'new' | 'whole';

export interface MutationQuestion {
  /** Absolute. */
  readonly workspace: string;
  /** Absolute: the root of its repository. */
  readonly root: string;
  /** The earlier state of the code. */
  readonly base: Base;
  /** The sources, relative to the workspace. */
  readonly files: readonly string[];
  /** Ignored code that the copy leaves out. @default none */
  readonly without?: Without;
  /** Tests and their dependencies get no mutants. */
  readonly isTest: (path: string) => boolean;
  /** At least one. */
  readonly suites: readonly PlacedSuite[];
  /** Those that can run the new tests alone, set to do so: they are asked first. @default none */
  readonly first?: readonly PlacedSuite[];
  /** Ids of tests that no count includes. */
  readonly ignored: ReadonlySet<string>;
  /** Names of the tests that can kill a mutant. @default all */
  readonly counts?: (name: string) => boolean;
  /** Each needs a mutant of its own. @default none */
  readonly criteria?: readonly AskedCriterion[];
  /** The text of a source when RED was exited, and null without one. @default RED is not known */
  readonly atRed?: (path: string) => Promise<string | null>;
  /** Chooses the mutants, with the text of each. */
  readonly seed: string;
  readonly limits: MutationCheckLimits;
  /** The value of DUALGATE_RUN, by which processes that the suite leaves running are found. */
  readonly mark: string;
  /** The words before the command in the copy: a sandbox. @default none */
  readonly sandbox?: (copy: Inside, suite: PlacedSuite) => Promise<readonly string[]>;
  readonly onEvent?: (event: MutationEvent) => void;
  /** After each test run: what ran, and for how many milliseconds. */
  readonly onRun?: (scope: Scope, ms: number) => void;
  /** Ends the check: it rejects, and the copy is removed. */
  readonly signal?: AbortSignal;
}
