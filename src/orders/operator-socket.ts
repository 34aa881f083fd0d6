/**
 * The operator's end of a live run: a desk, and the socket that leads to it.
 *
 * @module
 */
import { ChannelError } from '../channels/channel-error.ts';
import { type LineServer, serveLines } from '../channels/line-server.ts';
import { endMarked } from '../processes/find-processes.ts';
import type { RunSite } from '../loop/run-site.ts';
import { carryOut } from './carry-out.ts';
import { createOrderDesk, type OrderDesk } from './order-desk.ts';

/** An accepted change may name many files. */
const MAX_ORDER_BYTES = 1_048_576;

/** @param describe - what the loop is at, in one sentence */
export const openDesk = (site: RunSite, describe: () => string): OrderDesk =>
  createOrderDesk({
    describe,
    carryOut: (order) => carryOut(site, order),
    clear: async () => {
      const ended = await endMarked({ name: 'DUALGATE_RUN', value: site.run });
      for (const left of ended) site.announce({ type: 'notice', text: `Ended what the run had left running: ${left}` });
      return ended;
    },
  });

/** Listens for orders; without a socket the run goes on, and says so. */
export const listenForOrders = async (
  { channels, announce }: RunSite,
  { hear }: OrderDesk,
): Promise<LineServer | null> => {
  if (channels === null) return null;
  try {
    return await serveLines({ path: channels.operatorSocket, answer: hear, maxBytes: MAX_ORDER_BYTES });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    announce({ type: 'notice', text: `${error.message} The run goes on without orders.` });
    return null;
  }
};
