/**
 * What a loop says between two records, as the page gets it. What the agent prints is not in the ledger and not on the page.
 *
 * @module
 */
import type { RunEvent } from '../records/run-events.ts';
import { trimValue } from './trim-value.ts';

const ROOM = { text: 500, list: 20, keys: 80 } as const;

/** Pure; `null` for what the page does not get. */
export const trimNews = (event: RunEvent): RunEvent | null =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- trimming keeps the shape
  event.type === 'agent.output' ? null : (trimValue(event, ROOM).value as RunEvent);
