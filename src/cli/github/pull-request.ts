/** `dualgate run --pr`: pushes a completed run's branch, opens a draft pull request. Without it nothing is pushed. */
import { DualgateError } from '../../../gates/errors.ts';
import { createRedactData } from '../../base/redact-text.ts';
import { renderReports } from '../../page/report/make-report.ts';
import { readReport } from '../../page/report/render-list.ts';
import type { Config } from '../../project/config/config.ts';
import { runGit } from '../../project/sources/git.ts';
import { configOfRun } from '../../records/hash-config.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { readRun } from '../../view/read-run.ts';
import { UsageError } from '../command.ts';
import type { CommandIo } from '../terminal/io.ts';
import { findOutside, runOutside } from './import-issue.ts';

/** `run --pr` cannot push or open it. Fix: by hand, as it says. */
class PullRequestError extends DualgateError {
  override readonly name = 'PullRequestError';
  readonly code = 'E_PULL_REQUEST';
}

const REMOTE = 'origin';

/** Before the run starts, and costs anything. @throws {UsageError} with the way out */
export const checkPullRequest = async (config: Config, io: CommandIo): Promise<void> => {
  if (config.list !== null) throw new UsageError("Option '--pr' cannot be used with a task list");
  if (!config.commits) throw new UsageError("Option '--pr' needs commits: true in the config");
  if ((await findOutside('gh', { cwd: config.folder, env: io.env })) === null)
    throw new UsageError("Option '--pr' needs the program gh (GitHub CLI) on the PATH");
  if (!(await hasRemote(config.folder)))
    throw new UsageError(`Option '--pr' needs a Git remote named ${REMOTE}: git remote add ${REMOTE} URL`);
};

const hasRemote = (folder: string): Promise<boolean> =>
  runGit(folder, ['remote', 'get-url', REMOTE]).then(
    () => true,
    () => false,
  );

/** @throws {PullRequestError} when the branch cannot be pushed, or gh fails: the commits are there all the same */
export const openPullRequest = async (config: Config, io: CommandIo): Promise<void> => {
  const at = { cwd: config.folder, env: io.env };
  const run = readCurrentRun(config.folder);
  const [gh, git] = [await findOutside('gh', at), await findOutside('git', at)];
  if (run === null || gh === null || git === null) return;
  const branch = (await readRun(config, run)).state.branch?.name;
  if (branch === undefined) throw new PullRequestError(`Cannot open a pull request: ${run} has no branch of its own.`);
  // Hooks of the repository may be the agent's.
  const refs = `refs/heads/${branch}:refs/heads/${branch}`;
  const push = ['-c', 'core.hooksPath=/dev/null', 'push', '--quiet', REMOTE, refs];
  const pushed = await runOutside({ program: git, args: push }, at);
  if ('problem' in pushed)
    throw new PullRequestError(
      `Cannot push ${branch} to ${REMOTE}: git failed (${pushed.problem}). Push it by hand: git push ${REMOTE} ${branch}.`,
    );
  const report = await readReport({ run, ledger: runFolders(config.folder, run).ledger });
  const body = renderReports([{ ...createRedactData(config, io.env)(report), next: [] }]);
  const { spec } = (await configOfRun(config, run)).work;
  const args = ['pr', 'create', '--draft', '--head', branch, '--title', `dualgate: ${spec}`];
  const made = await runOutside({ program: gh, args: [...args, '--body-file', '-'], input: body }, at);
  if ('problem' in made)
    throw new PullRequestError(
      `Cannot open a pull request: gh failed (${made.problem}). ${branch} is pushed. Open it by hand: gh pr create --draft --head ${branch}.`,
    );
  io.print(`Opened a draft pull request: ${made.stdout.trim().split('\n').at(-1) ?? ''}`);
};
