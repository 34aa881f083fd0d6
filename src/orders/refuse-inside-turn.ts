/**
 * Orders are given from outside of the process tree of a run (RULES 1.6).
 *
 * @module
 */
import { isStartedUnder } from '../processes/find-processes.ts';
import { RunError } from '../records/run-error.ts';

/**
 * An agent is no operator, and neither are the tests that it wrote (RULES 1.6).
 *
 * @param run - `null`: of any run, and what `check` and `doctor` start, which carry a mark of their own
 * @throws {RunError} when this process was started by such a run, at whatever remove
 */
export const refuseInsideTurn = (what: string, run: string | null): void => {
  if (!isStartedUnder({ name: 'DUALGATE_RUN', value: run })) return;
  throw new RunError(
    `Cannot ${what} from inside a turn of the agent. An operator does it, from a terminal of their own.`,
  );
};
