/** Works on a task list: one task after another, each by a run of its own. */
import type { Ending } from '../../../machines/index.ts';
import { expandList } from '../../project/config/tasks-of-list.ts';
import type { Config } from '../../project/config/config.ts';
import type { Run } from '../../run/create-run.ts';
import { type RunOptions, checkThreshold } from '../../run/run-options.ts';
import type { GivenThreshold } from '../../records/fold/preset-state.ts';
import { refuseInsideTurn } from '../../run/operator-commands/refuse-inside-turn.ts';
import { checkOptions, KINDS, type OptionKind } from '../../base/check-options.ts';
import { RunError } from '../../records/run-error.ts';
import { createRedactData } from '../../base/redact-text.ts';
import { EVENTS_VERSION, EXIT_CODES, type RunEvent } from '../../records/run-events.ts';
import type { Ended } from '../../run/end-run.ts';
import { takeCheckout } from './move-checkout.ts';
import { describeList, notifyListEnd } from './describe-list.ts';
import type { ListEvent, ListEventBody } from './list-events.ts';
import { writeListPage } from './list-page.ts';
import { isUnfinished, type ListContext, movesCheckout } from './lock-list.ts';
import { openList } from './open-list.ts';
import { refuseUnmovable, refuseWorkers, withWorkers } from './merge/target.ts';
import { driveList, openBudget } from './drive-list.ts';

export interface WorkListOptions {
  /** That of the checkout, with a list. */
  readonly config: Config;
  /** One task alone: its spec, its name or its run. It is tried once more, whatever its status. */
  readonly only?: string;
  /** Begin another list. @default continue the unfinished one */
  readonly fresh?: boolean;
  /** How many tasks run at the same time. @default that of the config */
  readonly workers?: number;
  /** As of `createRun`, for each run. */
  readonly until?: string;
  /** As of `createRun`, for each run. */
  readonly exitThreshold?: GivenThreshold;
  /** Receives every event of the list and of its runs as it happens; must not throw. */
  readonly onEvent?: (event: RunEvent | ListEvent) => void;
  readonly inspect?: RunOptions['inspect'];
  readonly now?: () => Date;
  /** The operator to record. @default 'operator' */
  readonly by?: string;
}

export interface WorkList {
  /** @throws {ConfigError | RunError | LedgerError | LockError} when it cannot begin, or its surroundings fail */
  readonly ended: Promise<Ended>;
  /** Lets the iteration finish, then ends run and list; the second call ends everything at once (rule 4.8). */
  readonly interrupt: () => void;
}

/** Begins a task list, or continues the unfinished one. */
export const createWorkList = (options: WorkListOptions): WorkList => {
  checkOptions('createWorkList', options, OPTIONS, ['config']);
  const { by = 'operator', now = () => new Date(), onEvent = () => {}, fresh = false } = options;
  const { exitThreshold = null } = options;
  const until = options.until === undefined ? {} : { until: options.until };
  const inspect = options.inspect === undefined ? {} : { inspect: options.inspect };
  const config = withWorkers(options.config, options.workers);
  const going = new Set<Run>();
  let interrupts = 0;
  const abort = new AbortController();
  let list = '';
  const redact = createRedactData(config, process.env);
  const emit = (body: ListEventBody) =>
    onEvent(redact({ v: EVENTS_VERSION, at: now().toISOString(), run: list, ...body }));
  const onNotice = (text: string) => emit({ type: 'list.notice', text });
  const onRun = (run: Run) => {
    going.add(run);
    const clear = () => {
      going.delete(run);
    };
    run.ended.then(clear, clear);
    for (let n = 0; n < interrupts; n += 1) run.interrupt();
  };
  const live = async (): Promise<Ended> => {
    refuseInsideTurn('work on a list', null);
    checkThreshold(config, exitThreshold);
    refuseWorkers(config);
    const opened = await openList({ config, fresh, by, now, onNotice });
    if (opened.is === 'nothing') {
      const why = `Nothing was started: all tasks are done (${opened.done.join(', ')}).`;
      onNotice(why);
      return { status: 'completed', why, exit_code: EXIT_CODES.completed };
    }
    const { held, resumed } = opened;
    let ended: Ended;
    try {
      ({ list } = held);
      const only = options.only === undefined ? null : findOnly(held.state().tasks, options.only);
      const budget = await openBudget(config.list?.budget ?? NO_BUDGET, held.state().runs);
      const context: ListContext = {
        config,
        held,
        emit,
        now,
        by,
        checkoutMayGo: false,
        inTurn: createTurns(),
        isEnding: () => interrupts > 0,
        abort: abort.signal,
        asked: only,
        budget,
        runs: { now, onEvent, budget, ...until, ...inspect, ...(exitThreshold === null ? {} : { exitThreshold }) },
        onRun,
        stop: () => {
          for (const run of going) run.interrupt();
        },
      };
      if (resumed) await refuseUnmovable(config, held.state());
      if (resumed) held.write('list.resumed', { by, only });
      emitStart(context, resumed);
      ended = await end(context, await driveList(context));
    } finally {
      held.close();
    }
    await notifyListEnd(config, { state: held.state(), ended, at: now().toISOString() }, onNotice);
    return ended;
  };
  const interrupt = () => {
    interrupts += 1;
    if (interrupts > 1) abort.abort();
    for (const run of going) run.interrupt();
  };
  const ended = live();
  // A program that looks at it later must not be killed by a rejection that nothing observes yet.
  ended.catch(() => {});
  return { ended, interrupt };
};

const OPTIONS: Readonly<Record<keyof WorkListOptions, OptionKind>> = {
  config: KINDS.config,
  only: KINDS.text,
  fresh: KINDS.boolean,
  workers: KINDS.count,
  until: KINDS.text,
  exitThreshold: KINDS.object,
  onEvent: KINDS.function,
  inspect: KINDS.function,
  now: KINDS.function,
  by: KINDS.text,
};

const NO_BUDGET = { cost: null, tokens: null, callsPerHour: null } as const;

/** One step after another, in the order of the calls; a step that fails does not hold up the next. */
const createTurns = (): ListContext['inTurn'] => {
  let last: Promise<unknown> = Promise.resolve();
  return (step) => {
    const next = last.then(step);
    last = next.catch(() => {});
    return next;
  };
};

/** Back to the original place of the checkout, unless a run is to resume in it. */
const end = async (context: ListContext, { status, why }: Ending): Promise<Ended> => {
  const { held, emit, config, now } = context;
  const { base } = held.state();
  const staysThere = status === 'interrupted' || status === 'paused';
  if (base !== null && movesCheckout(config) && (!staysThere || context.checkoutMayGo))
    await takeCheckout(context, base);
  nameAdded(context);
  const ended = { status, why, exit_code: EXIT_CODES[status] };
  held.write('list.ended', ended);
  try {
    await writeListPage(config, describeList(held.state()), now().toISOString());
  } catch (error) {
    emit({
      type: 'list.notice',
      text: `STATE.md could not be written; the ledger is complete (${String(error)}).`,
    });
  }
  emit({ type: 'list.ended', ...ended });
  return ended;
};

/** Specs that were added since the list began are not in it; a notice names them. */
const nameAdded = ({ config, held, emit }: ListContext): void => {
  const { tasks, doneBefore } = held.state();
  const known = new Set([...tasks, ...doneBefore].map(({ spec }) => spec));
  const added = expandList(config).flatMap(({ spec, isThere }) => (isThere && !known.has(spec) ? [spec] : []));
  if (added.length > 0)
    emit({
      type: 'list.notice',
      text: `Not in the list, because it was added after the list began: ${added.join(', ')}. Check it; dualgate run --new includes it.`,
    });
};

const findOnly = (tasks: ReturnType<ListContext['held']['state']>['tasks'], wanted: string): string => {
  const task = tasks.find(({ spec, name, run }) => [spec, name, run].includes(wanted));
  const going = tasks.find((each) => isUnfinished(each) && each.spec !== task?.spec);
  const what = `Cannot work on ${wanted} alone`;
  if (task === undefined)
    throw new RunError(
      `${what}: the list has no such task. Choose one of ${tasks.map(({ spec }) => spec).join(', ')}.`,
    );
  if (task.is === 'done') throw new RunError(`${what}: it is done.`);
  if (going !== undefined) throw new RunError(`${what}: ${going.name} is not over. Finish it with dualgate run first.`);
  const open = tasks.filter(({ spec, is }) => task.needs.includes(spec) && is !== 'done').map(({ name }) => name);
  if (open.length > 0) throw new RunError(`${what}: it needs ${open.join(', ')} to be done first.`);
  return task.spec;
};

const emitStart = ({ held, emit, config }: ListContext, resumed: boolean): void => {
  const workers = config.list?.workers ?? 1;
  const { tasks, doneBefore } = held.state();
  const done = tasks.filter(({ is }) => is === 'done').length;
  emit({
    type: 'list.started',
    tasks: tasks.map(({ spec, name, needs }) => ({ task: spec, name, needs })),
    done_before: doneBefore.map(({ spec }) => spec),
    resumed,
    ...(workers === 1 ? {} : { workers }),
    ...(done === 0 ? {} : { done }),
  });
};
