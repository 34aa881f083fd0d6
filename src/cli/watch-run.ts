/**
 * Follows a run on the screen to its end: live in a terminal, a line an event in a pipe, NDJSON with `--json`.
 *
 * @module
 */
import type { Ended, Run, RunEvent } from '../index.ts';
import type { Values } from './command.ts';
import { isGithub, tellGithub } from './github/tell-github.ts';
import type { CommandIo } from './io.ts';
import { renderClockTime } from './render/clock-time.ts';
import { renderEvent } from './render/event-lines.ts';
import { createLiveScreen } from './render/live-screen.ts';
import { createPaint } from './render/paint.ts';
import { adviseAfter } from './render/settled.ts';
import { UsageError } from './usage-error.ts';

/** Exit codes of commands that follow a run (RULES 4.9). */
export const RUN_EXITS: Readonly<Record<number, string>> = {
  0: 'completed, or paused by --until',
  1: 'stuck',
  2: 'aborted',
  3: 'interrupted',
  4: 'needs a person',
};

/** How often the time on the live line is painted anew, in milliseconds. */
const TICK_MS = 250;

/** @returns the exit code of the run (RULES 4.9) */
export const watchRun = async (
  begin: (onEvent: (event: RunEvent) => void) => Run,
  values: Values,
  io: CommandIo,
): Promise<number> => {
  if (values['agent-output'] === true && values['json'] !== true)
    throw new UsageError("Option '--agent-output' needs --json");
  const screen = chooseScreen(values, io);
  let began = false;
  let proposed: readonly string[] = [];
  let folder: string | null = null;
  let run: Run;
  let ended: Ended;
  try {
    run = begin((event) => {
      if (event.type === 'run.started') ({ folder } = event);
      began ||= event.type === 'iteration.started';
      if (event.type === 'phase.held') proposed = event.proposed_writes ?? [];
      screen.show(event);
    });
    // For as long as the process lives: one more Ctrl+C at the very end must not take its exit code away.
    io.onInterrupt(announceInterrupts(run, screen));
    ended = await run.ended;
  } finally {
    screen.end();
  }
  if (values['json'] !== true) for (const line of adviseAfter(ended.status, began, proposed)) io.print(line);
  if (isGithub(io.env)) await tellGithub({ run: run.id, ledger: run.ledger, folder, ...ended }, io);
  return ended.exit_code;
};

interface Screen {
  readonly show: (event: RunEvent) => void;
  /** Says something that is no event of the run. */
  readonly say: (line: string) => void;
  readonly end: () => void;
}

/** The first lets the iteration finish, the second ends everything (RULES 4.8); whoever pressed it sees that it was heard. */
const announceInterrupts = (run: Run, { say }: Screen): (() => void) => {
  let interrupts = 0;
  return () => {
    interrupts += 1;
    if (interrupts === 1)
      say('Interrupted: this iteration is finished and recorded first. Ctrl+C again ends it at once.');
    if (interrupts === 2) say('Ending the agent and everything that it started.');
    run.interrupt();
  };
};

const chooseScreen = (values: Values, io: CommandIo): Screen => {
  const { write, print, complain, columns, colours } = io;
  if (values['json'] === true) {
    const isAsked = ({ type }: RunEvent) => type !== 'agent.output' || values['agent-output'] === true;
    return { show: (event) => isAsked(event) && print(JSON.stringify(event)), say: complain, end: () => {} };
  }
  if (!io.isLive) {
    const paint = createPaint(colours);
    const show = (event: RunEvent) => {
      for (const line of renderEvent(event, paint)) print(`${renderClockTime(event.at)}  ${line}`);
    };
    return { show, say: complain, end: () => {} };
  }
  const live = createLiveScreen({ write, columns, colours, now: Date.now });
  const timer = setInterval(live.tick, TICK_MS);
  const end = () => {
    clearInterval(timer);
    live.end();
  };
  return { show: live.show, say: live.say, end };
};
