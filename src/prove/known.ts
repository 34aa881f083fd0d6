/** The facts that the proof of one commit passes to the next. */
import type { Config } from '../project/config/config.ts';
import type { Baseline } from '../evidence/baseline.ts';
import type { Freeze } from '../evidence/integrity/freeze.ts';
import type { PlacedSuite } from '../runners/run-suites.ts';
import type { TestCase } from '../runners/test-run.ts';
import type { RunCommit } from './run-commits.ts';

/** Sources of a commit by their paths, relative to the workspace; only regular files. */
export type Sources = ReadonlyMap<string, Uint8Array>;

/** The facts for the next commit. */
export interface Known {
  readonly config: Config;
  readonly suites: readonly PlacedSuite[];
  /** Without the tests that a criterion changed. */
  baseline: Baseline;
  /** Ids of the criteria. */
  readonly criteria: readonly string[];
  /** Those that the spec names together; absent without any. */
  readonly together?: readonly (readonly string[])[];
  /** The config, the spec, and files that git and runners depend on. */
  held: Freeze;
  /** The tests, from the exit of a phase whose tests must fail. */
  tests: { readonly frozen: Freeze; readonly ids: readonly string[]; readonly commit: RunCommit } | null;
  /** The tests that are new, as the last commit whose tests must pass has them; absent before it. */
  latest?: readonly TestCase[];
  /** Files with tests of the last commit, as the runner reports them. */
  reported: readonly string[];
}

/** Contents of regular files. */
export interface SourcesOfRun {
  readonly start: Sources;
  readonly now: Sources;
}
