/**
 * Where a live run takes orders: open while the loop stands between two turns, shut while the agent or the tests, which
 * are the agent's too, are at work (RULES 1.6). An order is never kept: it is carried out at once, or refused.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { DualgateError } from '../../gates/errors.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import type { CarriedOut } from './order-site.ts';
import type { Order } from './order.ts';
import { type OrderAnswer, readRequest } from './order-line.ts';
import { createWaitingRoom, type WaitingTimes } from './waiting-room.ts';

export interface OrderDesk {
  /** The answer to a line of the operator's socket; never throws. */
  readonly hear: (line: string) => Promise<string>;
  /** Opens for those who wait, and shuts. @throws {LedgerError} when an order could not be recorded */
  readonly visit: () => Promise<void>;
  /** Stands open during a pause of the loop; an order that makes it vain ends the pause. */
  readonly standOpen: (pause: (signal: AbortSignal) => Promise<null>, signal: AbortSignal) => Promise<null>;
  /** Shuts for good; resolves when the last order is carried out. @throws {LedgerError} as `visit` */
  readonly close: () => Promise<void>;
}

export interface OrderDeskOptions extends WaitingTimes {
  readonly carryOut: (order: Order) => Promise<CarriedOut>;
  /** What the loop is at, in one sentence. */
  readonly describe: () => string;
  /** Ends what the run left running, and names it. */
  readonly clear: () => Promise<readonly string[]>;
}

/** However many come: milliseconds that one visit takes at the most. */
const MAX_VISIT_MS = 10_000;
/** After these a provider's limit is worth another try, or none at all. */
const ENDS_A_PAUSE: ReadonlySet<Order['order']> = new Set(['skip', 'abort', 'reset', 'rollback']);

export const createOrderDesk = (options: OrderDeskOptions): OrderDesk => {
  const room = createWaitingRoom(options);
  const taken = new Map<string, Promise<OrderAnswer>>();
  let standing: 'shut' | 'open' | 'over' = 'shut';
  let failure: LedgerError | null = null;
  let endPause = (): void => {};
  // One order after the other.
  let going: Promise<unknown> = Promise.resolve();

  const turnAway = (): OrderAnswer =>
    standing === 'over'
      ? { ok: false, code: 'over', says: 'The run ends.' }
      : { ok: false, code: 'during_turn', says: options.describe() };
  const welcome = (): OrderAnswer => {
    room.expect();
    return { ok: true, recorded: [], says: 'The loop stands between two turns.' };
  };
  const open = (): void => {
    if (standing !== 'shut') return;
    standing = 'open';
    room.callIn(welcome);
  };
  /** Only when nobody is being served. */
  const shut = async (): Promise<void> => {
    for (let last: unknown = null; last !== going; await last) last = going;
    if (standing === 'open') standing = 'shut';
    if (failure !== null) throw failure;
  };

  const serve = async (order: Order): Promise<OrderAnswer> => {
    if (standing !== 'open') return turnAway();
    try {
      const [left] = await options.clear();
      // Whoever is at work between two turns may be the very one who gives this order.
      if (left !== undefined) return { ok: false, code: 'during_turn', says: `Ended what was still at work: ${left}.` };
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
    // Only what was carried out must not be carried out again.
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
  says: error instanceof DualgateError ? error.message : `Cannot carry the order out: ${String(error)}.`,
});
