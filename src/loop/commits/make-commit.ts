/**
 * Makes the commit that is due, if one is, and records it: the same way right after the decision and after a crash at any
 * point between the two, so that branch and ledger agree, and no exit has two commits. Nothing cuts it off: it is not given
 * the signal of an interrupt, and git runs in sessions of its own.
 *
 * @module
 */
import type { Config } from '../../config/config.ts';
import { isAncestor, keepAside, moveBranch, readHeadBranch, readTip, standOn } from '../../proof/branch.ts';
import { ProofError } from '../../proof/proof-error.ts';
import type { Repository } from '../../proof/repository.ts';
import { readTree } from '../../proof/tree-entries.ts';
import { bringIndexTo } from '../../proof/user-index.ts';
import { writeCommit } from '../../proof/write-commit.ts';
import { readHead } from '../../sources/list-sources.ts';
import type { Journal } from '../../records/journal.ts';
import type { RunNews } from '../../records/run-events.ts';
import { type DueCommit, describeDue } from './due-commit.ts';
import { findMade } from './find-made.ts';
import { openOwnRepository } from './own-repository.ts';
import type { RunBranch, WorkCommit } from '../../records/run-branch.ts';

export interface CommitSite {
  readonly config: Config;
  readonly journal: Journal;
  readonly announce: (news: RunNews) => void;
}

/**
 * @param when - `live`: by the loop, whose workspace holds what was measured; where the agent switched to another branch, HEAD
 *   comes back to the run's. `later`: HEAD is the user's.
 * @throws {ProofError} when it cannot be made; then it is still due
 */
export const makeCommit = async (site: CommitSite, when: 'live' | 'later'): Promise<void> => {
  const { config, journal, announce } = site;
  const { branch, run, configHash } = journal.state();
  const sealed = journal.uncommitted();
  if (sealed === null || branch === null) return;
  const repository = await openOwnRepository(config, branch);
  const due = describeDue(sealed, config, { run, configHash });
  const made = await putOnBranch(repository, branch, due, run);
  if (made.kept !== undefined)
    announce({
      type: 'notice',
      text: `Somebody took the run's commits off the branch ${branch.name}. They are on it again; what was in their place is kept as ${made.kept}.`,
    });
  await stand(site, repository, branch, made, when);
  journal.write('work.committed', made);
  const [subject = ''] = due.message.split('\n');
  announce({ type: 'work.committed', phase: due.phase, branch: branch.name, commit: made.commit, subject });
};

/** On top of whatever the agent committed itself, as long as the run's commits are still below it. */
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

/** HEAD and the index, where they are the run's to move. */
const stand = async (
  { announce }: CommitSite,
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
      announce({
        type: 'notice',
        text: `HEAD was taken off the branch ${branch.name}${at === null ? '' : `, onto ${at}`}. It is on it again; no file was touched.`,
      });
  }
  if (await bringIndexTo(repository, await readTree(repository, commit))) return;
  announce({
    type: 'notice',
    text: 'The index of git could not be brought to the commit, since it is locked. Run git reset when it is free.',
  });
};

const taken = ({ folder }: Repository, branch: string): ProofError =>
  new ProofError(
    `Cannot begin the branch ${branch} in ${folder}: it is there by now, and is not of this run. Begin a new run with dualgate run --new.`,
  );
