/**
 * One item of work: it hands out each turn as an awakeable, sends the worker's records to the chart, whose guard
 * decides again, and stops where the two disagree. It is the only writer of its item.
 *
 * @module
 */
import type { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk';
import type * as Sdk from '@restatedev/restate-sdk';
import { stateKey, type TddEvent } from '../../../machines/index.ts';
import type { Course, EndStatus, ItemState, Reply, Report, Work } from '../work.ts';
import { workSchema } from '../work.ts';
import { judgeEnd, judgeMove, workingIn } from './judge-move.ts';
import { chartOf, leaseOf, tellFleet, tellItem } from './clients.ts';
import { ITEM, type Reported, type TurnAsked } from './protocol.ts';

interface ItemRules {
  /** Names of the phases, in order. */
  readonly phases: readonly string[];
  /** Hash of the service's gates. */
  readonly gates: string;
  /** How often an item looks whether its worker is alive, in milliseconds. */
  readonly lookMs: number;
}

type Kit = Pick<typeof Sdk, 'object' | 'handlers' | 'rpc' | 'TerminalError' | 'TimeoutError'>;

/** An item without a worker looks less and less often, down to this share. */
const LONGEST_LOOKS = 8;

/** Attempts without a decision before the item needs human input. */
const MAX_FAILURES = 5;

export const itemObject = (kit: Kit, rules: ItemRules) => {
  const refuse = (message: string): Error => new kit.TerminalError(message, { errorCode: 409 });

  /** It waits for hours, so it writes nothing: `settle` does, and no other request waits for it. */
  const turn = async (context: ObjectSharedContext, { reply }: TurnAsked): Promise<void> => {
    const state = await context.get<ItemState>('item');
    if (state?.status !== 'open') return;
    const { id, promise } = context.awakeable<Reported>();
    await leaseOf(context).offer({ awakeable: id });
    if (reply !== null) context.resolveAwakeable(reply, GO);
    tellItem(context).settle(await waitFor(context, promise, { site: state.site, isHeld: reply !== null }));
  };

  const settle = async (context: ObjectContext, { report, reply }: Reported): Promise<void> => {
    const state = await context.get<ItemState>('item');
    if (state === null) return;
    const { next, delayMs, waitsUntil } = await apply(context, state, report);
    const isOver = next.status !== 'open';
    if (isOver || delayMs !== null)
      await leaseOf(context).close({ done: next.status === 'completed' || next.status === 'aborted' });
    context.set('item', next);
    note(context, next, waitsUntil);
    if (isOver || delayMs !== null) context.resolveAwakeable(reply, { go: false, why: next.why });
    if (isOver) return;
    if (delayMs === null) tellItem(context).turn({ reply });
    else tellItem(context).turn({ reply: null }, kit.rpc.sendOpts({ delay: delayMs }));
  };

  /**
   * A worker that dies renews no lease: then the turn is offered again, under the next fencing token.
   *
   * @param given.isHeld - its worker reported just now
   */
  const waitFor = async (
    context: ObjectSharedContext,
    promise: Sdk.RestatePromise<Reported>,
    { site, isHeld }: { readonly site: string | null; readonly isHeld: boolean },
  ): Promise<Reported> => {
    for (let [held, waitMs] = [isHeld, rules.lookMs]; ; held = false) {
      const isFree = !held && (await leaseOf(context).isFree());
      if (isFree) tellFleet(context).offer({ item: context.key, site });
      // Most items of a large fleet wait for a worker: each look costs the engine as much as a part of a decision.
      waitMs = isFree ? Math.min(2 * waitMs, LONGEST_LOOKS * rules.lookMs) : rules.lookMs;
      try {
        return await promise.orTimeout(waitMs);
      } catch (error) {
        if (!(error instanceof kit.TimeoutError)) throw error;
      }
    }
  };

  const apply = async (context: ObjectContext, state: ItemState, report: Report): Promise<Applied> => {
    const chart = chartOf(context);
    let { seq, value } = state;
    let disagreement: string | null = null;
    for (const reported of report.events) {
      // A worker that takes over reports what its predecessor wrote and did not report; nothing counts twice.
      if (reported.seq <= seq || disagreement !== null) continue;
      const after = valueOf(await chart.send({ event: reported.event }));
      disagreement = judgeMove(reported, value, after);
      [seq, value] = [reported.seq, after];
    }
    const { run, folder, site, course } = report;
    const isFailure = course.state === 'failed';
    const failures = isFailure ? state.failures + 1 : 0;
    const place = placeOf(rules.phases, value, report.events.at(-1)?.event ?? null, state);
    const known = { ...state, ...place, seq, value, failures, resume: isFailure && state.resume, run, folder };
    const next = { ...known, site: run === null ? state.site : site, why: null };
    if (course.state === 'ended') disagreement ??= judgeEnd(course.status, value);
    if (disagreement !== null) return halt(next, 'needs_human', disagreement);
    return follow(next, course, await context.date.now());
  };

  return kit.object({
    name: ITEM,
    handlers: {
      submit: async (context: ObjectContext, given: Work): Promise<ItemState> => {
        const { data: work, error } = workSchema.safeParse(given);
        if (error !== undefined || work.item !== context.key)
          throw refuse(`Cannot submit ${context.key}: ${error?.issues[0]?.path.join('.') ?? 'its name'} is wrong.`);
        const known = await context.get<ItemState>('item');
        if (known !== null && JSON.stringify(known.work) === JSON.stringify(work)) return known;
        if (known !== null)
          throw refuse(
            `Cannot submit ${context.key}: an item of this name has other work (commit ${known.work.commit.slice(0, 10)}). Choose another name with --item.`,
          );
        if (work.gates !== rules.gates)
          throw refuse(
            `Cannot submit ${context.key}: its config has other gates than the service. Start dualgate serve with this config.`,
          );
        const value = valueOf(await chartOf(context).create());
        const state: ItemState = { ...UNSTARTED, work, value };
        context.set('item', state);
        note(context, state, null);
        tellItem(context).turn({ reply: null });
        return state;
      },
      again: async (context: ObjectContext): Promise<ItemState> => {
        const state = await context.get<ItemState>('item');
        if (state === null) throw refuse(`Cannot continue ${context.key}: it was not submitted. Run dualgate submit.`);
        if (state.status !== 'stuck' && state.status !== 'needs_human')
          throw refuse(`Cannot continue ${context.key}: it is ${state.status}. Only halted work is continued.`);
        const next: ItemState = { ...state, status: 'open', why: null, failures: 0, resume: true };
        context.set('item', next);
        note(context, next, null);
        tellItem(context).turn({ reply: null });
        return next;
      },
      turn: kit.handlers.object.shared({ ingressPrivate: true }, turn),
      settle: kit.handlers.object.exclusive({ ingressPrivate: true }, settle),
      read: kit.handlers.object.shared((context): Promise<ItemState | null> => context.get<ItemState>('item')),
    },
  });
};

interface Applied {
  readonly next: ItemState;
  /** When the turn is offered again; `null`: at once, to the same worker. */
  readonly delayMs: number | null;
  readonly waitsUntil: string | null;
}

const GO: Reply = { go: true, why: null };

const UNSTARTED: Omit<ItemState, 'work' | 'value'> = {
  status: 'open',
  why: null,
  seq: -1,
  failures: 0,
  resume: false,
  site: null,
  run: null,
  folder: null,
  phase: null,
  iteration: 0,
};

const halt = (next: ItemState, status: EndStatus, why: string): Applied => ({
  next: { ...next, status, why },
  delayMs: null,
  waitsUntil: null,
});

/** The next state; a wait is a timer of the engine, which outlives worker, service and server. */
const follow = (next: ItemState, course: Course, now: number): Applied => {
  switch (course.state) {
    case 'active':
      return { next, delayMs: null, waitsUntil: null };
    case 'ended':
      return halt(next, course.status, course.why);
    case 'let_go':
      return { next: { ...next, why: course.why }, delayMs: 0, waitsUntil: null };
    case 'waits':
      return {
        next: { ...next, why: course.why },
        delayMs: Math.max(0, Date.parse(course.until) - now),
        waitsUntil: course.until,
      };
    case 'failed': {
      if (next.failures >= MAX_FAILURES)
        return halt(next, 'needs_human', `${next.failures} attempts failed; the last: ${course.why}`);
      const delayMs = 500 * 2 ** next.failures;
      return {
        next: { ...next, why: course.why },
        delayMs,
        waitsUntil: new Date(now + delayMs).toISOString(),
      };
    }
  }
};

type Place = Pick<ItemState, 'phase' | 'iteration'>;

/** The phase of the chart, and the decided iterations in it. */
const placeOf = (phases: readonly string[], value: unknown, last: TddEvent | null, before: Place): Place => {
  const key = workingIn(value);
  const phase = phases.find((each) => stateKey(each) === key) ?? null;
  if (phase === null) return key === null && value === 'needsHuman' ? before : { phase, iteration: 0 };
  if (last?.type === 'ITERATION' && last.record.phase === phase) return { phase, iteration: last.record.iteration };
  return phase === before.phase ? before : { phase, iteration: 0 };
};

const valueOf = (snapshot: unknown): unknown =>
  typeof snapshot === 'object' && snapshot !== null ? (Reflect.get(snapshot, 'value') ?? null) : null;

const note = (context: ObjectContext, state: ItemState, waits_until: string | null): void => {
  const { status, why, phase, iteration, run, folder } = state;
  tellFleet(context).note({ item: context.key, status, why, phase, iteration, run, folder, waits_until });
};
