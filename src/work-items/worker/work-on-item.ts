/**
 * One claimed item to the end of a session: its run in IMPLEMENTATION, or its command in CI_PENDING, and then the exit.
 *
 * @module
 */
import { DualgateError } from '../../../gates/errors.ts';
import { LockError } from '../../ledger/ledger-error.ts';
import { LeaseError } from '../../leases/lease-error.ts';
import { createRun } from '../../run/create-run.ts';
import { createExitSignal } from '../../systems/apm2/create-exit-signal.ts';
import { plainLine } from '../../text/plain-line.ts';
import { readRun } from '../../view/read-run.ts';
import { decideExit, decideRelease, decideRenewal } from '../decide-item.ts';
import { isOfItem } from '../broken-item.ts';
import { moveResult } from '../find-result.ts';
import { BY_CI } from '../item-record.ts';
import type { ItemChange, ItemReading } from '../item-store.ts';
import { chooseRun } from './choose-run.ts';
import { keepLease, type KeptLease } from './keep-lease.ts';
import { isAway, isRefusal, patiently } from './patiently.ts';
import { runCi } from './run-ci.ts';
import { createRunSaver } from './save-run.ts';
import type { ChosenRun, SessionEnd, WorkedOn, WorkerContext } from './worker-context.ts';

const MAX_NOTES = 2_000;
/** A result that CI refuses once more waits for a person. */
const MOST_REFUSALS = 2;

/** @param reading - as the session claimed it */
export const workOnItem = async (given: WorkerContext, reading: ItemReading, session: string): Promise<WorkedOn> => {
  const { items, secret, ttlMs, notice, signal } = given;
  const { item, phase } = reading.state;
  let interrupt = (): void => {};
  const kept = keepLease({
    store: items.store,
    item,
    session,
    secret,
    ttlMs,
    onLost: (why) => {
      notice(`${item}: the lease is lost, so that this session stops. ${why}`);
      interrupt();
    },
    notice,
  });
  const patience = { leftMs: kept.leftMs, notice: (text: string) => notice(`${item}: ${text}`), signal };
  const context: WorkerContext = { ...given, ask: (call) => patiently(call, patience) };
  try {
    const end =
      phase === 'CI_PENDING'
        ? await runCi(context, reading.state, (stop) => (interrupt = stop))
        : await implement(context, reading, { session, kept, onStop: (stop) => (interrupt = stop) });
    await kept.end();
    if (kept.lost() !== null) return kept.isAway() ? 'away' : 'lost';
    return await leave(context, reading, { session, end });
  } catch (error) {
    if (!isAway(error) && !isOfItem(error)) throw error;
    notice(`${item}: this session gives it up; when its lease expires, the next one continues. ${error.message}`);
    return isAway(error) && !isRefusal(error) ? 'away' : 'lost';
  } finally {
    await kept.end();
  }
};

interface Session {
  readonly session: string;
  readonly kept: KeptLease;
  /** Receives what ends the work at once. */
  readonly onStop: (stop: () => void) => void;
}

/** A failure of dualgate or its surroundings blocks the item: the next worker would fail as well. */
const implement = async (context: WorkerContext, reading: ItemReading, session: Session): Promise<SessionEnd> => {
  try {
    return await runItem(context, reading, session);
  } catch (error) {
    if (error instanceof LockError) return { reason: null, notes: error.message };
    if (error instanceof LeaseError || !(error instanceof DualgateError)) throw error;
    return { reason: 'error', notes: error.message };
  }
};

const runItem = async (
  context: WorkerContext,
  { state }: ItemReading,
  { session, kept, onStop }: Session,
): Promise<SessionEnd> => {
  const { items, secret, ttlMs, notice, onEvent, onRun, signal, now, name, ask } = context;
  const { item, spec } = state;
  const chosen = await chooseRun(context, state, spec ?? '');
  const { config, run, how, wasCutOff, moved, guidance } = chosen;
  if (how === 'over') return describeCompleted(chosen);
  if (signal.aborted || kept.lost() !== null) return { reason: null, notes: 'interrupted' };
  const data = { session, run, folder: config.folder, resumed: how === 'resumed' };
  const decide = decideRenewal(item, session, [{ type: 'item.worked_on', data }], secret);
  const noted = await ask(() => items.store.change({ item, session, decide, ttlMs }));
  if (!noted.ok) return { reason: null, notes: noted.message };
  notice(`${item}: ${how === 'resumed' ? 'resuming' : 'starting'} the run ${run} in ${config.folder}`);
  const by = state.unblockedBy ?? name;
  const saver = createRunSaver(context, { item, session, config, run });
  const going = createRun({
    config,
    onEvent: (event) => {
      if (event.type === 'iteration.started') saver.save();
      onEvent(event);
    },
    beforeTurn: async () => {
      await saver.keep();
      return null;
    },
    now,
    ...(how === 'resumed' ? { resume: run, by, automatic: wasCutOff } : { id: run }),
    ...(guidance === undefined ? {} : { guidance: { by: BY_CI, text: guidance } }),
    ...(moved === undefined ? {} : { moved }),
  });
  onRun(going);
  onStop(() => {
    going.interrupt();
    going.interrupt();
  });
  if (kept.lost() !== null) going.interrupt();
  try {
    const { status, why } = await going.ended;
    const saved = kept.lost() === null ? await saver.end() : undefined;
    if (status === 'completed') return { ...(await describeCompleted(chosen)), saved };
    if (status === 'interrupted' || status === 'paused') return { reason: null, notes: why, saved };
    return {
      reason: 'blocked',
      notes: `The run ${run} ${status === 'needs_human' ? 'needs human input' : `is ${status}`}: ${why}`,
      run,
      saved,
    };
  } finally {
    onRun(null);
  }
};

const describeCompleted = async ({ config, run }: ChosenRun): Promise<SessionEnd> => {
  const { state, records } = await readRun(config, run);
  const { branch } = state;
  const last = records.findLast(({ type }) => type === 'session.completed');
  const { pr_url, evidence_bundle_ref, notes } = last?.type === 'session.completed' ? last.data : {};
  return {
    reason: 'completed',
    notes: `Both gates exited every phase of the run ${run}${notes === undefined ? '' : `. The agent: ${notes}`}`,
    said: {
      ...(pr_url === undefined ? {} : { pr_url }),
      ...(evidence_bundle_ref === undefined ? {} : { evidence_bundle_ref }),
    },
    run,
    commit: branch?.tip ?? null,
    branch: branch?.name ?? null,
  };
};

/** The exit, the release of the lease, the run and the branch of a result land together, or none of them. */
const leave = async (
  context: WorkerContext,
  { state: { item, phase, refused, refusals } }: ItemReading,
  { session, end }: { readonly session: string; readonly end: SessionEnd },
): Promise<WorkedOn> => {
  const { items, secret, notice, ttlMs, ask } = context;
  const { reason, run = null, commit = null, said, saved } = end;
  const returns = phase === 'CI_PENDING' && reason === 'error' && refusals < MOST_REFUSALS;
  const save = saved === undefined ? {} : { run: saved };
  const notes = plainLine(end.notes, MAX_NOTES);
  if (reason === null) {
    await ask(() =>
      items.store.change({ item, session, decide: decideRelease(item, session, secret), ttlMs, ...save }),
    );
    notice(`${item}: released. ${notes}`);
    return 'left';
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
    ? leave(context, { ...(await reread(context, item)) }, { session, end: { reason: 'error', notes: answer.message } })
    : 'lost';
};

const reread = async ({ items: { store } }: WorkerContext, item: string): Promise<ItemReading> => {
  const reading = await store.read(item);
  if (reading === null)
    throw new LeaseError('broken', `Cannot find the work item ${item} again. Check ${store.place}.`);
  return reading;
};
