/**
 * `skip`: the phase is left without its gates, and every report of the run says so for ever (RULES 1.6).
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { freezeFiles } from '../integrity/freeze.ts';
import { findTestFilesOf, findTestSupportOf } from '../integrity/suite-files.ts';
import { plainLine } from '../text/plain-line.ts';
import { draftExit } from '../loop/commits/begin-branch.ts';
import { makeCommit } from '../loop/steps/commit.ts';
import { refuseElsewhere } from '../loop/commits/own-repository.ts';
import { lookAtSources } from '../loop/look-at-sources.ts';
import { RunError } from '../records/run-error.ts';
import type { PhaseExit } from '../records/catalogue/decision.records.ts';
import type { WorkState } from '../records/fold/work-state.ts';
import type { CarryOut, OrderSite } from './order-site.ts';

export const carryOutSkip: CarryOut<'skip'> = async (
  site,
  { by, reason, phase: meant = null, whole = false },
  phase,
) => {
  // While it waited for the turn, both gates may have left the phase that it was given for.
  if (meant !== null && meant !== phase)
    throw new RunError(
      `Cannot skip ${plainLine(meant, 100)}: the current phase is ${phase}. Nothing was forced. Give the order again if ${phase} is to be exited without its gates.`,
    );
  const left = whole ? await completeByForce(site, { by, reason }) : [phase];
  if (!whole) await leaveByForce(site, { by, reason }, phase);
  const next = site.journal.phase();
  return {
    recorded: left.flatMap(() => ['operator.skipped', 'phase.left'] as const),
    says: `${left.join(', ')} ${left.length === 1 ? 'was' : 'were'} left by a forced exit. ${next === null ? 'The work is completed by it.' : `${next} is next.`}`,
  };
};

interface Given {
  readonly by: string;
  readonly reason: string;
  readonly whole?: true;
}

/** Every phase that is left, one after another; also the rest of them after a kill. @returns their names */
export const completeByForce = async (
  site: OrderSite,
  given: Pick<Given, 'by' | 'reason'>,
): Promise<readonly string[]> => {
  const left: string[] = [];
  for (let phase = site.journal.phase(); phase !== null; phase = site.journal.phase()) {
    left.push(phase);
    await leaveByForce(site, { ...given, whole: true }, phase);
  }
  return left;
};

const leaveByForce = async (
  { config, journal, announce }: OrderSite,
  { by, reason, whole }: Given,
  phase: string,
): Promise<void> => {
  const held = await holdFast(config, journal.state());
  const { tests, failing, iteration } = journal.state();
  journal.write('operator.skipped', {
    phase,
    by,
    reason,
    exit: { ...held, tests, failing },
    ...(whole === undefined ? {} : { whole }),
  });
  journal.write('phase.left', { phase, iteration, forced_exit: true, by, reason });
  await makeCommit({ config, journal, announce }, 'later');
};

/** The tests as they are now, although no gate looked at them. */
const holdFast = async (config: Config, state: WorkState): Promise<Omit<PhaseExit, 'tests' | 'failing'>> => {
  const { folder, tests } = config;
  const { branch } = state;
  await refuseElsewhere(config, branch, 'skip a phase');
  const { files, tree } = await lookAtSources(config, state);
  const held = findTestFilesOf(tests.suites, files.keys(), []);
  const support = await findTestSupportOf(tests.suites, folder, files.keys(), held);
  const frozen = await freezeFiles(folder, [...held, ...support]);
  if (branch === null) return { frozen, tree };
  const draft = await draftExit(config, { branch, writes: state.writes }, files);
  if ('tree' in draft) return { frozen, tree, git_tree: draft.tree };
  throw new RunError(
    `Cannot skip a phase: these files moved while they were committed, or cannot be read: ${draft.moved.join(', ')}. Give the order again when nobody writes there.`,
  );
};
