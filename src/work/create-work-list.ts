/**
 * Works on a list: one task after another, each by a run of its own, from the evening to the morning. A layer above
 * `createRun`: it decides nothing about a phase, only what comes next.
 *
 * @module
 */
import type { Settlement } from '../../machines/index.ts';
import type { Config } from '../config/shape-config.ts';
import { expandList } from '../config/tasks/expand-list.ts';
import type { Run, RunOptions } from '../run/create-run.ts';
import { checkThreshold } from '../run/given-threshold.ts';
import type { GivenThreshold } from '../records/given-threshold.ts';
import { refuseInsideTurn } from '../orders/refuse-inside-turn.ts';
import { RunError } from '../records/run-error.ts';
import { createRedactData } from '../redact/redact-data.ts';
import { EVENTS_VERSION, EXIT_CODES, type RunEvent } from '../records/run-events.ts';
import type { Ended } from '../run/settle-run.ts';
import { takeCheckout } from './checkout/take-checkout.ts';
import { chooseNext, settleByWorst } from './choose-next.ts';
import { finishOver, putAside } from './end-task.ts';
import { describeList } from './describe-list.ts';
import type { ListEvent, ListNews } from './list-events.ts';
import { writeListPage } from './list-page/list-page.ts';
import { isUnfinished, type ListSite, movesCheckout } from './list-site.ts';
import { openList } from './open-list.ts';
import { tellListEnd } from './tell-list-end.ts';
import { workOnTask } from './work-on-task.ts';

export interface WorkListOptions {
  /** That of the checkout, with a list. */
  readonly config: Config;
  /** One task alone: its spec, its name or its run. It is tried once more, whatever became of it. */
  readonly only?: string;
  /** Begin another list. @default go on with the one that is not all done */
  readonly fresh?: boolean;
  /** As of `createRun`, for each run. */
  readonly until?: string;
  /** As of `createRun`, for each run. */
  readonly exitThreshold?: GivenThreshold;
  /** Hears every event of the list and of its runs as it happens; must not throw. */
  readonly onEvent?: (event: RunEvent | ListEvent) => void;
  /** As of `createRun`, for each run. */
  readonly inspect?: RunOptions['inspect'];
  /** @default the clock */
  readonly now?: () => Date;
  /** Who is recorded. @default 'operator' */
  readonly by?: string;
}

export interface WorkList {
  /** @throws {ConfigError | RunError | LedgerError | LockError} when it cannot begin, or dualgate or the outside broke */
  readonly ended: Promise<Ended>;
  /** Lets the iteration finish, then ends run and list; the second call ends everything at once (RULES 4.8). */
  readonly interrupt: () => void;
}

/** Begins a list of work, or goes on with the one that is not all done. */
export const createWorkList = (options: WorkListOptions): WorkList => {
  const { config, by = 'operator', now = () => new Date(), onEvent = () => {}, fresh = false } = options;
  const { exitThreshold = null } = options;
  const going: { run: Run | null; interrupts: number } = { run: null, interrupts: 0 };
  let list = '';
  const redact = createRedactData(config, process.env);
  const announce = (news: ListNews) =>
    onEvent(redact({ v: EVENTS_VERSION, at: now().toISOString(), run: list, ...news }));
  const onNotice = (text: string) => announce({ type: 'list.notice', text });
  const onRun = (run: Run) => {
    going.run = run;
    const clear = () => {
      going.run = null;
    };
    run.ended.then(clear, clear);
    for (let n = 0; n < going.interrupts; n += 1) run.interrupt();
  };
  const live = async (): Promise<Ended> => {
    refuseInsideTurn('work on a list', null);
    checkThreshold(config, exitThreshold);
    const opened = await openList({ config, fresh, by, now, onNotice });
    if (opened.is === 'nothing') {
      const why = `Nothing was begun: all is done (${opened.done.join(', ')}).`;
      onNotice(why);
      return { status: 'completed', why, exit_code: EXIT_CODES.completed };
    }
    const { held, resumed } = opened;
    let ended: Ended;
    try {
      ({ list } = held);
      const only = options.only === undefined ? null : findOnly(held.state().tasks, options.only);
      const site: ListSite = { config, held, announce, now, checkoutMayGo: false };
      if (resumed) held.write('list.resumed', { by, only });
      announceStart(site, resumed);
      const isInterrupted = () => going.interrupts > 0;
      const task = {
        by,
        until: options.until,
        exitThreshold,
        inspect: options.inspect,
        isAsked: only !== null,
        onEvent,
        onRun,
      };
      const settlement = await drive(site, { only, isInterrupted, startedAt: now(), task });
      ended = await settle(site, settlement);
    } finally {
      held.close();
    }
    await tellListEnd(config, { state: held.state(), ended, at: now().toISOString() }, onNotice);
    return ended;
  };
  const interrupt = () => {
    going.interrupts += 1;
    going.run?.interrupt();
  };
  return { ended: live(), interrupt };
};

interface Drive {
  readonly only: string | null;
  readonly isInterrupted: () => boolean;
  readonly startedAt: Date;
  readonly task: Parameters<typeof workOnTask>[2];
}

const drive = async (site: ListSite, { only, isInterrupted, startedAt, task }: Drive): Promise<Settlement> => {
  const { config, held, now } = site;
  const minutes = config.list?.minutes ?? Infinity;
  await finishOver(site);
  for (let worked = 0; ; worked += 1) {
    if (only !== null && worked > 0) return settleOnly(site, only);
    const step = chooseNext(held.state(), only);
    if (step.do === 'settle') return step.as;
    if (isInterrupted()) return { status: 'interrupted', why: 'Interrupted' };
    if (step.do === 'wait') {
      await putAside(site, step.task, { status: 'waits', why: step.why });
      continue;
    }
    if (now().getTime() - startedAt.getTime() >= minutes * 60_000)
      return {
        status: 'stuck',
        why: `The ${minutes} minutes of the list are used; dualgate run goes on with ${step.task.name}`,
      };
    const end = await workOnTask(site, step.task, task);
    if (end !== null) return end;
  }
};

/** That the one task is done is well, whatever the others wait for; else the list stands as the worst of all its tasks. */
const settleOnly = ({ held }: ListSite, only: string): Settlement => {
  const task = held.state().tasks.find(({ spec }) => spec === only);
  const all = settleByWorst(held.state());
  if (task?.is !== 'done' || all.status === 'completed') return all;
  const isMore = chooseNext(held.state()).do !== 'settle';
  return { status: 'paused', why: `${task.name} is done; ${isMore ? 'dualgate run goes on with the list' : all.why}` };
};

/** Back to where the checkout stood, unless a run is to go on in it. */
const settle = async (site: ListSite, { status, why }: Settlement): Promise<Ended> => {
  const { held, announce, config, now } = site;
  const { base } = held.state();
  const staysThere = status === 'interrupted' || status === 'paused';
  if (base !== null && movesCheckout(config) && (!staysThere || site.checkoutMayGo)) await takeCheckout(site, base);
  nameAdded(site);
  const news = { status, why, exit_code: EXIT_CODES[status] };
  held.write('list.settled', news);
  try {
    await writeListPage(config, describeList(held.state()), now().toISOString());
  } catch (error) {
    announce({
      type: 'list.notice',
      text: `STATE.md could not be written; the ledger has everything (${String(error)}).`,
    });
  }
  announce({ type: 'list.settled', ...news });
  return news;
};

/** Nobody gives himself work at night: what appeared since the list began is not in it, and a person hears of it. */
const nameAdded = ({ config, held, announce }: ListSite): void => {
  const { tasks, doneBefore } = held.state();
  const known = new Set([...tasks, ...doneBefore].map(({ spec }) => spec));
  const added = expandList(config).flatMap(({ spec, isThere }) => (isThere && !known.has(spec) ? [spec] : []));
  if (added.length > 0)
    announce({
      type: 'list.notice',
      text: `Not in the list, since it was not there when the list began: ${added.join(', ')}. Look at it; dualgate run --new would take it.`,
    });
};

const findOnly = (tasks: ReturnType<ListSite['held']['state']>['tasks'], wanted: string): string => {
  const task = tasks.find(({ spec, name, run }) => [spec, name, run].includes(wanted));
  const going = tasks.find((each) => isUnfinished(each) && each.spec !== task?.spec);
  const what = `Cannot work on ${wanted} alone`;
  if (task === undefined)
    throw new RunError(
      `${what}: the list has no such task. Choose one of ${tasks.map(({ spec }) => spec).join(', ')}.`,
    );
  if (task.is === 'done') throw new RunError(`${what}: it is done.`);
  if (going !== undefined) throw new RunError(`${what}: ${going.name} is not over. Go on with dualgate run first.`);
  const open = tasks.filter(({ spec, is }) => task.needs.includes(spec) && is !== 'done').map(({ name }) => name);
  if (open.length > 0) throw new RunError(`${what}: it needs ${open.join(', ')} to be done first.`);
  return task.spec;
};

const announceStart = ({ held, announce }: ListSite, resumed: boolean): void => {
  const { tasks, doneBefore } = held.state();
  announce({
    type: 'list.started',
    tasks: tasks.map(({ spec, name, needs }) => ({ task: spec, name, needs })),
    done_before: doneBefore.map(({ spec }) => spec),
    resumed,
  });
};
