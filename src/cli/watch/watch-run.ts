/** Follows a run of this process on the screen to its end. */
import { readFileSync, readlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { type ListEvent, isOfList } from '../../queue/list/list-events.ts';
import type { Run } from '../../run/create-run.ts';
import type { RunEvent } from '../../records/run-events.ts';
import type { StopSignal, CommandIo } from '../terminal/io.ts';
import type { Config } from '../../project/config/config.ts';
import { createStatelyInspector, serveStately } from '../../page/inspector/serve-stately.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { secretsOf } from '../../base/redact-text.ts';
import { type Values, UsageError } from '../command.ts';
import type { Ended } from '../../run/end-run.ts';
import { runFolders } from '../../records/run-folders.ts';
import { chooseScreen } from './choose-screen.ts';
import { isGithub } from '../github/workflow-commands.ts';
import { type GithubEnd, reportToGithub } from '../github/list-annotations.ts';
import { wrap } from '../render/display-width.ts';
import { adviseAfter } from '../render/ending.ts';
import { isAfterFirst, type StepFacts } from '../../view/next-steps.ts';

// The effects of the signals of a terminal and of the system on a run (rule 4.8), with a message for each.

export interface Interrupts {
  /** Follows the step of the run, which the message depends on. */
  readonly follow: (event: Pick<RunEvent | ListEvent, 'type'>) => void;
  readonly receive: (signal: StopSignal) => void;
  readonly receiveSuspend: () => void;
  /** Ignores later signals. */
  readonly end: () => void;
}

type At = 'the beginning' | 'an iteration' | 'a wait';

const FIRST: Readonly<Record<At, string>> = {
  'the beginning': 'Interrupted. No iteration has started; the run ends.',
  'an iteration': 'Interrupted. The run ends after this iteration. Press Ctrl+C again to end it at once.',
  'a wait': 'Interrupted. The wait is cancelled; the run ends.',
};

/**
 * The first Ctrl+C, or a closed terminal, lets the iteration finish. The second Ctrl+C, SIGTERM and SIGQUIT (Ctrl+\)
 * end everything at once: a system that stops waits ten seconds, not for a turn. The third kills.
 */
export const emitInterrupts = (run: Pick<Run, 'interrupt'>, say: (line: string) => void): Interrupts => {
  let at: At = 'the beginning';
  let interrupts = 0;
  let isOver = false;
  const interrupt = (isLast = true) => {
    interrupts += 1;
    if (interrupts === 1 && isLast) say(FIRST[at]);
    if (interrupts === 2) say('Ending the agent and its processes.');
    if (interrupts === 3) say('Killing the remaining processes.');
    run.interrupt();
  };
  return {
    follow: ({ type }) => {
      if (type === 'baseline.started') at = 'the beginning';
      if (type === 'iteration.started') at = 'an iteration';
      if (type === 'waiting') at = 'a wait';
    },
    receive: (signal) => {
      if (isOver) return;
      // The system and the shell both send a signal when a terminal is closed.
      if (signal === 'SIGHUP' && interrupts > 0) return;
      if (signal === 'SIGTERM' || signal === 'SIGQUIT') {
        if (interrupts === 0) interrupt(false);
        if (interrupts === 1) interrupt();
        return;
      }
      interrupt();
    },
    receiveSuspend: () => {
      if (!isOver) say('Not suspended: the agent would continue without supervision. Ctrl+C ends the run.');
    },
    end: () => {
      isOver = true;
    },
  };
};

type Inspecting = Pick<RunOptions, 'inspect'>;

/** @param act - the run @throws {InspectorError} before it starts, if the server cannot start */
export const withStately = async <T>(
  config: Config,
  values: Values,
  io: CommandIo,
  act: (inspecting: Inspecting) => Promise<T>,
): Promise<T> => {
  if (values['inspect-stately'] !== true) return act({});
  const inspector = createStatelyInspector({ secrets: secretsOf(config, io.env) });
  const viewers = await serveStately(inspector);
  io.complain(`Stately's inspector: ${viewers.url}`);
  io.complain(`For a receiver of @statelyai/inspect: ${viewers.address}`);
  try {
    return await act({ inspect: inspector.inspect });
  } finally {
    await viewers.close();
  }
};

// `nohup` does not keep SIGHUP from a run: Node restores ignored signals at its start. Only what is around shows it.

/** Says so, if a closed terminal would end the run against all expectation. */
const warnOfNohup = ({ env, complain }: Pick<CommandIo, 'env' | 'complain'>): void => {
  if (isStartedByNohup(env['_']) || isOutputOfNohup() || isIgnoredBy(process.ppid))
    complain(
      'nohup has no effect on dualgate: a closed terminal ends the run after its iteration. Use --detach instead.',
    );
};

/** Shells name the program that they start. */
const isStartedByNohup = (started = ''): boolean => basename(started) === 'nohup';

/** The name that nohup gives to the output of a terminal. */
const isOutputOfNohup = (): boolean => {
  try {
    return basename(readlinkSync('/proc/self/fd/1')) === 'nohup.out';
  } catch {
    return false;
  }
};

/** A script under nohup. The first process of the system is no shell. */
const isIgnoredBy = (pid: number): boolean => {
  if (pid <= 1) return false;
  try {
    // A mask in hexadecimal, its lowest bit signal 1: SIGHUP.
    const [, mask = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return (BigInt(`0x${mask}`) & 1n) === 1n;
  } catch {
    return false;
  }
};

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
  const { columns } = io.isLive ? io.room() : { columns: Infinity };
  const cut = (words: string, indent: number): readonly string[] => wrap(words, columns, indent, indent);
  const lines = isList ? [] : adviseAfter(ended.status, { began, ...facts }, { proposed, cut });
  for (const line of lines) io.print(line);
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
  if (event.type === 'run.started') return { ...facts, exited: isAfterFirst(event.phase, event.phases) };
  if (event.type === 'phase.held') return { ...facts, held: event };
  if (event.type === 'phase.exited') return { ...facts, held: null, exited: true };
  if (event.type === 'breaker.changed') return { ...facts, isExhausted: event.exhausted };
  return event.type === 'work.committed' ? { ...facts, branch: event.branch } : facts;
};
