/**
 * `reopen`: one test that was frozen at the exit of RED may be edited once. The edit is judged in the next iteration
 * that has one (`src/loop/tests/judge-edits.ts`).
 */
import type { Config } from '../../project/config/config.ts';
import { isLocated, editableTests } from '../../evidence/integrity/edited-test.ts';
import { findExit, openKeptExit } from '../../loop/turn/kept-exit.ts';
import { findOpen } from '../../records/fold/reopened-tests.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { RunError } from '../../records/run-error.ts';
import { plainLine } from '../../base/text/plain-line.ts';
import type { CarryOut } from './operator-command.ts';
import { fileOfTest } from '../../runners/is-green.ts';

export const carryOutReopen: CarryOut<'reopen'> = async ({ config, journal }, { by, reason, test: named }, phase) => {
  const { file, test, why } = await resolveTest(named, { config, state: journal.state(), phase });
  if (why !== null) throw new RunError(`Cannot reopen a test: ${why}.`);
  journal.write('operator.reopened', { phase, by, reason, file, ...(test === null ? {} : { test }) });
  return {
    recorded: ['operator.reopened'],
    says: `Reopened: ${test ?? file}. One edit is accepted in ${phase}, if the edited test fails on the code before ${phase}.`,
  };
};

interface Resolved {
  readonly file: string;
  readonly test: string | null;
  /** Why it cannot be reopened, with the way out. */
  readonly why: string | null;
}

const resolveTest = async (
  named: string,
  { config, state, phase }: { readonly config: Config; readonly state: WorkState; readonly phase: string },
): Promise<Resolved> => {
  const file = fileOfTest(named);
  const test = named === file ? null : named;
  const shown = plainLine(named, 200);
  const refuse = (why: string): Resolved => ({ file, test, why });
  const open = findOpen(state.reopened);
  if (open !== null) return refuse(`${open.test ?? open.file} is open, and one test can be open at a time`);
  const exit = findExit(config, state, phase);
  if (exit === null) return refuse(`no tests are frozen in ${phase}: edit the test`);
  if (!Object.hasOwn(state.frozen, file))
    return refuse(`${shown} is not a frozen test file. Name one, or a test as dualgate explain prints it`);
  const accept = `Edit it, then use dualgate accept ${plainLine(file, 200)}`;
  const ids = editableTests(file, exit).filter((id) => test === null || id === test);
  if (ids.length === 0) return refuse(`no test ${shown} passed or failed at the exit of ${exit.phase}. ${accept}`);
  const kept = await openKeptExit(config, state, exit);
  if (kept === null) return refuse(`the sources of the exit of ${exit.phase} were not kept. ${accept}`);
  const text = await kept.readFrozen(file, state.frozen[file] ?? '');
  if (text === null) return refuse(`the frozen content of ${file} was not kept. ${accept}`);
  const isThere = ids.some((id) => isLocated(text, id));
  return isThere
    ? { file, test, why: null }
    : refuse(`${shown} has no test with lines or a table row of its own. ${accept}`);
};
