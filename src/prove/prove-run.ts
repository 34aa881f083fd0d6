/** Proves the commits of a run, with only them and the config of the first, in clean checkouts. */
import type { Config } from '../project/config/config.ts';
import type { LedgerHead } from '../ledger/check-chain.ts';
import type { MutationReport } from '../evidence/mutation-check/mutation-report.ts';
import type { PlacedSuite } from '../runners/run-suites.ts';
import { IGNORED_SUMS, ignoresSums } from '../evidence/baseline.ts';
import { type Claim, claim, type Proof } from './claim.ts';
import type { CommitFile } from '../project/checkout/checkout.ts';
import { listCommit, findTip, readRunCommits, type RunCommit } from './run-commits.ts';
import { judgeExit, judgeStart } from './judge-exit.ts';
import { judgeImports, findUnnamedModules } from './judge-imports.ts';
import { judgeApprovals } from './judge-approvals.ts';
import { judgeLedger, judgeSources } from './judge-ledger.ts';
import { type Checkout, isTestOf, readSources } from './measure-checkout.ts';
import { ProofError } from '../commits/commit-trailers.ts';
import { isPassing, proveNeeded } from './prove-needed.ts';
import { proveChanged, proveReopened } from './prove-changed.ts';
import { proveExtended } from './prove-extended.ts';
import { findPlace, type ProofStep, createLook } from './prove-change.ts';
import type { ReadFrozen } from '../evidence/integrity/edited-test.ts';
import { fileOfFrozen, textOfState } from '../evidence/integrity/freeze.ts';
import { findRemovedNames, type RemovedName } from '../evidence/measures/removed-names.measure.ts';
import { showCount } from '../base/text/amounts.ts';

export interface ProveRunOptions {
  readonly folder: string;
  readonly of: string;
  readonly suitesOf: (workspace: string) => readonly PlacedSuite[];
  readonly setup: readonly string[] | null;
  readonly setupTimeoutMs: number;
  readonly ledgerOf?: (run: string) => string;
  readonly anchorOf?: (run: string) => LedgerHead | null;
  readonly mutationCheck?: boolean;
  readonly seed?: string;
  readonly onStep?: (step: ProofStep) => void;
  readonly signal?: AbortSignal;
}

export interface RunProof extends Proof {
  readonly run: string;
  readonly base: string;
  readonly head: string;
  readonly commits: readonly { readonly commit: string; readonly phase: string | null; readonly subject: string }[];
  readonly mutationCheck: MutationReport | null;
}

const MOST_NAMES = 20;

const describeRemoved = (found: readonly (RemovedName & { readonly since: string })[]): readonly string[] => {
  const names = found.filter(
    ({ path, name }, at) => found.findIndex((one) => one.path === path && one.name === name) === at,
  );
  return [
    ...names
      .slice(0, MOST_NAMES)
      .map(
        ({ path, name, since }) => `${path} no longer has the public name ${name}, which it had ${since}: read why.`,
      ),
    ...(names.length > MOST_NAMES ? [`And ${showCount(names.length - MOST_NAMES, 'more public name')} went.`] : []),
  ];
};

/**
 * Checks the commits from the start of the run to its end.
 * @throws {ProofError} when there is no such run, a setup fails, or the proof is interrupted
 * @throws {ConfigError} and {RunnerError} for problems of the first commit
 */
export const proveRun = async (options: ProveRunOptions): Promise<RunProof> => {
  const { onStep = () => {} } = options;
  const [root = '', place = ''] = await findPlace(options.folder);
  const { tip, run } = await findTip(root, options.of);
  const commits = await readRunCommits(root, tip, run);
  const [start, ...exits] = commits;
  if (start === undefined) throw new TypeError('a run without commits is refused before');
  refuseChangedConfig(commits);
  const { look: lookAt, notes } = createLook(root, place, options);
  const filesOf = async ({ commit }: RunCommit) => inside(await listCommit(root, commit), place);
  const sourcesOf = async (each: RunCommit) => readSources(root, await filesOf(each));
  const look = async <T>(commit: RunCommit, use: (checkout: Checkout, files: readonly CommitFile[]) => Promise<T>) => {
    const files = await listCommit(root, commit.commit);
    return lookAt(files, (checkout) => use(checkout, inside(files, place)));
  };

  const of = commits.length + (options.mutationCheck === false ? 0 : 1);
  onStep({ step: 1, of, what: start.subject });
  const { known, claims: first } = await look(start, (checkout, files) =>
    judgeStart(start, checkout, files, options.suitesOf),
  );
  if (ignoresSums(known.config)) notes.add(IGNORED_SUMS);
  const claims: Claim[] = [
    ...judgeChain(
      commits,
      known.config.phases.map(({ phase }) => phase),
    ),
    ...first,
  ];
  for (const [at, commit] of exits.entries()) {
    onStep({ step: at + 2, of, what: commit.subject });
    const textOf = async (made: RunCommit, path: string) => {
      const only = (await filesOf(made)).filter((file) => file.path === path);
      const content = (await readSources(root, only)).get(path);
      return content === undefined ? null : Buffer.from(content);
    };
    const readFrozen: ReadFrozen = async (path, state) => {
      for (const earlier of commits.slice(0, at + 1).toReversed()) {
        const text = await textOfState(path, await textOf(earlier, fileOfFrozen(path)), state);
        if (text !== null) return text;
      }
      return null;
    };
    const readBoth = async () => ({ start: await sourcesOf(start), now: await sourcesOf(commit) });
    const pair = { commit, previous: commits[at] ?? start, known, textOf, look };
    claims.push(
      ...(await proveReopened({ ...pair, readFrozen })),
      ...(await proveExtended(pair)),
      ...(await look(commit, (checkout, files) =>
        judgeExit(commit, {
          checkout,
          files,
          known,
          readSources: readBoth,
          readFrozen,
          proveChanges: (run) => proveChanged({ ...pair, run, sourcesOf }),
        }),
      )),
    );
  }
  claims.push(await judgeSources(commits, { root, place, writes: known.config.tests.writes }));
  const last = commits.at(-1) ?? start;
  const now = await sourcesOf(last);
  const isTest = isTestOf(known, await filesOf(last));
  const imports = judgeImports({ start: await sourcesOf(start), now }, isTest);
  const modules = await findUnnamedModules({ start: await sourcesOf(start), now }, isTest, { root });
  claims.push(imports.claim);
  const green = commits.find(({ trailers }) => isPassing(known, trailers.phase)) ?? last;
  const removed = describeRemoved([
    ...findRemovedNames(await sourcesOf(start), now, isTest).map((each) => ({ ...each, since: 'when the run began' })),
    ...findRemovedNames(await sourcesOf(green), now, isTest).map((each) => ({
      ...each,
      since: 'when the tests passed',
    })),
  ]);
  const ledger =
    options.ledgerOf === undefined
      ? null
      : await judgeLedger(
          options.ledgerOf(start.trailers.run),
          commits,
          options.anchorOf?.(start.trailers.run) ?? null,
          { isReviewed: known.config.review !== undefined },
        );
  if (ledger !== null) claims.push(ledger.claim);
  if (options.ledgerOf !== undefined)
    claims.push(...(await judgeApprovals(options.ledgerOf(start.trailers.run), commits, known.config.phases)));
  const needed = await proveNeeded({
    repository: root,
    commits,
    known,
    holds: claims.every(({ holds }) => holds),
    mutationCheck: options.mutationCheck ?? true,
    seed: options.seed,
    filesOf,
    look,
    onStep: (what) => onStep({ step: of, of, what }),
    signal: options.signal,
  });
  claims.push(...needed.claims);
  const ids = known.tests?.ids ?? [];
  return {
    run: start.trailers.run,
    base: start.commit,
    head: last.commit,
    commits: commits.map(({ commit, subject, trailers }) => ({ commit, phase: trailers.phase, subject })),
    holds: claims.every(({ holds }) => holds),
    claims,
    notes: [
      ...notes,
      ...imports.notes,
      ...modules,
      ...removed,
      ...describeNotRun(known.config),
      ...(ledger?.notes ?? [WITHOUT_LEDGER]),
      ...needed.notes,
    ],
    mutationCheck: needed.report,
    tests: { fail_to_pass: [...ids].sort(), pass_to_pass: known.baseline.passing, failed: [] },
  };
};

const WITHOUT_LEDGER =
  'There is no ledger of the run here: nothing was compared with the id of the run, the iterations, the records and the hash of the config that the commits name.';

const refuseChangedConfig = (commits: readonly RunCommit[]): void => {
  const first = commits[0]?.trailers.config;
  const other = commits.find(({ trailers }) => trailers.config !== first);
  if (other === undefined) return;
  throw new ProofError(
    `Cannot prove the run ${other.trailers.run}: its commits name different configs, since an operator changed the config during the run, and a proof follows only one. Prove the commits before the exit of ${other.trailers.phase ?? 'the start'} (${other.commit.slice(0, 12)}), or the whole change with dualgate prove BASE..HEAD.`,
  );
};

const describeNotRun = ({ checks, measures, review }: Config): readonly string[] => {
  const names = [...checks, ...measures, ...(review === undefined ? [] : [{ name: 'review' }])].map(({ name }) => name);
  return names.length === 0 ? [] : [`Not run again: ${names.join(', ')}. Only the ledger has their results.`];
};

const inside = (files: readonly CommitFile[], place: string): readonly CommitFile[] =>
  place === ''
    ? files
    : files.flatMap((file) =>
        file.path.startsWith(`${place}/`) ? [{ ...file, path: file.path.slice(place.length + 1) }] : [],
      );

/** @param phases names of the phases of the first commit's config, in order */
const judgeChain = (commits: readonly RunCommit[], phases: readonly string[]): readonly Claim[] => {
  const exits = commits.filter(({ trailers }) => trailers.phase !== null);
  const named = exits.map(({ trailers }) => trailers.phase ?? '');
  const forced = exits.filter(({ trailers }) => trailers.forced !== null);
  return [
    claim('commits', `the start and the exits of ${phases.join(', ')} are commits, in this order`, [
      ...(commits[0]?.trailers.phase === null ? [] : ['the commit of the start is missing']),
      ...phases.filter((phase) => !named.includes(phase)).map((phase) => `the exit of ${phase} has no commit`),
      ...named.filter((phase) => !phases.includes(phase)).map((phase) => `the config has no phase ${phase}`),
      ...named.filter((phase, at) => named.indexOf(phase) < at).map((phase) => `the exit of ${phase} has two commits`),
      ...(isInOrder(named, phases) ? [] : [`they are in another order: ${named.join(', ')}`]),
    ]),
    claim(
      'unforced',
      'every phase was exited by both gates',
      forced.map(
        ({ trailers }) =>
          `${trailers.phase ?? ''} was forced by ${trailers.forced?.by ?? ''}: ${trailers.forced?.reason ?? ''}`,
      ),
    ),
  ];
};

const isInOrder = (named: readonly string[], phases: readonly string[]): boolean => {
  const places = named.map((phase) => phases.indexOf(phase));
  return places.every((place, at) => at === 0 || place >= (places[at - 1] ?? 0));
};
