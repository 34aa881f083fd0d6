/**
 * Carries out an operator command on a locked run: by the loop between two turns, or by a command while no loop is
 * active. Both use the same code, so that a command has the same effect and the same records at any time.
 */
import { recordBreaker } from '../../loop/limits.ts';
import { RunError } from '../../records/run-error.ts';
import { carryOutAccept } from './accept.operator-command.ts';
import { carryOutApprove, carryOutReject } from './answer.operator-command.ts';
import {
  COMMAND_WORDS,
  type OperatorCommand,
  type OperatorCommandName,
  type CarriedOut,
  type OperatorCommandContext,
  type CarryOut,
} from './operator-command.ts';
import { carryOutSkip } from './skip.operator-command.ts';
import type { Config } from '../../project/config/config.ts';
import { isLocated, editableTests } from '../../evidence/integrity/edited-test.ts';
import { findExit, openKeptExit } from '../../loop/turn/kept-exit.ts';
import { findOpen } from '../../records/fold/reopened-tests.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { plainLine } from '../../base/text/plain-line.ts';
import { fileOfTest } from '../../runners/is-green.ts';
import { keepAside, readTip } from '../../commits/branch.ts';
import { writeCommit } from '../../commits/write-commit.ts';
import { draftExit, openOwnRepository, refuseElsewhere, finishRollback } from '../../loop/commits/own-repository.ts';
import type { RunBranch } from '../../records/run-branch.ts';
import { lookAtSources } from '../../loop/run-context.ts';

/**
 * Also records any change of the breaker. @throws {LedgerError} when it could not be recorded
 * @throws {RunError} when the work is over, or the command cannot be carried out; then nothing was recorded
 */
export const carryOut = async (context: OperatorCommandContext, command: OperatorCommand): Promise<CarriedOut> => {
  const phase = context.journal.phase();
  if (phase === null) {
    const { run } = context.journal.state();
    throw new RunError(
      `Cannot ${COMMAND_WORDS[command.command]} of the run ${run}: its work is over. Start a new one with dualgate run.`,
    );
  }
  const before = context.journal.state().breaker;
  const carried = await carryOutIn(context, command, phase);
  return recordBreaker(context, before) ? { ...carried, recorded: [...carried.recorded, 'breaker.changed'] } : carried;
};

const carryOutIn = <T extends OperatorCommandName>(
  context: OperatorCommandContext,
  command: OperatorCommand & { readonly command: T },
  phase: string,
): Promise<CarriedOut> => COMMANDS[command.command](context, command, phase);

const carryOutReopen: CarryOut<'reopen'> = async ({ config, journal }, { by, reason, test: named }, phase) => {
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

const carryOutRollback: CarryOut<'rollback'> = async (context, { by, reason, phase }) => {
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

const COMMANDS: { readonly [T in OperatorCommandName]: CarryOut<T> } = {
  skip: carryOutSkip,
  abort: async ({ journal }, { by, reason }) => {
    journal.write('operator.aborted', { by, reason });
    return { recorded: ['operator.aborted'], says: `The work of ${journal.state().run} was aborted.` };
  },
  /**
   * Iterations used, iterations without progress, crashes, limits of the provider, minutes, cost and tokens count from
   * 0 again, the breaker is closed, and halted work resumes (rule 4.4). The evidence for the gates is unchanged.
   */
  reset: async ({ journal }, { by, reason }, phase) => {
    journal.write('operator.reset', { phase, by, reason });
    return { recorded: ['operator.reset'], says: `${phase} continues; all counts that halt it are at 0.` };
  },
  accept: carryOutAccept,
  reopen: carryOutReopen,
  rollback: carryOutRollback,
  approve: carryOutApprove,
  reject: carryOutReject,
  /** A person's guidance for the agent, in each prompt until the phase is exited. It changes no gate. */
  guide: async ({ journal }, { by, text }, phase) => {
    journal.write('operator.guided', { phase, by, text });
    return { recorded: ['operator.guided'], says: `The agent reads it in each prompt until ${phase} is exited.` };
  },
};
