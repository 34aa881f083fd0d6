/**
 * One claimed item: its run in its checkout, by the same loop as everywhere, which reports each decision before the
 * next turn.
 *
 * @module
 */
import { createRun, type Run } from '../../run/create-run.ts';
import type { RunOptions } from '../../run/run-options.ts';
import type { Config } from '../../config/shape-config.ts';
import { LockError } from '../../ledger/ledger-error.ts';
import type { Lease } from '../../leases/lease.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { findUnfinished } from '../../view/find-unfinished.ts';
import { readRunSummary } from '../../view/read-run.ts';
import type { FleetClient } from '../client/fleet-client.ts';
import type { Course, EndStatus, ItemState, Reply, ReportedEvent } from '../work.ts';
import { holdLease } from './hold-lease.ts';
import { openClone } from './open-checkout.ts';
import { readEvents } from './read-events.ts';
import { describeCause } from '../../text/describe-cause.ts';

interface ItemQuestion {
  readonly client: FleetClient;
  /** The folder of all checkouts. */
  readonly folder: string;
  readonly site: string;
  readonly lease: Lease;
  readonly state: ItemState;
  /** A wait of at least so many milliseconds is left to the engine. */
  readonly longWaitMs: number;
  readonly onProgress: (says: string) => void;
  readonly onEvent: (event: RunEvent) => void;
  /** Receives the run as it begins, to interrupt it. */
  readonly onRun: (run: Run) => void;
}

/** Works on it until it ends, waits for long, or the lease is lost. @returns why the worker leaves it */
export const workOnItem = async (question: ItemQuestion): Promise<string> => {
  const { client, folder, site, lease, state, onProgress } = question;
  const going: { run: Run | null; wait: Wait | null; lost: string | null } = { run: null, wait: null, lost: null };
  const held = holdLease(client, lease, (why) => {
    going.lost = why;
    // At once: the next holder needs the checkout.
    going.run?.interrupt();
    going.run?.interrupt();
  });
  const place: { run: string | null; folder: string } = { run: null, folder: `${folder}/${lease.item}` };
  const tell = async (events: readonly ReportedEvent[], course: Course): Promise<Reply> =>
    held.report({ ...place, site, events, course });
  try {
    const config = await openClone(folder, state.work, onProgress);
    place.folder = config.folder;
    const begin = await chooseBegin(config, state);
    if ('course' in begin) {
      place.run = begin.run;
      await tell(readEvents(runFolders(config.folder, begin.run).ledger, state.seq)(), begin.course);
      return describe(begin.course);
    }
    let read: () => readonly ReportedEvent[] = () => [];
    const run = createRun({
      config,
      ...begin.options,
      beforeTurn: async () => {
        if (going.lost !== null) return going.lost;
        try {
          const { go, why } = await tell(read(), { state: 'active' });
          return go ? null : (why ?? 'The engine ended the work');
        } catch (error) {
          return describeCause(error);
        }
      },
      onEvent: (event) => {
        if (isLong(event, question.longWaitMs)) {
          going.wait = event;
          going.run?.interrupt();
        }
        question.onEvent(event);
      },
    });
    read = readEvents(run.ledger, state.seq);
    place.run = run.id;
    going.run = run;
    question.onRun(run);
    const ended = await run.ended;
    const course = courseOf(ended, going.wait);
    if (!held.isHeld()) return going.lost ?? ended.why;
    await tell(read(), course);
    return describe(course);
  } catch (error) {
    if (held.isHeld()) await tell([], courseAfter(error)).catch(() => {});
    return describeCause(error);
  } finally {
    await held.end();
  }
};

type Wait = Extract<RunEvent, { readonly type: 'waiting' }>;

const isLong = (event: RunEvent, longWaitMs: number): event is Wait =>
  event.type === 'waiting' && Date.parse(event.until) - Date.now() >= longWaitMs;

type Begin =
  | { readonly options: Pick<RunOptions, 'resume' | 'automatic' | 'by' | 'says'> }
  /** Nothing is left to run: only to report. */
  | { readonly run: string; readonly course: Course };

const chooseBegin = async (config: Config, state: ItemState): Promise<Begin> => {
  const unfinished = await findUnfinished(config);
  const current = readCurrentRun(config.folder);
  if (unfinished !== null) {
    const { run, how, why, goes_on } = unfinished;
    if (goes_on || how === 'killed' || state.resume)
      return { options: { resume: run, automatic: goes_on || how === 'killed', by: 'fleet' } };
    return { run, course: { state: 'ended', status: endOf(how), why } };
  }
  if (current === null) return { options: {} };
  const { ending } = (await readRunSummary(config, current)).state;
  if (ending === null) return { options: {} };
  return { run: current, course: { state: 'ended', status: endOf(ending.status), why: ending.why } };
};

const courseOf = ({ status, why }: { readonly status: string; readonly why: string }, wait: Wait | null): Course => {
  if (status !== 'interrupted' && status !== 'paused') return { state: 'ended', status: endOf(status), why };
  return wait === null ? { state: 'let_go', why } : { state: 'waits', until: wait.until, why: wait.why };
};

const BUSY_MS = 5_000;

/** The former holder may still be active in the checkout: that is no failure. */
const courseAfter = (error: unknown): Course =>
  error instanceof LockError
    ? { state: 'waits', until: new Date(Date.now() + BUSY_MS).toISOString(), why: error.message }
    : { state: 'failed', why: describeCause(error) };

const endOf = (status: string): EndStatus =>
  status === 'completed' || status === 'stuck' || status === 'aborted' ? status : 'needs_human';

const describe = (course: Course): string => {
  if (course.state === 'ended') return `${course.status}: ${course.why}`;
  return course.state === 'active' ? 'active' : course.why;
};
