/**
 * Reports the records of a run to the witness of its session, before each turn and at its end.
 *
 * @module
 */
import type { Report } from '../../restate/objects/protocol.ts';
import { readEvents } from '../../restate/reported-event.ts';
import type { WorkerContext } from './worker-context.ts';

/** Only a store on the engine has one. @returns reports, and answers how worker and engine disagree */
export const askWitness = (
  { items, ask }: WorkerContext,
  session: string,
  ledger: string,
): ((end: Report['end']) => Promise<string | null>) => {
  if (items.witness === null) return () => Promise.resolve(null);
  const { report } = items.witness(session);
  const read = readEvents(ledger);
  let against: string | null = null;
  return async (end) => {
    const events = read();
    against ??= await ask(() => report({ events, end }));
    return against;
  };
};
