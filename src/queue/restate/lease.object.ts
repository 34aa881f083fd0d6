/**
 * The lease of one item, by the rules of every other store of leases and by the clock of the service; and the list of all.
 */
import type { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk';
import type { ActorObjectHandlers } from '@restatedev/xstate';
import type * as Sdk from '@restatedev/restate-sdk';
import type { TddMachine } from '../../../machines/index.ts';
import { type Lease, type LeaseAnswer, LeaseError } from '../leases/lease.ts';
import type { EndStatus, ReportedEvent } from './reported-event.ts';
import { decideClaim, decideRelease, decideRenewal, type Decision } from '../leases/decide-lease.ts';

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

export interface ClaimQuestion {
  readonly holder: string;
  readonly ttlMs: number;
  /** Hash of the gates of its config: the service decides under the same ones. */
  readonly gates: string;
}

/** A change by the holder of this lease. */
export type LeaseQuestion = { readonly lease: Lease } & (
  | { readonly verb: 'renew'; readonly ttlMs: number }
  | { readonly verb: 'release'; readonly waitsUntil: string | null }
  /** Nothing changes: only whether it could. */
  | { readonly verb: 'check' }
);

interface LeaseObject {
  readonly claim: (context: ObjectContext, asked: ClaimQuestion) => Promise<LeaseAnswer>;
  readonly change: (context: ObjectContext, asked: LeaseQuestion) => Promise<LeaseAnswer>;
  readonly read: (context: ObjectSharedContext) => Promise<Lease | null>;
}

interface LeasesObject {
  readonly note: (context: ObjectContext, lease: Lease) => Promise<void>;
  readonly list: (context: ObjectSharedContext) => Promise<readonly Lease[]>;
}

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
  /** Hash of the gates of the service. */
  readonly gates: string;
  readonly now: () => Date;
}

export const leaseObject = ({ object, handlers, TerminalError }: Kit, { gates, now }: LeaseRules) => {
  const settle = async (
    context: ObjectContext,
    decide: (current: Lease | null, now: Date) => Decision,
    isKept = true,
  ): Promise<LeaseAnswer> => {
    const current = await context.get<Lease>('lease');
    const decision = judge(decide, current, new Date(await context.run(() => now().getTime())));
    if ('granted' in decision) return decision;
    const lease: Lease = { ...decision.next, token: context.rand.uuidv4() };
    if (!isKept) return { granted: true, lease };
    context.set('lease', lease);
    // Awaited: who reads the list after a change finds it there.
    await context.objectClient<LeasesObject>({ name: LEASES }, context.key.slice(0, slashIn(context.key))).note(lease);
    return { granted: true, lease };
  };
  /** An error that is none of the engine's must not be tried again. */
  const judge = (decide: (current: Lease | null, now: Date) => Decision, current: Lease | null, at: Date): Decision => {
    try {
      return decide(current, at);
    } catch (error) {
      if (!(error instanceof LeaseError)) throw error;
      throw new TerminalError(error.message, { errorCode: 400 });
    }
  };
  const change = (context: ObjectContext, asked: LeaseQuestion): Promise<LeaseAnswer> =>
    settle(
      context,
      (current, at) => {
        // A caller could have changed its times.
        const lease = current?.token === asked.lease.token ? current : asked.lease;
        if (asked.verb === 'renew') return decideRenewal(current, lease, asked.ttlMs, at);
        return decideRelease(current, lease, at, asked.verb === 'release' ? asked.waitsUntil : null);
      },
      asked.verb !== 'check',
    );
  return object({
    name: LEASE,
    handlers: {
      claim: async (context: ObjectContext, asked: ClaimQuestion): Promise<LeaseAnswer> => {
        const { holder, ttlMs } = asked;
        const item = context.key.slice(slashIn(context.key) + 1);
        if (asked.gates !== gates)
          throw new TerminalError(
            `Cannot claim ${item}: its config has other gates than the service. Start dualgate serve with this config.`,
            { errorCode: 409 },
          );
        return settle(context, (current, at) => decideClaim(current, { item, holder, ttlMs }, at));
      },
      change,
      read: handlers.object.shared((context): Promise<Lease | null> => context.get<Lease>('lease')),
    } satisfies Record<keyof LeaseObject, unknown>,
  });
};

/** Between the scope and the item. */
const slashIn = (key: string): number => key.lastIndexOf('/');

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
