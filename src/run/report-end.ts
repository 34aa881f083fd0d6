/**
 * Reports how a run ended, when everything is released: STATE.md when no record has the end, and the command of
 * `notify`. It does not change the end.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { readLock } from '../ledger/lock.ts';
import { createNotification } from '../notify/notification.ts';
import { sendNotification } from '../notify/send-notification.ts';
import { createRedactData } from '../redact/redact-data.ts';
import { describeApproval } from '../records/fold/open-approval.ts';
import type { Journal } from '../records/journal.ts';
import { lastHold } from '../view/last-hold.ts';
import { stepsAfter } from '../view/next-steps.ts';
import type { RunFolders } from '../records/run-folders.ts';
import type { Ended } from './end-run.ts';
import type { StatusName } from '../view/status-name.ts';
import { writeEndOnPage } from '../view/state-page/state-page.ts';
import { describeCause } from '../text/describe-cause.ts';

interface EndContext {
  readonly run: string;
  readonly config: Config;
  readonly folders: RunFolders;
  readonly journal: Pick<Journal, 'state' | 'phase'>;
  readonly now: () => Date;
  readonly onNotice: (text: string) => void;
}

/** Passes the end on, an error too, after the notification. */
export const reportEnd = async (live: Promise<Ended>, context: EndContext): Promise<Ended> => {
  let ended: Ended;
  try {
    ended = await live;
  } catch (error) {
    const why = describeCause(error);
    await report(context, { status: 'crashed', why, exit_code: null });
    throw error;
  }
  await report(context, ended);
  return ended;
};

type EndFacts = {
  readonly status: Exclude<StatusName, 'running'>;
  readonly why: string;
  readonly exit_code: number | null;
};

const report = async (context: EndContext, { status, why, exit_code }: EndFacts): Promise<void> => {
  const { run, config, folders, journal, now, onNotice } = context;
  const state = journal.state();
  const redact = createRedactData(config, process.env);
  const phase = state.run === '' ? null : journal.phase();
  const at = now().toISOString();
  if (state.ending === null && !isTaken(folders.lock)) {
    const phases = config.phases.map((each) => each.phase);
    const place = { folders, run, phases, spec: config.work.spec, redact };
    try {
      writeEndOnPage(place, { status: status, why, at, state }, phase);
    } catch (error) {
      onNotice(`STATE.md could not be written: ${String(error)}`);
    }
  }
  const notification = createNotification({
    at,
    run,
    status,
    why: redact(why),
    exit_code,
    phase,
    iteration: state.iteration,
    forced_exits: state.forced.map((each) => each.phase),
    workspace: config.folder,
    spec: config.work.spec,
    ledger: folders.ledger,
    state: folders.statePage,
    next: stepsAfter(status, {
      began: state.run !== '',
      held: lastHold(state, phase)?.hold ?? null,
      approval: state.openEnds.approval === undefined ? undefined : describeApproval(state.openEnds.approval),
      isExhausted: state.breaker.exhausted,
      branch: state.branch?.name ?? null,
    }).map(({ command }) => command),
    usage: state.usage.run,
  });
  const problem = await sendNotification(config.notify, notification);
  if (problem !== null) onNotice(problem);
};

/** Another process works in the workspace by now, and the page is its own. */
const isTaken = (lock: string): boolean => readLock(lock)?.live === true;
