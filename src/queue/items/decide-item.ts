/** Each command on a work item, as a decision about its current state. */
import { randomBytes } from 'node:crypto';
import { hashBytes } from '../../ledger/ledger-record.ts';
import { findWorkItemRefusal, type WorkItemEvent } from '../../../machines/index.ts';
import type { ExitSignal } from '../../signals/systems/apm2/exit-signal.ts';
import { createSessionCompleted } from '../../signals/systems/apm2/parse-exit-signal.ts';
import { VERSIONS } from '../../base/version.ts';
import { BY_CI, type ItemData, type ItemDraft } from './item-record.ts';
import type { ItemState } from './item-state.ts';
import { type ItemDecision, type ItemReading, type ItemRefused, refuse, wordRefusal } from './item-store.ts';

// The secret of a session: made at its claim, and asked for with each later change. The ledger has its hash alone, so
// that nobody who knows the name of a session can speak for it.

export const SECRET_VARIABLE = 'DUALGATE_SESSION_SECRET';

export const newSessionSecret = (): string => randomBytes(24).toString('base64url');

const proofOf = (secret: string): string => hashBytes(secret);

/** @param proof - of the claim; `null`: it was made without a secret */
const isProven = (proof: string | null, secret: string | undefined): boolean =>
  proof === null || (secret !== undefined && proofOf(secret) === proof);

type Decide = (reading: ItemReading | null) => ItemDecision;

interface NewItem extends Pick<ItemData['item.added'], 'title' | 'spec' | 'spec_hash' | 'base' | 'by'> {
  readonly item: string;
  /** It stays in DRAFT. */
  readonly isDraft: boolean;
}

export const decideAdd =
  ({ isDraft, ...given }: NewItem): Decide =>
  (reading) =>
    reading === null
      ? {
          ok: true,
          lease: 'none',
          write: () => [
            { type: 'item.added', data: { ...given, versions: VERSIONS } },
            ...(isDraft ? [] : [{ type: 'item.started', data: { by: given.by } } as const]),
          ],
        }
      : refuse(
          'item_exists',
          `Cannot add ${given.item}: there is such an item, in ${reading.state.phase}. Choose another name.`,
        );

export const decideStart = (item: string, by: string): Decide =>
  judged(item, 'start', { type: 'item.started' }, ({ lease }) => ({
    ok: true,
    lease: lease === null ? 'none' : 'release',
    write: () => [{ type: 'item.started', data: { by } }],
  }));

export const decideUnblock = (item: string, by: string, reason: string): Decide =>
  judged(item, 'unblock', { type: 'item.unblocked' }, () => ({
    ok: true,
    lease: 'none',
    write: () => [{ type: 'item.unblocked', data: { by, reason } }],
  }));

export const decideClaim =
  (item: string, session: string, secret?: string): Decide =>
  (reading) =>
    reading?.lease?.holder === session
      ? decideRenewal(item, session, [], secret)(reading)
      : judged(item, 'claim', { type: 'item.claimed', session }, () => ({
          ok: true,
          lease: 'claim',
          write: (lease) =>
            lease === null
              ? []
              : [
                  {
                    type: 'item.claimed',
                    data: {
                      session,
                      turn: lease.turn,
                      until: lease.until,
                      ...(secret === undefined ? {} : { proof: proofOf(secret) }),
                    },
                  } as const,
                ],
        }))(reading);

export const decideRenewal = (
  item: string,
  session: string,
  drafts: readonly ItemDraft[] = [],
  secret?: string,
): Decide =>
  judged(item, 'renew', { type: 'item.released', session }, () => ({ ok: true, lease: 'renew', write: () => drafts }), {
    secret,
  });

/** @param waitsUntil - ISO 8601: nobody claims it before; `null`: anybody may at once */
export const decideRelease = (
  item: string,
  session: string,
  secret?: string,
  waitsUntil: string | null = null,
): Decide =>
  judged(
    item,
    'release',
    { type: 'item.released', session },
    () => ({
      ok: true,
      lease: 'release',
      waitsUntil,
      write: () => [
        {
          type: 'item.released',
          data: waitsUntil === null ? { session, why: 'released' } : { session, why: 'waits', until: waitsUntil },
        },
      ],
    }),
    { secret },
  );

export interface Exit extends Pick<ItemData['item.exited'], 'run' | 'commit' | 'branch'> {
  readonly session: string;
  readonly secret?: string | undefined;
  readonly actor: string;
  readonly signal: ExitSignal;
  /** Whether AGENT_EXIT_PROTOCOL_ENABLED allows exit signals. */
  readonly enabled: boolean;
  /** Whether a configured command alone completes CI_PENDING. */
  readonly ciDecides: boolean;
  /** After a red CI: the item goes back to IMPLEMENTATION. @default false */
  readonly returns?: boolean;
}

/** A valid signal: AgentSessionCompleted, the next phase, and the release of the lease. */
export const decideExit = (
  item: string,
  { session, secret, actor, signal, enabled, ciDecides, returns = false, ...result }: Exit,
): Decide =>
  judged(
    item,
    'complete a phase of',
    { type: 'item.exited', session, signal },
    () => {
      if (ciDecides && signal.phase_completed === 'CI_PENDING' && signal.exit_reason === 'completed')
        return refuse(
          'ci_decides',
          `Cannot complete CI_PENDING of ${item}: the exit code of work_items.ci decides, and no signal. Start a worker: dualgate work run.`,
        );
      const completed = createSessionCompleted({ session_id: session, actor_id: actor, signal });
      const write = (): readonly ItemDraft[] => [
        { type: 'item.exited', data: { ...completed, ...result } },
        ...(returns ? [{ type: 'item.unblocked', data: { by: BY_CI, reason: signal.notes ?? '' } } as const] : []),
      ];
      return { ok: true, lease: 'release', write };
    },
    { enabled, secret },
  );

interface Asked {
  readonly enabled?: boolean;
  readonly secret?: string | undefined;
}

/** A session that knows the name of the holder, and not its secret, is another one. */
const refuseStranger = (
  { state, lease }: ItemReading,
  verb: string,
  event: WorkItemEvent,
  secret: string | undefined,
): ItemRefused | null =>
  !('session' in event) || lease?.holder !== event.session || isProven(state.proof, secret)
    ? null
    : refuse(
        'not_the_session',
        `Cannot ${verb} ${state.item}: ${event.session} has to prove itself by the secret of its claim. Give it in ${SECRET_VARIABLE}, or with --secret FILE. Without it, wait until ${lease.until}, and claim the item with another --session.`,
      );

const judged =
  (
    item: string,
    verb: string,
    event: WorkItemEvent,
    decide: (reading: ItemReading) => ItemDecision,
    { enabled = false, secret }: Asked = {},
  ): Decide =>
  (reading) => {
    if (reading === null) return unknownItem(item, verb);
    const problem = judge(reading.state, verb, event, enabled) ?? refuseStranger(reading, verb, event, secret);
    return problem ?? decide(reading);
  };

const judge = (state: ItemState, verb: string, event: WorkItemEvent, enabled: boolean): ItemRefused | null => {
  const { phase, holder, exited, blockedIn } = state;
  const why = findWorkItemRefusal(phase, { enabled, holder, exited, blockedIn }, event);
  return why === null
    ? null
    : wordRefusal(why, state, {
        verb,
        ...('session' in event ? { session: event.session } : {}),
        ...('signal' in event ? { named: event.signal.phase_completed } : {}),
      });
};

const unknownItem = (item: string, verb: string): ItemRefused =>
  refuse(
    'unknown_item',
    `Cannot ${verb} ${item}: there is no such work item. dualgate work list shows the names; dualgate work add adds one.`,
  );
