/**
 * Makes and records the commit that is due. The same after a crash at any point since the decision: branch and ledger
 * agree, and no exit has two commits. No interrupt ends it: it gets no abort signal, and git runs in its own sessions.
 */
import type { Config } from '../../project/config/config.ts';
import { isAncestor, keepAside, moveBranch, readHeadBranch, readTip, standOn } from '../../commits/branch.ts';
import { askGit, type Repository } from '../../commits/repository.ts';
import { ProofError, readTrailers, type CommitTrailers } from '../../commits/commit-trailers.ts';
import { readTree, bringIndexTo } from '../../commits/restore-files.ts';
import { writeCommit, type Shown, writeCommitMessage } from '../../commits/write-commit.ts';
import { readHead } from '../../project/sources/list-sources.ts';
import { openOwnRepository, type CommitContext } from './own-repository.ts';
import type { RunBranch, WorkCommit } from '../../records/run-branch.ts';
import type { LedgerRecord } from '../../ledger/ledger-record.ts';
import { RunError, FaultError } from '../../records/run-error.ts';
import { asWorkRecord } from '../../records/records.ts';

/**
 * @param when - `live`: the workspace has the measured files; HEAD returns to the run's branch if the agent left it.
 * `later`: HEAD belongs to the user. @throws {ProofError} when the commit cannot be made; then it is still due
 */
export const makeCommit = async (context: CommitContext, when: 'live' | 'later'): Promise<void> => {
  const { config, journal, emit } = context;
  const { branch, run, configHash } = journal.state();
  const sealed = journal.uncommitted();
  if (sealed === null || branch === null) return;
  const repository = await openOwnRepository(config, branch);
  const due = describeDue(sealed, config, { run, configHash });
  const made = await putOnBranch(repository, branch, due, run);
  if (made.kept !== undefined)
    emit({
      type: 'notice',
      text: `Someone removed the run's commits from the branch ${branch.name}. dualgate restored them; the commits that replaced them are kept as ${made.kept}.`,
    });
  await stand(context, repository, branch, made, when);
  const [subject = ''] = due.message.split('\n');
  journal.write('work.committed', { ...made, branch: branch.name, subject });
};

/** On top of the agent's own commits, as long as the run's commits are still below them. */
const putOnBranch = async (
  repository: Repository,
  branch: RunBranch,
  due: DueCommit,
  run: string,
): Promise<WorkCommit> => {
  const { phase, tree, message, at, record } = due;
  const last = branch.tip ?? branch.base;
  const tip = await readTip(repository, branch.name);
  const made = tip === null ? null : await findMade(repository, { tip, last, due });
  if (made !== null) return { phase, ...made, tree, record: record.seq };
  if (tip !== null && branch.tip === null) throw taken(repository, branch.name);
  const isWhole = tip === null || (await isAncestor(repository, last, tip));
  const parent = tip !== null && isWhole ? tip : last;
  const commit = await writeCommit(repository, { tree, parent, message, author: branch.author, at });
  const kept = tip === null || isWhole ? null : await keepAside(repository, run, tip);
  const why = `dualgate: ${phase === null ? 'start' : `exit from ${phase}`} of ${run}`;
  await moveBranch(repository, branch.name, { to: commit, from: tip, why });
  return { phase, commit, parent, tree, record: record.seq, ...(kept === null ? {} : { kept }) };
};

/** HEAD and the index, where the run may move them. */
const stand = async (
  { emit }: CommitContext,
  repository: Repository,
  branch: RunBranch,
  { commit, phase }: WorkCommit,
  when: 'live' | 'later',
): Promise<void> => {
  const at = await readHeadBranch(repository);
  if (at !== branch.name) {
    const isAtStart = phase === null && (await readHead(repository.folder)) === branch.base;
    if (when === 'later' && !isAtStart) return;
    await standOn(repository, branch.name, `dualgate: onto ${branch.name}`);
    if (phase !== null)
      emit({
        type: 'notice',
        text: `HEAD was moved off the branch ${branch.name}${at === null ? '' : `, onto ${at}`}. dualgate moved it back and changed no file.`,
      });
  }
  if (await bringIndexTo(repository, await readTree(repository, commit))) return;
  emit({
    type: 'notice',
    text: 'The index of git is locked and could not be updated to the commit. Run git reset when it is free.',
  });
};

const taken = ({ folder }: Repository, branch: string): ProofError =>
  new ProofError(
    `Cannot create the branch ${branch} in ${folder}: it already exists and does not belong to this run. Start a new run with dualgate run --new.`,
  );

/** @param where - `last`: the last recorded commit of the run; only later ones are searched */
const findMade = async (
  repository: Repository,
  where: { readonly tip: string; readonly last: string; readonly due: DueCommit },
): Promise<Pick<WorkCommit, 'commit' | 'parent'> | null> => {
  const { tip, last, due } = where;
  const commits = await askGit(repository, ['rev-list', '--parents', tip, `^${last}`]);
  for (const line of commits.split('\n')) {
    const [commit = '', parent] = line.split(' ');
    if (parent === undefined) continue;
    const [tree, message] = await readCommit(repository, commit);
    const trailers = readTrailersOrNone(message);
    if (trailers?.record.hash === due.record.hash && trailers.record.seq === due.record.seq && tree === due.tree)
      return { commit, parent };
  }
  return null;
};

const readCommit = async (repository: Repository, commit: string): Promise<readonly [string, string]> => {
  const text = await askGit(repository, ['cat-file', 'commit', commit]);
  const end = text.indexOf('\n\n');
  return [/^tree ([0-9a-f]+)$/m.exec(text.slice(0, end))?.[1] ?? '', text.slice(end + 2)];
};

/** A trailer that an agent wrote into its own commits does not count. */
const readTrailersOrNone = (message: string): ReturnType<typeof readTrailers> => {
  try {
    return readTrailers(message);
  } catch (error) {
    if (error instanceof ProofError) return null;
    throw error;
  }
};

interface DueCommit {
  readonly phase: string | null;
  readonly tree: string;
  readonly message: string;
  readonly at: string;
  readonly record: { readonly seq: number; readonly hash: string };
}

interface Facts {
  readonly phase: string | null;
  readonly iteration: number | null;
  readonly git_tree: string | undefined;
  readonly sources: string;
  readonly forced: { readonly by: string; readonly reason: string } | null;
  readonly approved?: CommitTrailers['approved'];
  readonly reopened?: CommitTrailers['reopened'];
  readonly changed?: CommitTrailers['changed'];
  readonly guards?: CommitTrailers['guards'];
  readonly spec?: string;
  readonly shown: Shown;
}

/** @param state - the run, and the hash of its config @throws {RunError} for a record that has no commit */
const describeDue = (
  sealed: LedgerRecord,
  config: Config,
  { run, configHash }: { readonly run: string; readonly configHash: string },
): DueCommit => {
  const {
    phase,
    iteration,
    git_tree: tree,
    sources,
    forced,
    approved,
    reopened,
    changed,
    guards,
    spec,
    shown,
  } = factsOf(sealed, config);
  if (tree === undefined) throw withoutCommit(sealed);
  const record = { seq: sealed.seq, hash: sealed.hash };
  const message = writeCommitMessage(shown, {
    run,
    phase,
    iteration,
    record,
    sources,
    config: configHash,
    spec,
    forced,
    approved,
    reopened,
    changed,
    guards,
  });
  return { phase, tree, message, at: sealed.at, record };
};

const factsOf = (sealed: LedgerRecord, config: Config): Facts => {
  const record = asWorkRecord(sealed);
  if (record.type === 'run.started') {
    const { branch, tree, criteria, baseline } = record.data;
    const { spec, given } = config.work;
    const shown: Shown = { is: 'start', spec, criteria, tests: baseline.passing.length };
    const facts = { phase: null, iteration: null, git_tree: branch?.tree, sources: tree, forced: null, shown };
    return given === true ? { ...facts, spec } : facts;
  }
  if (record.type === 'iteration.decided') {
    const { decision, exit } = record.data;
    const { phase, iteration, metrics, approval, failing, guards } = record.data.record;
    const tests = config.phases.find((each) => each.phase === phase)?.tests ?? 'must_pass';
    const shown: Shown = { is: 'exited', phase, tests, metrics, failing, condition: decision.gate_1.condition };
    const { git_tree, tree: sources = '', reopened, changed } = exit ?? {};
    const approved = approval?.by;
    return { phase, iteration, git_tree, sources, forced: null, approved, reopened, changed, guards, shown };
  }
  if (record.type === 'operator.skipped') {
    const { phase, by, reason, exit } = record.data;
    const { tree: sources, git_tree } = exit;
    return { phase, iteration: null, git_tree, sources, forced: { by, reason }, shown: { is: 'forced', phase } };
  }
  throw withoutCommit(sealed);
};

const withoutCommit = ({ seq, type }: LedgerRecord): RunError =>
  new FaultError(`Cannot commit record ${seq} of the ledger: a ${type} record of this kind has no commit.`);
