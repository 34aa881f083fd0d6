/**
 * The command queue of a live run: it takes operator commands between two turns, and none while the agent or its
 * tests run (rule 1.6). A command is never stored: it is carried out at once, or refused.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { DualgateError } from '../../gates/errors.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import type { CarriedOut } from './order-context.ts';
import type { Order } from './order.ts';
import { type OrderAnswer, readRequest } from './order-line.ts';
import { createWaitingRoom, type WaitingTimes } from './waiting-room.ts';

export interface OrderDesk {
  /** The answer to a line of the operator's socket; never throws. */
  readonly hear: (line: string) => Promise<string>;
  /** Opens for waiting operators, then closes. @throws {LedgerError} when a command could not be recorded */
  readonly visit: () => Promise<void>;
  /** Stays open during a pause of the loop; a command that makes the pause pointless ends it. */
  readonly standOpen: (pause: (signal: AbortSignal) => Promise<null>, signal: AbortSignal) => Promise<null>;
  /** Closes for good; resolves when the last command is carried out. @throws {LedgerError} as `visit` */
  readonly close: () => Promise<void>;
}

export interface OrderDeskOptions extends WaitingTimes {
  readonly carryOut: (order: Order) => Promise<CarriedOut>;
  /** What the loop is doing, in one sentence. */
  readonly describe: () => string;
  /** Ends the processes that the run left running, and names them. */
  readonly clear: () => Promise<readonly string[]>;
}

/** The most milliseconds of one visit, for any number of commands. */
const MAX_VISIT_MS = 10_000;
/** After these a provider's limit is worth another attempt, or none at all. */
const ENDS_A_PAUSE: ReadonlySet<Order['order']> = new Set(['skip', 'abort', 'reset', 'rollback']);

export const createOrderDesk = (options: OrderDeskOptions): OrderDesk => {
  const room = createWaitingRoom(options);
  const taken = new Map<string, Promise<OrderAnswer>>();
  let standing: 'shut' | 'open' | 'over' = 'shut';
  let failure: LedgerError | null = null;
  let endPause = (): void => {};
  // One command after the other.
  let going: Promise<unknown> = Promise.resolve();

  const turnAway = (): OrderAnswer =>
    standing === 'over'
      ? { ok: false, code: 'over', says: 'The run ends.' }
      : { ok: false, code: 'during_turn', says: options.describe() };
  const welcome = (): OrderAnswer => {
    room.expect();
    return { ok: true, recorded: [], says: 'The loop is between two turns.' };
  };
  const open = (): void => {
    if (standing !== 'shut') return;
    standing = 'open';
    room.callIn(welcome);
  };
  /** Only when no operator is being served. */
  const shut = async (): Promise<void> => {
    for (let last: unknown = null; last !== going; await last) last = going;
    if (standing === 'open') standing = 'shut';
    if (failure !== null) throw failure;
  };

  const serve = async (order: Order): Promise<OrderAnswer> => {
    if (standing !== 'open') return turnAway();
    try {
      const [left] = await options.clear();
      // A process that still works between two turns may be the one that sends this command.
      if (left !== undefined)
        return { ok: false, code: 'during_turn', says: `Ended processes that were still running: ${left}.` };
      const carried = await options.carryOut(order);
      if (ENDS_A_PAUSE.has(order.order)) endPause();
      return { ok: true, ...carried };
    } catch (error) {
      if (error instanceof LedgerError) failure = error;
      return refuse(error);
    }
  };
  const serveOnce = (id: string, order: Order): Promise<OrderAnswer> => {
    const before = taken.get(id);
    if (before !== undefined) return before;
    const served = going.then(() => serve(order));
    going = served;
    taken.set(id, served);
    // Only a command that was carried out must not be repeated.
    void served.then(({ ok }) => ok || taken.delete(id));
    return served;
  };
  const answerTo = async (line: string): Promise<OrderAnswer> => {
    try {
      const request = readRequest(line);
      if (request === 'turn') {
        if (standing === 'shut') return await room.enter(turnAway);
        return standing === 'open' ? welcome() : turnAway();
      }
      const answer = await serveOnce(request.id, request.order);
      room.arrive();
      return answer;
    } catch (error) {
      return refuse(error);
    }
  };

  return {
    hear: async (line) => JSON.stringify(await answerTo(line)),
    visit: async () => {
      if (room.isEmpty()) return;
      open();
      await Promise.race([room.everybodyCame(), wait(MAX_VISIT_MS, undefined, { ref: false })]);
      await shut();
    },
    standOpen: async (pause, signal) => {
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
        await shut();
      }
    },
    close: async () => {
      standing = 'over';
      room.callIn(turnAway);
      await shut();
    },
  };
};

const refuse = (error: unknown): OrderAnswer => ({
  ok: false,
  code: 'refused',
  says: error instanceof DualgateError ? error.message : `Cannot carry out the command: ${String(error)}.`,
});
