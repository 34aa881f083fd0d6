/** The end of a session: its exit or its release, with the run and the branch of a result. */
import { LeaseError } from '../../leases/lease.ts';
import { createExitSignal } from '../../../signals/systems/apm2/parse-exit-signal.ts';
import { plainLine } from '../../../base/text/plain-line.ts';
import { decideExit, decideRelease } from '../decide-item.ts';
import { moveResult } from '../read-spec.ts';
import type { ItemChange, ItemReading } from '../item-store.ts';
import type { SessionEnd, WorkedOn, WorkerContext } from './worker-context.ts';

const MAX_NOTES = 2_000;
/** A result that CI refuses once more waits for a person. */
const MOST_REFUSALS = 2;

/** The exit, the release of the lease, the run and the branch of a result land together, or none of them. */
export const settle = async (
  context: WorkerContext,
  { state: { item, phase, refused, refusals } }: ItemReading,
  { session, end }: { readonly session: string; readonly end: SessionEnd },
): Promise<WorkedOn> => {
  const { items, secret, notice, ttlMs, ask } = context;
  const { reason, run = null, commit = null, said, saved, waitsUntil = null } = end;
  const returns = phase === 'CI_PENDING' && reason === 'error' && refusals < MOST_REFUSALS;
  const save = saved === undefined ? {} : { run: saved };
  const notes = plainLine(end.notes, MAX_NOTES);
  if (reason === null) {
    await ask(() =>
      items.store.change({ item, session, decide: decideRelease(item, session, secret, waitsUntil), ttlMs, ...save }),
    );
    notice(`${item}: released${waitsUntil === null ? '' : `, and waits until ${waitsUntil}`}. ${notes}`);
    return waitsUntil === null ? 'left' : 'waits';
  }
  const branch = items.store.isRemote && commit !== null ? `dualgate/${item}` : (end.branch ?? null);
  const exit: ItemChange = {
    item,
    session,
    decide: decideExit(item, {
      session,
      secret,
      actor: context.name,
      signal: createExitSignal({
        phase_completed: phase,
        exit_reason: reason,
        ...said,
        ...(notes === '' ? {} : { notes }),
      }),
      enabled: true,
      ciDecides: false,
      returns,
      run,
      commit,
      branch,
    }),
    ttlMs,
    moves: items.store.isRemote && commit !== null ? [moveResult(branch, commit, refused)] : [],
    ...save,
  };
  const answer = await ask(() => items.store.change(exit));
  if (answer.ok && returns) {
    notice(`${item}: CI refused the result, so that it is in IMPLEMENTATION again: ${notes}`);
    return 'returned';
  }
  if (answer.ok) {
    notice(`${item}: ${phase} ${reason === 'completed' ? 'completed' : `is blocked: ${notes}`}`);
    return reason === 'completed' ? 'completed' : 'blocked';
  }
  notice(`${item}: ${answer.message}`);
  // A branch of the remote is in the way: a person has to decide which one stays.
  return answer.why === 'ref_moved'
    ? settle(
        context,
        { ...(await reread(context, item)) },
        { session, end: { reason: 'error', notes: answer.message } },
      )
    : 'lost';
};

export const reread = async ({ items: { store } }: WorkerContext, item: string): Promise<ItemReading> => {
  const reading = await store.read(item);
  if (reading === null)
    throw new LeaseError('broken', `Cannot find the work item ${item} again. Check ${store.place}.`);
  return reading;
};
