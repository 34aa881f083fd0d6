/** `prove`, for programs: anyone can repeat the proof without trusting its author. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { CONFIG_NAMES } from '../project/config/find-config.ts';
import { readConfig } from '../read-config/parse-config.ts';
import { splitCommand } from '../base/text/split-command.ts';
import { usableSuitesOf } from '../project/config/check-suites.ts';
import { findRunner } from '../runners/command/find-runner.ts';
import { refuseCommand } from '../runners/command/refuse-command.ts';
import type { PlacedSuite } from '../runners/run-suites.ts';
import { RUNNER_NAMES, type RunnerName } from '../runners/runners.ts';
import { ProofError } from '../commits/commit-trailers.ts';
import type { LedgerHead } from '../ledger/check-chain.ts';
import { type ChangeProof, proveChange, type ProofStep, findPlace } from './prove-change.ts';
import { checkOptions, checkValue, KINDS } from '../base/check-options.ts';
import { findLastMerge } from './judge-list-ledger.ts';
import { type ListProof, proveList } from './prove-list.ts';
import { proveRun, type RunProof } from './prove-run.ts';

/** How the tests of commits run: by the config of the first commit, or by options of the proof. */
export interface SuiteWords {
  /** As typed; by default that of the first commit's config. */
  readonly command?: string;
  /** If the command does not show it. */
  readonly runner?: string;
  /** For one run of the suite, in milliseconds. @default that of the config, else 10 minutes */
  readonly timeoutMs?: number;
}

const DEFAULT_TIMEOUT_MS = 10 * 60_000;

/**
 * The commands for a checkout in a given folder.
 * @throws {ProofError} when a command cannot be split, a runner is unknown, or there is neither command nor config
 * @throws {ConfigError} and {RunnerError}, when called, for problems of the checkout
 */
const nameSuite = ({ command, runner, timeoutMs }: SuiteWords): ((workspace: string) => readonly PlacedSuite[]) => {
  if (runner !== undefined && !isRunnerName(runner))
    throw new ProofError(
      `Cannot prove with the runner ${runner}: it is unknown. Use one of ${RUNNER_NAMES.join(', ')}.`,
    );
  if (command === undefined) {
    return (workspace) => {
      if (!CONFIG_NAMES.some((name) => existsSync(join(workspace, name))))
        throw new ProofError(
          `Cannot prove the run: the first commit has no ${CONFIG_NAMES[0]} with a test command. Name one: --test-command 'npm test'.`,
        );
      const suites = usableSuitesOf(readConfig({ cwd: workspace }));
      return timeoutMs === undefined ? suites : suites.map((suite) => ({ ...suite, timeoutMs }));
    };
  }
  const words = splitWords(command, 'test command');
  return (workspace) => {
    const suite = {
      name: 'suite 1',
      folder: '',
      command: words,
      runner: runner ?? findRunner(words, workspace),
      report: null,
      timeoutMs: timeoutMs ?? DEFAULT_TIMEOUT_MS,
    };
    refuseCommand(suite, workspace);
    return [suite];
  };
};

/** @throws {ProofError} for syntax that only a shell understands */
const splitWords = (line: string, what: string): readonly string[] => {
  const split = splitCommand(line);
  if ('words' in split) return split.words;
  throw new ProofError(
    `Cannot use the ${what} \`${line}\`: it ${split.problem}. Put it in a script, and name the script.`,
  );
};

const isRunnerName = (name: string): name is RunnerName => RUNNER_NAMES.some((known) => known === name);

interface ProveSurroundings {
  /** Absolute: a folder of the repository, in which the suite runs. */
  readonly folder: string;
  /** How the tests run. @default by the config of the first commit */
  readonly suite?: SuiteWords;
  /** Installs dependencies in a clean checkout, as typed. @default uses those of the workspace */
  readonly setup?: string;
  /** For one setup. @default 10 minutes */
  readonly setupTimeoutMs?: number;
  readonly onStep?: (step: ProofStep) => void;
  readonly signal?: AbortSignal;
}

/** The commits of a run, or of a merged task list; or of any change, from `base` to `head`. Commits by any name. */
export type ProveOptions = ProveSurroundings &
  (
    | {
        /** The last commit of the run, or one after it; or the id of the run. */
        readonly of: string;
        /** The path of a run's ledger, if available. @default no ledger */
        readonly ledgerOf?: (run: string) => string;
        /** The anchor of a run, if available. @default none, and the proof says so */
        readonly anchorOf?: (run: string) => LedgerHead | null;
        /** Whether the mutation check runs too, by the config of the first commit. @default true */
        readonly mutationCheck?: boolean;
        /** Chooses the mutants. @default a new one, which the proof names */
        readonly seed?: string;
      }
    | {
        /** The last merge of a task list, or a commit after it; or the id of the list. */
        readonly merged: string;
        /** As of a run. */
        readonly ledgerOf?: (run: string) => string;
        /** The path of a list's ledger, if available. @default no ledger */
        readonly listLedgerOf?: (list: string) => string;
        /** As of a run. */
        readonly mutationCheck?: boolean;
        /** As of a run. */
        readonly seed?: string;
      }
    | {
        readonly base: string;
        readonly head: string;
        /** Globs of the tests, relative to `folder`. @default by their names, and by the runner's report */
        readonly tests?: readonly string[];
      }
  );

const DEFAULT_SETUP_TIMEOUT_MS = 10 * 60_000;

const SURROUNDINGS = {
  folder: KINDS.text,
  suite: KINDS.object,
  setup: KINDS.text,
  setupTimeoutMs: KINDS.amount,
  onStep: KINDS.function,
  signal: KINDS.abortSignal,
};
const OF_A_RUN = {
  ...SURROUNDINGS,
  of: KINDS.text,
  ledgerOf: KINDS.function,
  anchorOf: KINDS.function,
  mutationCheck: KINDS.boolean,
  seed: KINDS.text,
};
const OF_A_LIST = { ...OF_A_RUN, merged: KINDS.text, listLedgerOf: KINDS.function };
const OF_A_CHANGE = { ...SURROUNDINGS, base: KINDS.text, head: KINDS.text, tests: KINDS.texts };

const checkProveOptions = (given: object): void => {
  checkValue('prove', 'options', given, KINDS.object);
  const check = <Kinds extends object>(kinds: Kinds, needed: readonly (keyof Kinds & string)[]): void =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the names are is what is checked
    checkOptions<Kinds>('prove', given as Kinds, kinds as never, needed);
  if ('base' in given || 'head' in given) check(OF_A_CHANGE, ['folder', 'base', 'head']);
  else if ('merged' in given) check(OF_A_LIST, ['folder', 'merged']);
  else check(OF_A_RUN, ['folder', 'of']);
};

/**
 * Runs the tests of commits again in clean checkouts. Nothing is written into the repository, nothing is left running.
 * @throws {OptionError} when an option is unknown, missing or of another kind
 * @throws {ProofError} for missing commits, unusable commands, or an interruption
 * @throws {WorkspaceError} when `folder` is in no repository
 * @throws {ConfigError} and {RunnerError} for problems of the first commit's config
 */
export function prove(options: Extract<ProveOptions, { readonly of: string }>): Promise<RunProof>;
export function prove(options: Extract<ProveOptions, { readonly merged: string }>): Promise<ListProof>;
export function prove(options: Extract<ProveOptions, { readonly base: string }>): Promise<ChangeProof>;
export async function prove(given: ProveOptions): Promise<RunProof | ListProof | ChangeProof> {
  checkProveOptions(given);
  const { suite = {}, setup, ...options } = given;
  const ways = {
    suitesOf: nameSuite(suite),
    setup: setup === undefined ? null : splitWords(setup, 'setup command'),
    setupTimeoutMs: options.setupTimeoutMs ?? DEFAULT_SETUP_TIMEOUT_MS,
  };
  if ('merged' in options) return proveMerged({ ...options, of: options.merged, ...ways });
  return 'of' in options
    ? proveRun({ ...options, ...ways })
    : proveChange({ ...options, tests: options.tests ?? [], ...ways });
}

const proveMerged = async (options: Parameters<typeof proveList>[0]): Promise<ListProof> => {
  const [root = ''] = await findPlace(options.folder);
  const last = await findLastMerge(root, options.of);
  if (last === null)
    throw new ProofError(
      `Cannot prove ${options.of}: no merge of a task list is nearer in its history than a run. Name a branch that a list was merged into, or prove the run: dualgate prove COMMIT.`,
    );
  return proveList(options, last);
};
