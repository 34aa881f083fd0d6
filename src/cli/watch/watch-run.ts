/**
 * Follows a run of this process on the screen to its end.
 *
 * @module
 */
import type { Ended } from '../../run/end-run.ts';
import type { ListEvent } from '../../work/list-events.ts';
import type { Run } from '../../run/create-run.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { runFolders } from '../../records/run-folders.ts';
import { warnOfNohup } from '../background/warn-of-nohup.ts';
import { emitInterrupts, type Interrupts } from './emit-interrupts.ts';
import { chooseScreen } from './choose-screen.ts';
import type { Values } from '../command.ts';
import { isGithub } from '../github/is-github.ts';
import { type GithubEnd, reportToGithub } from '../github/report-to-github.ts';
import type { CommandIo } from '../terminal/io.ts';
import { isOfList } from '../render/list/list-lines.ts';
import { adviseAfter } from '../render/ending.ts';
import type { StepFacts } from '../../view/next-steps.ts';
import { UsageError } from '../usage-error.ts';

interface Shown {
  /** Whether an iteration started. */
  readonly began: boolean;
  readonly ended: Ended;
  /** For the next steps. */
  readonly facts: Omit<StepFacts, 'began'>;
  /** Globs of files that the suite wrote when the phase was last held. */
  readonly proposed: readonly string[];
  /** A list prints its own next commands. */
  readonly isList: boolean;
}

/** A run, or a list of them. */
type Followed = Pick<Run, 'ended' | 'interrupt'>;
type Start<T extends Followed> = (onEvent: (event: RunEvent | ListEvent) => void) => T;

/** @returns the exit code of the run, or of the list (rule 4.9) */
export const watchRun = async (start: Start<Followed>, values: Values, io: CommandIo): Promise<number> => {
  const shown = await showRun(start, values, io);
  return values['json'] === true ? shown.ended.exit_code : advise(shown, io);
};

/** Prints the next commands. @returns the exit code of the run */
export const advise = ({ ended, began, facts, proposed, isList }: Shown, io: CommandIo): number => {
  if (!isList) for (const line of adviseAfter(ended.status, { began, ...facts }, proposed)) io.print(line);
  return ended.exit_code;
};

/** Shows a run to its end. @throws {UsageError} before it starts @throws any error of the run */
export const showRun = async <T extends Followed>(
  start: Start<T>,
  values: Values,
  io: CommandIo,
): Promise<Shown & { readonly followed: T }> => {
  if (values['agent-output'] === true && values['json'] !== true)
    throw new UsageError("Option '--agent-output' needs --json");
  io.outliveOutput();
  warnOfNohup(io);
  const screen = chooseScreen(values, io);
  let began = false;
  let isList = false;
  let facts: Omit<StepFacts, 'began'> = {};
  let proposed: readonly string[] = [];
  let folder: string | null = null;
  const ends: GithubEnd[] = [];
  let interrupts: Interrupts | null = null;
  try {
    const run = start((event) => {
      if (event.type === 'run.started') ({ folder } = event);
      if (event.type === 'run.ended') {
        const { run: id, status, why } = event;
        ends.push({ run: id, ledger: runFolders(folder ?? '', id).ledger, folder, status, why });
      }
      began ||= event.type === 'iteration.started';
      isList ||= isOfList(event);
      facts = followFacts(facts, event);
      if (event.type === 'phase.held') ({ proposed_writes: proposed = [] } = event);
      interrupts?.follow(event);
      screen.show(event);
    });
    interrupts = emitInterrupts(run, screen.say);
    // Until the process ends: a Ctrl+C at the very end must not replace its exit code.
    io.onInterrupt(interrupts.receive);
    io.onSuspend(interrupts.receiveSuspend);
    const ended = await run.ended;
    // A list is reported once, by its own command.
    if (isGithub(io.env) && !isList) for (const each of ends) await reportToGithub(each, io);
    return { began, ended, facts, proposed, isList, followed: run };
  } finally {
    interrupts?.end();
    screen.end();
  }
};

const followFacts = (facts: Omit<StepFacts, 'began'>, event: RunEvent | ListEvent): Omit<StepFacts, 'began'> => {
  if (event.type === 'phase.held') return { ...facts, held: event };
  if (event.type === 'phase.exited') return { ...facts, held: null };
  if (event.type === 'breaker.changed') return { ...facts, isExhausted: event.exhausted };
  return event.type === 'work.committed' ? { ...facts, branch: event.branch } : facts;
};
