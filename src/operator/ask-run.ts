/**
 * Asks the loop that works on a run, wherever its socket lies.
 *
 * @module
 */
import { askLine } from '../channels/ask-line.ts';
import { ChannelError } from '../channels/channel-error.ts';
import { ownChannelPlaces } from '../channels/channel-folder.ts';
import { type OrderAnswer, type OrderRequest, readAnswer, writeRequest } from '../orders/order-line.ts';

/** An order takes as long as a look at all sources, and those before it. */
const TIMEOUT_MS = 120_000;

/** The answer; `null` when nobody answers, or not to the end. */
export const askRun = async (run: string, request: OrderRequest): Promise<OrderAnswer | null> => {
  const line = writeRequest(request);
  for (const { operatorSocket } of ownChannelPlaces(run)) {
    try {
      const answer = readAnswer(await askLine({ path: operatorSocket, line, timeoutMs: TIMEOUT_MS }));
      if (answer !== null) return answer;
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
    }
  }
  return null;
};
