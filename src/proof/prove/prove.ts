/**
 * `prove`, as programs call it: anyone re-runs what is claimed, and needs nobody's word.
 *
 * @module
 */
import { nameSuite, splitWords, type SuiteWords } from './name-suite.ts';
import { type ChangeProof, proveChange, type ProofStep } from './prove-change.ts';
import { proveRun, type RunProof } from './prove-run.ts';

interface ProveSurroundings {
  /** Absolute: a folder of the repository, in which the suite runs. */
  readonly folder: string;
  /** How the tests are run. @default as the config of the first commit says */
  readonly suite?: SuiteWords;
  /** Installs dependencies in a clean checkout, as one types it. @default those of the workspace are lent */
  readonly setup?: string;
  /** Of one setup. @default 10 minutes */
  readonly setupTimeoutMs?: number;
  readonly onStep?: (step: ProofStep) => void;
  readonly signal?: AbortSignal;
}

/** The commits of a run; or of any change, from `base` to `head`. Commits as people name them. */
export type ProveOptions = ProveSurroundings &
  (
    | {
        /** The last commit of the run, or one after it; or the id of the run. */
        readonly of: string;
        /** Where the ledger of a run lies, if it is at hand. @default none is asked */
        readonly ledgerOf?: (run: string) => string;
        /** Whether the suite is probed too, as the config of the first commit has it. @default true */
        readonly probe?: boolean;
        /** Chooses the faults of the probe. @default a new one, which the proof names */
        readonly seed?: string;
      }
    | {
        readonly base: string;
        readonly head: string;
        /** Globs of the tests, relative to `folder`. @default by their names, and by what the runner says */
        readonly tests?: readonly string[];
      }
  );

const DEFAULT_SETUP_TIMEOUT_MS = 10 * 60_000;

/**
 * Runs commits anew in clean checkouts. Nothing of the repository is written, nothing is left running.
 *
 * @throws {ProofError} for commits that are not there, commands that cannot be used, or an interruption
 * @throws {WorkspaceError} when `folder` is in no repository
 * @throws {ConfigError} and {RunnerError} for what the config of the first commit says
 */
export function prove(options: Extract<ProveOptions, { readonly of: string }>): Promise<RunProof>;
export function prove(options: Extract<ProveOptions, { readonly base: string }>): Promise<ChangeProof>;
export function prove({ suite = {}, setup, ...options }: ProveOptions): Promise<RunProof | ChangeProof> {
  const ways = {
    suitesOf: nameSuite(suite),
    setup: setup === undefined ? null : splitWords(setup, 'setup command'),
    setupTimeoutMs: options.setupTimeoutMs ?? DEFAULT_SETUP_TIMEOUT_MS,
  };
  return 'of' in options
    ? proveRun({ ...options, ...ways })
    : proveChange({ ...options, tests: options.tests ?? [], ...ways });
}
