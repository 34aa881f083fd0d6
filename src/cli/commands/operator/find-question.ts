/** Common to `dualgate approve` and `dualgate reject`: the question that is answered. */
import type { Config } from '../../../project/config/config.ts';
import { approveCommand, rejectCommand, shortTree } from '../../../records/fold/open-approval.ts';
import { RunError } from '../../../records/run-error.ts';
import { readRunSummary } from '../../../view/read-run.ts';
import { UsageError } from '../../command.ts';

interface Question {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  readonly tree: string;
}

/** Fewer characters could fit by chance. */
const LEAST = 8;

/**
 * The open question of a run.
 *
 * @param named - the first characters of the sources that the operator saw; absent: those that wait now
 * @throws {RunError} when none is open, or it is about other sources
 */
export const findQuestion = async (
  what: string,
  { config, run, named }: { readonly config: Config; readonly run: string; readonly named: string | undefined },
): Promise<Question> => {
  if (named !== undefined && !/^[0-9a-f]{8,64}$/.test(named))
    throw new UsageError(
      `SOURCES must be ${LEAST} characters or more of a fingerprint, as dualgate status shows it (got ${named})`,
    );
  // Not the status, which hides what looks like a secret.
  const { approval } = (await readRunSummary(config, run)).state.openEnds;
  if (approval === undefined)
    throw new RunError(
      `Cannot ${what}: the run ${run} waits for no approval. dualgate status shows its state; a phase asks when it has confirm: true and both its gates agree.`,
    );
  const { phase, iteration, attempt, tree } = approval.asked.record;
  if (named === undefined || tree.after.startsWith(named)) return { phase, iteration, attempt, tree: tree.after };
  throw new RunError(
    `Cannot ${what}: the sources ${shortTree(named)} are not the newest. ${phase} ${iteration} waits now. Look at it, then use ${approveCommand(tree.after)} or ${rejectCommand(tree.after)}.`,
  );
};
