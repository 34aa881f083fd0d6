/** Operator commands come from outside of the process tree of a run (rule 1.6). */
import { isStartedBy, isStartedUnder } from '../../base/processes/find-processes.ts';
import { RunError } from '../../records/run-error.ts';
import { listSessionNotes } from '../../loop/session/session-binding.ts';

/**
 * An agent is no operator, and neither are the tests that it wrote (rule 1.6).
 * @param run - `null`: of any run, and the processes of `check` and `doctor`, which have a mark of their own
 * @throws {RunError} when such a run started this process, directly or indirectly
 * @param only.ofSessions - whether the process tree of an agent session counts, too
 */
export const refuseInsideTurn = (what: string, run: string | null, { ofSessions = true } = {}): void => {
  const isInside =
    isStartedUnder({ name: 'DUALGATE_RUN', value: run }) ||
    (ofSessions && isStartedBy(listSessionNotes(process.env).flatMap(({ hosts }) => hosts)));
  if (!isInside) return;
  throw new RunError(
    `Cannot ${what} from inside a turn of the agent. Only an operator can, from a terminal of their own.`,
  );
};
