/**
 * The lease of one item, by the rules of every other store of leases. It keeps the awakeable of the item's turn: only
 * the holder of the current token can complete it.
 *
 * @module
 */
import type { ObjectContext } from '@restatedev/restate-sdk';
import type * as Sdk from '@restatedev/restate-sdk';
import {
  decideClaim,
  decideRelease,
  decideRenewal,
  decideResult,
  type Decision as LeaseDecision,
} from '../../leases/decide-lease.ts';
import type { Lease } from '../../leases/lease.ts';
import type { LeaseAnswer } from '../../leases/lease-store.ts';
import { leaseOf, tellFleet, tellLease } from './clients.ts';
import { type ClaimQuestion, LEASE, type RenewQuestion, type ReportAnswer, type ReportQuestion } from './protocol.ts';

export const leaseObject = ({ object, handlers }: Pick<typeof Sdk, 'object' | 'handlers'>, ttlMs: number) =>
  object({
    name: LEASE,
    handlers: {
      offer: handlers.object.exclusive(
        { ingressPrivate: true },
        async (context: ObjectContext, { awakeable }: { readonly awakeable: string }): Promise<void> => {
          context.set('awakeable', awakeable);
        },
      ),
      isFree: handlers.object.exclusive({ ingressPrivate: true }, async (context: ObjectContext): Promise<boolean> => {
        const lease = await readLease(context);
        return lease?.state !== 'held' || Date.parse(lease.until) <= (await context.date.now());
      }),
      claim: async (context: ObjectContext, { holder }: ClaimQuestion): Promise<LeaseAnswer> => {
        const current = await readLease(context);
        // A finished or resting item hands out no turn.
        if ((await context.get<string>('awakeable')) === null)
          return refuse(current, `Cannot claim ${context.key}: it has no turn to take. Claim another item.`);
        const answer = await settle(
          context,
          decideClaim(current, { item: context.key, holder, ttlMs }, await clock(context)),
        );
        if (answer.granted) note(context, answer.lease);
        return answer;
      },
      renew: async (context: ObjectContext, { lease }: RenewQuestion): Promise<LeaseAnswer> => {
        const current = await readLease(context);
        return settle(context, decideRenewal(current, ownOf(current, lease), ttlMs, await clock(context)));
      },
      take: handlers.object.exclusive(
        { ingressPrivate: true },
        async (context: ObjectContext, asked: ReportQuestion & { readonly reply: string }): Promise<void> => {
          const current = await readLease(context);
          const { lease, report, reply } = asked;
          const answer = await settle(
            context,
            decideRenewal(current, ownOf(current, lease), ttlMs, await clock(context)),
          );
          const awakeable = await context.get<string>('awakeable');
          if (!answer.granted) return answerWith(context, reply, { go: false, why: answer.message });
          if (awakeable === null)
            return answerWith(context, reply, {
              go: false,
              why: `Cannot report on ${context.key}: it waits for no report.`,
            });
          context.clear('awakeable');
          context.resolveAwakeable(awakeable, { report, reply });
        },
      ),
      report: handlers.object.shared(async (context, asked: ReportQuestion): Promise<ReportAnswer> => {
        const { id, promise } = context.awakeable<Pick<ReportAnswer, 'go' | 'why'>>();
        tellLease(context).take({ ...asked, reply: id });
        const { go, why } = await promise;
        const lease = await leaseOf(context).read();
        return { go, why, lease: go ? lease : null };
      }),
      close: handlers.object.exclusive(
        { ingressPrivate: true },
        async (context: ObjectContext, { done }: { readonly done: boolean }): Promise<void> => {
          const current = await readLease(context);
          context.clear('awakeable');
          if (current?.state !== 'held') return;
          // The item ends it, not its holder: the time of the lease does not matter.
          const now = new Date(Date.parse(current.taken));
          const decision = done ? decideResult(current, current, {}, now) : decideRelease(current, current, now);
          const answer = await settle(context, decision);
          if (answer.granted) note(context, answer.lease);
        },
      ),
      read: handlers.object.shared(
        { ingressPrivate: true },
        (context): Promise<Lease | null> => context.get<Lease>('lease'),
      ),
    },
  });

const readLease = (context: ObjectContext): Promise<Lease | null> => context.get<Lease>('lease');

const clock = async (context: ObjectContext): Promise<Date> => new Date(await context.date.now());

/** The lease in the store counts, if it is the current one: a caller could have changed its times. */
const ownOf = (current: Lease | null, lease: Lease): Lease => (current?.token === lease.token ? current : lease);

const settle = async (context: ObjectContext, decision: LeaseDecision): Promise<LeaseAnswer> => {
  if ('granted' in decision) return decision;
  if ('same' in decision) return { granted: true, lease: decision.same };
  const lease: Lease = { ...decision.next, token: context.rand.uuidv4() };
  context.set('lease', lease);
  return Promise.resolve({ granted: true, lease });
};

const refuse = (current: Lease | null, message: string): LeaseAnswer => ({
  granted: false,
  why: current?.state === 'done' ? 'done' : 'released',
  message,
  current,
});

const answerWith = (context: ObjectContext, reply: string, answer: Pick<ReportAnswer, 'go' | 'why'>): void =>
  context.resolveAwakeable(reply, answer);

const note = (context: ObjectContext, { holder, turn, state }: Lease): void =>
  void tellFleet(context).note({ item: context.key, holder: state === 'held' ? holder : null, turn });
