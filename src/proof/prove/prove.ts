/**
 * `prove`, as programs call it: anyone re-runs what is claimed, and needs nobody's word.
 *
 * @module
 */
import { type ChangeProof, proveChange, type ProveChangeOptions } from './prove-change.ts';
import { nameSuite, splitWords, type SuiteWords } from './name-suite.ts';

export type ProveOptions = Pick<ProveChangeOptions, 'folder' | 'base' | 'head' | 'onStep' | 'signal'> & {
  /** How the tests are run. @default as the config of `base` says */
  readonly suite?: SuiteWords;
  /** Globs of the tests, relative to `folder`. @default by their names, and by what the runner says */
  readonly tests?: readonly string[];
  /** Installs dependencies in a clean checkout, as one types it. @default those of the workspace are lent */
  readonly setup?: string;
  /** @default 10 minutes */
  readonly setupTimeoutMs?: number;
};

const DEFAULT_SETUP_TIMEOUT_MS = 10 * 60_000;

/**
 * Proves the change from `base` to `head`.
 *
 * @throws {ProofError} for commits that are not there, commands that cannot be used, or an interruption
 * @throws {WorkspaceError} when `folder` is in no repository
 * @throws {ConfigError} and {RunnerError} for what the config of `base` says
 */
export const prove = async ({
  suite = {},
  tests = [],
  setup,
  setupTimeoutMs,
  ...options
}: ProveOptions): Promise<ChangeProof> =>
  proveChange({
    ...options,
    suiteOf: nameSuite(suite),
    tests,
    setup: setup === undefined ? null : splitWords(setup, 'setup command'),
    setupTimeoutMs: setupTimeoutMs ?? DEFAULT_SETUP_TIMEOUT_MS,
  });
