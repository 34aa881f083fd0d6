/**
 * The command queue of a live run: it takes operator commands between two turns, and none while the agent or its tests
 * run (rule 1.6). A command is never stored: it is carried out at once, or refused.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { DualgateError } from '../../../gates/errors.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import type { CarriedOut, OperatorCommand } from './operator-command.ts';
import { type OperatorAnswer, readRequest, type WaitingTimes } from './waiting-operators.ts';
import { endMarked } from '../../base/processes/find-processes.ts';
import type { RunContext } from '../../loop/run-context.ts';
import { carryOut } from './carry-out.ts';

export interface CommandQueue {
  /** The answer to a line of the operator's socket; never throws. */
  readonly receive: (line: string) => Promise<string>;
  /** Opens for waiting operators, then closes. @throws {LedgerError} when a command could not be recorded */
  readonly serveWaiting: () => Promise<void>;
  /** Stays open during a pause of the loop; a command that makes the pause pointless ends it. */
  readonly stayOpen: (pause: (signal: AbortSignal) => Promise<null>, signal: AbortSignal) => Promise<null>;
  /** Closes for good; resolves when the last command is carried out. @throws {LedgerError} as `serveWaiting` */
  readonly close: () => Promise<void>;
}

export interface CommandQueueOptions extends WaitingTimes {
  readonly carryOut: (command: OperatorCommand) => Promise<CarriedOut>;
  readonly describe: () => string;
  /** Ends the processes that the run left running, and names them. */
  readonly clear: () => Promise<readonly string[]>;
}

/** The most milliseconds of one opening for waiting operators, for any number of commands. */
const MAX_OPEN_MS = 10_000;
/** After these a provider's limit is worth another attempt, or none at all; or a person has answered. */
const ENDS_A_PAUSE: ReadonlySet<OperatorCommand['command']> = new Set([
  'skip',
  'abort',
  'reset',
  'rollback',
  'approve',
  'reject',
]);

interface WaitingOperators {
  readonly isEmpty: () => boolean;
  /** The answer of `answerAll`; after a while the one of `refuseNow`. */
  readonly add: (refuseNow: () => OperatorAnswer) => Promise<OperatorAnswer>;
  readonly answerAll: (answer: () => OperatorAnswer) => void;
  readonly expect: () => void;
  readonly arrive: () => void;
  /** Resolves when all notified operators came, or none came for a moment. */
  readonly allArrived: () => Promise<void>;
}

const createWaitingOperators = ({ lingerMs = 1_000, waitingMs = 10_000 }: WaitingTimes): WaitingOperators => {
  const waiting = new Set<(answer: OperatorAnswer) => void>();
  const announced = { expected: 0, until: 0 };
  let wake = (): void => {};
  return {
    isEmpty: () => waiting.size === 0,
    add: (refuseNow) =>
      new Promise((resolve) => {
        const leave = (answer: OperatorAnswer): void => {
          clearTimeout(clock);
          waiting.delete(leave);
          resolve(answer);
        };
        const clock = setTimeout(() => leave(refuseNow()), waitingMs).unref();
        waiting.add(leave);
      }),
    answerAll: (answer) => {
      for (const leave of waiting) leave(answer());
    },
    expect: () => {
      announced.expected += 1;
      announced.until = performance.now() + lingerMs;
    },
    arrive: () => {
      announced.expected = Math.max(0, announced.expected - 1);
      wake();
    },
    allArrived: async () => {
      while (announced.expected > 0 && performance.now() < announced.until) {
        const arrived = new Promise<void>((resolve) => {
          wake = resolve;
        });
        await Promise.race([arrived, wait(Math.max(1, announced.until - performance.now()))]);
      }
      announced.expected = 0;
    },
  };
};

export const createCommandQueue = (options: CommandQueueOptions): CommandQueue => {
  const waiting = createWaitingOperators(options);
  const taken = new Map<string, Promise<OperatorAnswer>>();
  let state: 'closed' | 'open' | 'over' = 'closed';
  let failure: LedgerError | null = null;
  let endPause = (): void => {};
  let going: Promise<unknown> = Promise.resolve();

  const refuseNow = (): OperatorAnswer =>
    state === 'over'
      ? { ok: false, code: 'over', says: 'The run ends.' }
      : { ok: false, code: 'during_turn', says: options.describe() };
  const invite = (): OperatorAnswer => {
    waiting.expect();
    return { ok: true, recorded: [], says: 'The loop is between two turns.' };
  };
  const open = (): void => {
    if (state !== 'closed') return;
    state = 'open';
    waiting.answerAll(invite);
  };
  /** Only when no operator is being served. */
  const closeAfterLast = async (): Promise<void> => {
    for (let last: unknown = null; last !== going; await last) last = going;
    if (state === 'open') state = 'closed';
    if (failure !== null) throw failure;
  };

  const serve = async (command: OperatorCommand): Promise<OperatorAnswer> => {
    if (state !== 'open') return refuseNow();
    try {
      const [left] = await options.clear();
      // A process that still works between two turns may be the one that sends this command.
      if (left !== undefined)
        return { ok: false, code: 'during_turn', says: `Ended processes that were still running: ${left}.` };
      const carried = await options.carryOut(command);
      if (ENDS_A_PAUSE.has(command.command)) endPause();
      return { ok: true, ...carried };
    } catch (error) {
      if (error instanceof LedgerError) failure = error;
      return refuse(error);
    }
  };
  const serveOnce = (id: string, command: OperatorCommand): Promise<OperatorAnswer> => {
    const before = taken.get(id);
    if (before !== undefined) return before;
    const served = going.then(() => serve(command));
    going = served;
    taken.set(id, served);
    // Only a command that was carried out must not be repeated.
    void served.then(({ ok }) => ok || taken.delete(id));
    return served;
  };
  const answerTo = async (line: string): Promise<OperatorAnswer> => {
    try {
      const request = readRequest(line);
      if (request === 'turn') {
        if (state === 'closed') return await waiting.add(refuseNow);
        return state === 'open' ? invite() : refuseNow();
      }
      const answer = await serveOnce(request.id, request.command);
      waiting.arrive();
      return answer;
    } catch (error) {
      return refuse(error);
    }
  };

  return {
    receive: async (line) => JSON.stringify(await answerTo(line)),
    serveWaiting: async () => {
      if (waiting.isEmpty()) return;
      open();
      await Promise.race([waiting.allArrived(), wait(MAX_OPEN_MS, undefined, { ref: false })]);
      await closeAfterLast();
    },
    stayOpen: async (pause, signal) => {
      const called = new AbortController();
      endPause = () => called.abort();
      open();
      try {
        return await pause(AbortSignal.any([signal, called.signal]));
      } catch (error) {
        if (!called.signal.aborted) throw error;
        return null;
      } finally {
        endPause = () => {};
        await closeAfterLast();
      }
    },
    close: async () => {
      state = 'over';
      waiting.answerAll(refuseNow);
      await closeAfterLast();
    },
  };
};

const refuse = (error: unknown): OperatorAnswer => ({
  ok: false,
  code: 'refused',
  says: error instanceof DualgateError ? error.message : `Cannot carry out the command: ${String(error)}.`,
});

export const openCommandQueue = (context: RunContext, describe: () => string): CommandQueue =>
  createCommandQueue({
    describe,
    carryOut: (command) => carryOut(context, command),
    clear: async () => {
      const ended = await endMarked({ name: 'DUALGATE_RUN', value: context.run });
      for (const left of ended)
        context.emit({ type: 'notice', text: `Ended processes that the run had left running: ${left}` });
      return ended;
    },
  });
