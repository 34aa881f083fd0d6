/** One claimed item to the end of a session: its run in IMPLEMENTATION, or its command in CI_PENDING, then the exit. */
import type { Report } from '../../restate/lease.object.ts';
import { readEvents } from '../../restate/engine-leases.ts';
import { type WorkerContext, type ChosenRun, type SessionEnd, type WorkedOn, wordStop } from './worker-context.ts';
import { DualgateError } from '../../../../gates/errors.ts';
import { LockError } from '../../../ledger/ledger-error.ts';
import { LeaseError } from '../../leases/lease.ts';
import { runFolders } from '../../../records/run-folders.ts';
import type { RunEvent } from '../../../records/run-events.ts';
import { createRun } from '../../../run/create-run.ts';
import { describeCause } from '../../../base/text/describe-cause.ts';
import { onceMore } from '../../../project/sources/workspace-error.ts';
import { readRun } from '../../../view/read-run.ts';
import { decideRenewal } from '../decide-item.ts';
import { isOfItem } from '../create-items.ts';
import { BY_CI } from '../item-record.ts';
import type { ItemReading } from '../item-store.ts';
import { chooseRun } from './choose-run.ts';
import { keepLease, type KeptLease, isAway, isRefusal, patiently } from './keep-lease.ts';
import { reread, settle } from './settle.ts';
import { createRunSaver } from './save-run.ts';
import { memoryOfTests } from '../../../project/config/config.ts';
import { ProofError } from '../../../commits/commit-trailers.ts';
import { runProcess } from '../../../base/processes/run-process.ts';
import { makeTestEnvironment } from '../../../runners/test-environment.ts';
import { inWatchedCheckout } from '../../list/merge/measure-tree.ts';
import type { ItemState } from '../item-state.ts';
import { bringCommit } from '../open-items.ts';

/** Only a store on the engine has one. @returns reports, and answers how worker and engine disagree */
const askWitness = (
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

const SAID_LIMIT = 1_000;

const runCi = async (
  { config, items, signal, notice, ask }: WorkerContext,
  { item, result }: ItemState,
  onStop: (stop: () => void) => void,
): Promise<SessionEnd> => {
  const { ci, ci_timeout_ms: timeoutMs } = config.work_items;
  const { commit = null, branch = null } = result ?? {};
  if (ci === null || commit === null)
    return { reason: 'blocked', notes: 'There is no command for CI (work_items.ci), or no commit to run it on' };
  const stop = new AbortController();
  onStop(() => stop.abort());
  const both = AbortSignal.any([stop.signal, signal]);
  notice(`${item}: running ${ci.join(' ')} on ${commit.slice(0, 12)}`);
  await ask(() => bringCommit(items.line, { ref: `refs/heads/${branch}`, commit, folder: config.folder }));
  let said = '';
  const listen = (chunk: Buffer): void => {
    said = `${said}${chunk.toString()}`.slice(-SAID_LIMIT);
  };
  try {
    const end = await inWatchedCheckout({ config, object: commit, signal: both, onNotice: notice }, (folder, mark) =>
      runProcess({
        command: ci,
        cwd: folder,
        env: makeTestEnvironment(process.env, { DUALGATE_RUN: mark }),
        timeoutMs,
        memory: memoryOfTests(config.tests),
        marker: { name: 'DUALGATE_RUN', value: mark },
        onStdout: listen,
        onStderr: listen,
        signal: both,
      }),
    );
    if (end.ended === 'cancelled') return { reason: null, notes: 'interrupted' };
    if (end.ended === 'exited' && end.exit_code === 0)
      return { reason: 'completed', notes: `${ci.join(' ')} ended with exit code 0 on ${commit}` };
    const how =
      end.ended === 'exited'
        ? `exit code ${end.exit_code ?? end.signal ?? ''}`
        : (end.problem ?? 'it reached its time limit');
    return {
      reason: 'error',
      notes: `${ci.join(' ')} failed on ${commit}: ${how} (got ${said.trim() || 'no output'})`,
    };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    // It did not run: the result is not refused.
    return both.aborted ? { reason: null, notes: 'interrupted' } : { reason: 'blocked', notes: error.message };
  }
};

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
    return await settle(context, reading, { session, end });
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
  readonly onStop: (stop: () => void) => void;
}

/** A failure of dualgate or its surroundings blocks the item: the next worker would fail as well. */
const implement = async (context: WorkerContext, reading: ItemReading, session: Session): Promise<SessionEnd> => {
  try {
    return await onceMore(
      async (isAgain) => {
        const now = isAgain ? await context.ask(() => reread(context, reading.state.item)) : reading;
        return runItem(context, now, session);
      },
      () => !context.signal.aborted && session.kept.lost() === null,
    );
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
  const { config, run, how, wasCutOff, stopped, moved, guidance } = chosen;
  const witness = askWitness(context, session, runFolders(config.folder, run).ledger);
  if (how === 'over') return describeJudged(chosen, await witness('completed'));
  if (stopped !== undefined) return { reason: 'blocked', notes: stopped, run };
  if (signal.aborted || kept.lost() !== null) return { reason: null, notes: 'interrupted' };
  const data = { session, run, folder: config.folder, resumed: how === 'resumed' };
  const decide = decideRenewal(item, session, [{ type: 'item.worked_on', data }], secret);
  const noted = await ask(() => items.store.change({ item, session, decide, ttlMs }));
  if (!noted.ok) return { reason: null, notes: noted.message };
  notice(`${item}: ${how === 'resumed' ? 'resuming' : 'starting'} the run ${run} in ${config.folder}`);
  const by = state.unblockedBy ?? name;
  const saver = createRunSaver(context, { item, session, config, run });
  let rest: Wait | null = null;
  const going = createRun({
    config,
    onEvent: (event) => {
      if (event.type === 'iteration.started') saver.save();
      if (event.type === 'waiting' && isLong(event, now())) {
        rest = event;
        going.interrupt();
      }
      onEvent(event);
    },
    beforeTurn: async () => {
      await saver.keep();
      return witness(null).catch(describeCause);
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
    const isOver = status !== 'interrupted' && status !== 'paused';
    const against = kept.lost() === null ? await witness(isOver ? status : null) : null;
    if (status === 'completed' || against !== null) return { ...(await describeJudged(chosen, against)), saved };
    if (!isOver) return { reason: null, notes: why, saved, ...waitOf(rest) };
    return { reason: 'blocked', notes: wordStop(run, { status, why }), run, saved };
  } finally {
    onRun(null);
  }
};

type Wait = Extract<RunEvent, { readonly type: 'waiting' }>;

/** A longer one is no reason to keep an item: its worker takes another one. */
const LONG_WAIT_MS = 60_000;

const isLong = ({ until }: Wait, now: Date): boolean => Date.parse(until) - now.getTime() >= LONG_WAIT_MS;

const waitOf = (rest: Wait | null): Pick<SessionEnd, 'waitsUntil'> => (rest === null ? {} : { waitsUntil: rest.until });

/** @param against - the words of the witness; `null`: it agrees */
const describeJudged = async (chosen: ChosenRun, against: string | null): Promise<SessionEnd> =>
  against === null ? describeCompleted(chosen) : { reason: 'blocked', notes: against, run: chosen.run };

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
