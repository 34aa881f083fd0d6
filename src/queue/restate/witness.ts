/** The witness of a session, as its worker asks it: the engine decides each record again. */
import { FleetError } from './fleet-error.ts';
import type { Ingress } from './engine-leases.ts';
import { type Report, WITNESS } from './lease.object.ts';

export interface Witness {
  /** @returns how worker and engine disagree, in a sentence; `null` when they agree @throws as `Ingress` does */
  readonly report: (report: Report) => Promise<string | null>;
}

export const createWitness = ({ call }: Ingress, session: string): Witness => ({
  report: async (report) => {
    const why = await call(WITNESS, session, 'report', report);
    if (why === null || typeof why === 'string') return why;
    throw new FleetError(`Cannot use the witness of ${session}: its answer is no sentence. Update dualgate serve.`);
  },
});
