/**
 * The second judge of a session: it sends the records of the worker to a chart of its own, whose guard decides each
 * again. A session begins with all records of the ledger that it continues: what another machine decided and lost does
 * not count.
 */
import type { ObjectContext } from '@restatedev/restate-sdk';
import type * as Sdk from '@restatedev/restate-sdk';
import { stateKey, type TddEvent } from '../../../machines/index.ts';
import { CHART, type ChartObject, type EndStatus, type Report, WITNESS, type WitnessObject } from './lease.object.ts';

/** @returns how they disagree, in a sentence; `null` when they agree */
export const judgeMove = (
  { event, can_exit }: { readonly event: TddEvent; readonly can_exit: boolean | null },
  before: unknown,
  after: unknown,
): string | null => {
  if (event.type !== 'ITERATION') return null;
  const { phase, iteration } = event.record;
  const at = `${phase}, iteration ${iteration}`;
  const key = workingIn(before);
  if (key !== stateKey(phase))
    return `The worker decided ${at}, but the chart of the engine is in ${JSON.stringify(before)}.`;
  const moved = workingIn(after) !== key;
  if (moved === can_exit) return null;
  return `The worker and the engine decided ${at} differently: the worker ${nameExit(can_exit === true)}, the engine ${nameExit(moved)}.`;
};

export const judgeEnd = (status: EndStatus, value: unknown): string | null => {
  const isOver = value === 'completed' || value === 'aborted';
  const fits = status === 'completed' || status === 'aborted' ? value === status : !isOver;
  return fits ? null : `The worker says ${status}, but the chart of the engine is in ${JSON.stringify(value)}.`;
};

const nameExit = (exits: boolean): string => (exits ? 'exited the phase' : 'held it');

/** The key of the phase in which work is done; `null` in every other state. */
const workingIn = (value: unknown): string | null => {
  const key: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'working') : null;
  return typeof key === 'string' ? key : null;
};

interface Witnessed {
  /** Number of the chart: each return to an earlier phase begins another. */
  readonly chart: number;
  readonly value: unknown;
  readonly seq: number;
  /** The first disagreement; nothing is judged after it. */
  readonly why: string | null;
}

export const witnessObject = ({ object }: Pick<typeof Sdk, 'object'>, phases: readonly string[]) => {
  const chartOf = (context: ObjectContext, chart: number) =>
    context.objectClient<ChartObject>({ name: CHART }, `${context.key}/${chart}`);

  /** @param exited - how many phases are behind it */
  const begin = async (context: ObjectContext, chart: number, exited: number, seq: number): Promise<Witnessed> => {
    let value = valueOf(await chartOf(context, chart).create());
    for (let n = 0; n < exited; n += 1) value = await send(context, chart, SKIP);
    return { chart, value, seq, why: null };
  };
  const send = async (context: ObjectContext, chart: number, event: TddEvent): Promise<unknown> =>
    valueOf(await chartOf(context, chart).send({ event }));

  const report = async (context: ObjectContext, { events, end }: Report): Promise<string | null> => {
    let state = (await context.get<Witnessed>('state')) ?? (await begin(context, 0, 0, -1));
    for (const reported of events) {
      if (reported.seq <= state.seq || state.why !== null) continue;
      const { seq } = reported;
      if ('rolled_back_to' in reported) {
        const exited = phases.findIndex((each) => stateKey(each) === stateKey(reported.rolled_back_to)) + 1;
        state = await begin(context, state.chart + 1, exited, seq);
      } else {
        const value = await send(context, state.chart, reported.event);
        state = { ...state, seq, value, why: judgeMove(reported, state.value, value) };
      }
    }
    if (end !== null) state = { ...state, why: state.why ?? judgeEnd(end, state.value) };
    context.set('state', state);
    return state.why;
  };
  return object({ name: WITNESS, handlers: { report } satisfies WitnessObject });
};

const SKIP = { type: 'SKIP', by: 'dualgate', reason: 'the work went back to the exit of a later phase' } as const;

const valueOf = (snapshot: unknown): unknown =>
  typeof snapshot === 'object' && snapshot !== null ? (Reflect.get(snapshot, 'value') ?? null) : null;
