/** `skip`: the phase is exited without its gates, and every report of the run shows it forever (rule 1.6). */
import type { Config } from '../../project/config/config.ts';
import { freezeFiles } from '../../evidence/integrity/freeze.ts';
import { findTestFilesOf, findTestSupportOf } from '../../evidence/integrity/suite-files.ts';
import { freezeSetUp, maySetUp } from '../../evidence/integrity/set-up-files.ts';
import { plainLine } from '../../base/text/plain-line.ts';
import { draftExit, refuseElsewhere } from '../../loop/commits/own-repository.ts';
import { makeCommit } from '../../loop/commits/commit.ts';
import { lookAtSources } from '../../loop/run-context.ts';
import { RunError } from '../../records/run-error.ts';
import type { PhaseExit } from '../../records/fold/reopened-tests.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import type { CarryOut, OperatorCommandContext } from './operator-command.ts';

export const carryOutSkip: CarryOut<'skip'> = async (
  context,
  { by, reason, phase: meant = null, whole = false },
  phase,
) => {
  // While the command waited for the turn, both gates may have exited its phase.
  if (meant !== null && meant !== phase)
    throw new RunError(
      `Cannot skip ${plainLine(meant, 100)}: the current phase is ${phase}. Nothing was forced. Repeat the command to exit ${phase} without its gates.`,
    );
  const exited = whole ? await completeByForce(context, { by, reason }) : [phase];
  if (!whole) await exitByForce(context, { by, reason }, phase);
  const next = context.journal.phase();
  return {
    recorded: exited.flatMap(() => ['operator.skipped', 'phase.exited'] as const),
    says: `Forced the exit of ${exited.join(', ')}. ${next === null ? 'The work is complete.' : `${next} is next.`}`,
  };
};

interface Given {
  readonly by: string;
  readonly reason: string;
  readonly whole?: true;
}

/** Every phase that is exited, one after another; after a kill, the rest of them. @returns their names */
export const completeByForce = async (
  context: OperatorCommandContext,
  given: Pick<Given, 'by' | 'reason'>,
): Promise<readonly string[]> => {
  const exited: string[] = [];
  for (let phase = context.journal.phase(); phase !== null; phase = context.journal.phase()) {
    exited.push(phase);
    await exitByForce(context, { ...given, whole: true }, phase);
  }
  return exited;
};

const exitByForce = async (
  { config, journal, emit }: OperatorCommandContext,
  { by, reason, whole }: Given,
  phase: string,
): Promise<void> => {
  const held = await freezeAtExit(config, journal.state(), phase);
  const { tests, failing, iteration } = journal.state();
  journal.write('operator.skipped', {
    phase,
    by,
    reason,
    exit: { ...held, tests, failing },
    ...(whole === undefined ? {} : { whole }),
  });
  journal.write('phase.exited', { phase, iteration, forced_exit: true, by, reason });
  await makeCommit({ config, journal, emit }, 'later');
};

/** The current tests, although no gate judged them. */
const freezeAtExit = async (
  config: Config,
  state: WorkState,
  phase: string,
): Promise<Omit<PhaseExit, 'tests' | 'failing'>> => {
  const { folder, tests } = config;
  const { branch } = state;
  await refuseElsewhere(config, branch, 'skip a phase');
  const { files, tree } = await lookAtSources(config, state);
  const held = findTestFilesOf(tests.suites, files.keys(), []);
  const support = await findTestSupportOf(config, folder, files.keys(), held);
  const isSettingUp = maySetUp(
    config,
    config.phases.find((each) => each.phase === phase),
  );
  const setUp = isSettingUp
    ? await freezeSetUp({ workspace: folder, sources: files.keys(), frozen: state.frozen })
    : [];
  const frozen = await freezeFiles(folder, [...held, ...support, ...setUp]);
  if (branch === null) return { frozen, tree };
  const draft = await draftExit(config, { branch, writes: state.writes }, files);
  if ('tree' in draft) return { frozen, tree, git_tree: draft.tree };
  throw new RunError(
    `Cannot skip a phase: these files changed while they were committed, or cannot be read: ${draft.moved.join(', ')}. Repeat the command when no process writes there.`,
  );
};
