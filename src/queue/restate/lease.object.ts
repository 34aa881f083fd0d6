/** The lease of one item, by the rules of every other store and by the clock of the service; and the list of all. */
import type { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk';
import type { ActorObjectHandlers } from '@restatedev/xstate';
import type * as Sdk from '@restatedev/restate-sdk';
import type { TddEvent, TddMachine } from '../../../machines/index.ts';
import { type Lease, type LeaseAnswer, type LeaseChange, LeaseError, decideLease } from '../leases/lease.ts';
import { createHash } from 'node:crypto';
import { compileGates, type TddConfig } from '../../../gates/compile-gates.ts';

/** SHA-256 over the phases, their conditions, limits and floor. */
export const hashGates = (config: TddConfig): string => {
  const gates = compileGates(config).map(({ phase, floor, gate_1, gate_2, greenRunsWanted }) => [
    phase.phase,
    phase.tests,
    phase.limits.max_iterations,
    gate_1.source,
    gate_2.source,
    greenRunsWanted,
    floor.map(({ condition }) => condition.source),
  ]);
  return createHash('sha256').update(JSON.stringify(gates)).digest('hex');
};

/** One for each chart of a session. */
export const CHART = 'dualgate-chart';
/** One for each item: its key is the scope of its remote and its name. */
export const LEASE = 'dualgate-lease';
/** One for each session. */
export const WITNESS = 'dualgate-witness';
/** One for each scope. */
export const LEASES = 'dualgate-leases';

/** The chart of the work, behind the adapter. */
export type ChartObject = ActorObjectHandlers<TddMachine>;

export interface LeaseQuestion {
  readonly asked: LeaseChange;
  /** Hash of the gates of its config: the service decides about a claim under the same ones. */
  readonly gates: string;
  /** `false`: nothing changes; only whether it could. */
  readonly isKept: boolean;
}

interface LeaseObject {
  readonly change: (context: ObjectContext, question: LeaseQuestion) => Promise<LeaseAnswer>;
  readonly read: (context: ObjectSharedContext) => Promise<Lease | null>;
}

interface LeasesObject {
  readonly note: (context: ObjectContext, lease: Lease) => Promise<void>;
  readonly list: (context: ObjectSharedContext) => Promise<readonly Lease[]>;
}

export type ReportedEvent =
  | {
      readonly seq: number;
      readonly event: TddEvent;
      /** The worker's decision; `null` for all but an iteration. */
      readonly can_exit: boolean | null;
    }
  /** The work went back to the exit of this phase: the chart begins again after it. */
  | { readonly seq: number; readonly rolled_back_to: string };

export type EndStatus = 'completed' | 'stuck' | 'aborted' | 'needs_human';

export interface Report {
  /** In the order of the ledger; those that were reported before do not count twice. */
  readonly events: readonly ReportedEvent[];
  /** How the run ended; `null`: it is about to take a turn. */
  readonly end: EndStatus | null;
}

export interface WitnessObject {
  /** @returns how worker and engine disagree, in a sentence; `null` when they agree */
  readonly report: (context: ObjectContext, report: Report) => Promise<string | null>;
}

type Kit = Pick<typeof Sdk, 'object' | 'handlers' | 'TerminalError'>;

interface LeaseRules {
  readonly gates: string;
  readonly now: () => Date;
}

export const leaseObject = ({ object, handlers, TerminalError }: Kit, { gates, now }: LeaseRules) => {
  /** An error that is none of the engine's must not be tried again. */
  const decide = (...given: Parameters<typeof decideLease>): ReturnType<typeof decideLease> => {
    try {
      return decideLease(...given);
    } catch (error) {
      if (!(error instanceof LeaseError)) throw error;
      throw new TerminalError(error.message, { errorCode: 400 });
    }
  };
  return object({
    name: LEASE,
    handlers: {
      change: async (
        context: ObjectContext,
        { asked, gates: ofConfig, isKept }: LeaseQuestion,
      ): Promise<LeaseAnswer> => {
        if (asked.do === 'claim' && ofConfig !== gates)
          throw new TerminalError(
            `Cannot claim ${asked.item}: its config has other gates than the service. Start dualgate serve with this config.`,
            { errorCode: 409 },
          );
        const current = await context.get<Lease>('lease');
        const slash = context.key.lastIndexOf('/');
        // A caller could have changed the times of its lease, or name another item.
        const item = context.key.slice(slash + 1);
        const own = 'lease' in asked && current?.token === asked.lease.token ? { lease: current } : {};
        const change = asked.do === 'claim' ? { ...asked, item } : { ...asked, ...own };
        const decision = decide(current, change, new Date(await context.run(() => now().getTime())));
        if ('granted' in decision) return decision;
        const lease: Lease = { ...decision.next, token: context.rand.uuidv4() };
        if (!isKept) return { granted: true, lease };
        context.set('lease', lease);
        // Awaited: who reads the list after a change finds it there.
        await context.objectClient<LeasesObject>({ name: LEASES }, context.key.slice(0, slash)).note(lease);
        return { granted: true, lease };
      },
      read: handlers.object.shared((context): Promise<Lease | null> => context.get<Lease>('lease')),
    } satisfies Record<keyof LeaseObject, unknown>,
  });
};

/** Each lease is a key of its own, and only `list` reads all: a change costs the same for any number of items. */
export const leasesObject = ({ object, handlers }: Pick<Kit, 'object' | 'handlers'>) =>
  object({
    name: LEASES,
    handlers: {
      note: handlers.object.exclusive(
        { ingressPrivate: true, enableLazyState: true },
        async (context: ObjectContext, lease: Lease): Promise<void> => context.set(lease.item, lease),
      ),
      list: handlers.object.shared(async (context): Promise<readonly Lease[]> => {
        const leases: Lease[] = [];
        for (const item of (await context.stateKeys()).toSorted()) {
          const lease = await context.get<Lease>(item);
          if (lease !== null) leases.push(lease);
        }
        return leases;
      }),
    },
  });
