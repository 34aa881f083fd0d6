/**
 * `rollback`: the work returns to the exit of a phase, and the phase after it begins again. The former state is kept
 * under a name in git. The rollback stays in every report of the run.
 */
import { keepAside, readTip } from '../../commits/branch.ts';
import { writeCommit } from '../../commits/write-commit.ts';
import type { Config } from '../../project/config/config.ts';
import { draftExit, openOwnRepository, refuseElsewhere } from '../../loop/commits/own-repository.ts';
import { finishRollback } from '../../loop/commits/finish-rollback.ts';
import type { RunBranch } from '../../records/run-branch.ts';
import { lookAtSources } from '../../loop/look-at-sources.ts';
import { RunError } from '../../records/run-error.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import type { CarryOut } from './operator-command.ts';

export const carryOutRollback: CarryOut<'rollback'> = async (context, { by, reason, phase }) => {
  const { config, journal } = context;
  const { branch, run } = journal.state();
  if (branch === null)
    throw new RunError(
      `Cannot roll back the work: the run ${run} makes no commits. Set commits: true for the next one.`,
    );
  const commit = branch.exits[phase];
  if (commit === undefined) {
    const left = Object.keys(branch.exits).join(', ');
    throw new RunError(
      `Cannot roll back to ${phase}: it was not exited in the run ${run}. ${left === '' ? 'The run has not exited a phase yet' : `Choose one of ${left}`}.`,
    );
  }
  await refuseElsewhere(config, branch, 'roll back the work');
  const kept = await keepWork(config, { ...journal.state(), branch }, run);
  journal.write('operator.rolled_back', { phase, by, reason, commit, kept });
  await finishRollback(context);
  return {
    recorded: ['operator.rolled_back', 'work.rolled_back'],
    says: `Rolled back to the exit of ${phase}; ${journal.phase() ?? 'nothing'} starts again. The previous state is kept as ${kept}.`,
  };
};

/** The current branch and files, in one commit that no branch has. */
const keepWork = async (
  config: Config,
  state: Omit<WorkState, 'branch'> & { readonly branch: RunBranch },
  run: string,
): Promise<string> => {
  const { branch } = state;
  const repository = await openOwnRepository(config, branch);
  const { files } = await lookAtSources(config, state);
  const draft = await draftExit(config, state, files);
  if (!('tree' in draft))
    throw new RunError(
      `Cannot roll back the work: these files changed while they were saved, or cannot be read: ${draft.moved.join(', ')}. Repeat the command when no process writes there.`,
    );
  const commit = await writeCommit(repository, {
    tree: draft.tree,
    parent: (await readTip(repository, branch.name)) ?? branch.base,
    message: `The state before a rollback of ${run}\n`,
    author: branch.author,
    at: new Date().toISOString(),
  });
  return keepAside(repository, run, commit);
};
