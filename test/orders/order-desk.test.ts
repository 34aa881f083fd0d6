import { describe, expect, test } from 'vitest';
import { LedgerError } from '../../src/ledger/ledger-error.ts';
import type { CarriedOut } from '../../src/orders/order-context.ts';
import type { Order } from '../../src/orders/order.ts';
import { createOrderDesk, type OrderDeskOptions } from '../../src/orders/order-desk.ts';
import { type OrderAnswer, readAnswer, writeRequest } from '../../src/orders/order-line.ts';
import { RunError } from '../../src/records/run-error.ts';

const BY = { by: 'ann', reason: 'why not' } as const;
const SKIP: Order = { order: 'skip', ...BY };
const GUIDE: Order = { order: 'guide', by: 'ann', text: 'Look into lib/.' };
const AT_WORK: OrderAnswer = { ok: false, code: 'during_turn', says: 'The agent is working.' };
const OVER: OrderAnswer = { ok: false, code: 'over', says: 'The run ends.' };
const WELCOME: OrderAnswer = { ok: true, recorded: [], says: 'The loop is between two turns.' };
const DONE: OrderAnswer = { ok: true, recorded: [], says: 'Done.' };

/** A desk that notes what is carried out. */
const aDesk = (options: Partial<OrderDeskOptions> = {}) => {
  const carried: string[] = [];
  const desk = createOrderDesk({
    carryOut: async ({ order }): Promise<CarriedOut> => {
      carried.push(order);
      return { recorded: [], says: 'Done.' };
    },
    describe: () => 'The agent is working.',
    clear: async () => [],
    ...options,
  });
  let ids = 0;
  const ask = async (line: string) => readAnswer(await desk.hear(line));
  const give = (order: Order, id = `n${(ids += 1)}`) => ask(writeRequest({ id, order }));
  const waitForTurn = () => ask(writeRequest('turn'));
  return { desk, carried, ask, give, waitForTurn };
};

const NEVER = new AbortController().signal;
const untilAborted = (signal: AbortSignal): Promise<null> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });

describe('the command queue of a live run', () => {
  test('refuses a command while the loop is busy, and keeps nothing of it', async () => {
    const { desk, carried, give } = aDesk();
    expect(await give(SKIP)).toEqual(AT_WORK);
    await desk.visit();
    expect(carried).toEqual([]);
  });

  test('notifies waiting operators when the loop is between turns, and serves them before the loop continues', async () => {
    const { desk, carried, give, waitForTurn } = aDesk();
    const served = waitForTurn().then(async (called) => [called, await give(SKIP)]);
    await desk.visit();
    expect(carried).toEqual(['skip']);
    expect(await served).toEqual([WELCOME, DONE]);
    expect(await give(SKIP)).toEqual(AT_WORK);
  });

  test('does not open when no operator waits', async () => {
    const { desk, carried, give } = aDesk();
    const visited = desk.visit();
    expect(await give(SKIP)).toEqual(AT_WORK);
    await visited;
    expect(carried).toEqual([]);
  });

  test('does not delay the loop for a notified operator who does not come', async () => {
    const { desk, waitForTurn } = aDesk({ lingerMs: 5 });
    const called = waitForTurn();
    await desk.visit();
    expect(await called).toEqual(WELCOME);
  });

  test('asks long waiting operators to try again, with the current activity', async () => {
    const { waitForTurn } = aDesk({ waitingMs: 5 });
    expect(await waitForTurn()).toEqual(AT_WORK);
  });

  test('serves one after the other', async () => {
    const log: string[] = [];
    const { desk, give } = aDesk({
      carryOut: async ({ order }) => {
        log.push(`${order} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${order} ends`);
        return { recorded: [], says: '' };
      },
    });
    const pause = desk.standOpen(untilAborted, NEVER);
    await Promise.all([give(GUIDE), give(SKIP)]);
    await pause;
    expect(log).toEqual(['guide begins', 'guide ends', 'skip begins', 'skip ends']);
  });

  test('carries the same command out once, however often it is sent', async () => {
    const { desk, carried, give } = aDesk();
    const pause = desk.standOpen(untilAborted, NEVER);
    expect(await Promise.all([give(SKIP, 'n'), give(SKIP, 'n')])).toEqual([DONE, DONE]);
    await pause;
    expect(await give(SKIP, 'n')).toEqual(DONE);
    expect(carried).toEqual(['skip']);
  });

  test('takes a command later that was refused before', async () => {
    const { desk, carried, give } = aDesk();
    expect(await give(SKIP, 'n')).toEqual(AT_WORK);
    const pause = desk.standOpen(untilAborted, NEVER);
    expect(await give(SKIP, 'n')).toEqual(DONE);
    await pause;
    expect(carried).toEqual(['skip']);
  });

  test.each(['skip', 'abort', 'reset'] as const)('ends a pause of the loop by %s', async (order) => {
    const { desk, give } = aDesk();
    const pause = desk.standOpen(untilAborted, NEVER);
    expect(await give({ order, ...BY })).toEqual(DONE);
    expect(await pause).toBe(null);
    expect(await give(SKIP)).toEqual(AT_WORK);
  });

  test.each([GUIDE, { order: 'accept', ...BY, files: {}, tests: [] }] as const)(
    'goes on pausing after $order',
    async (order) => {
      const { desk, give } = aDesk();
      let ended = false;
      const pause = desk.standOpen(untilAborted, NEVER).finally(() => {
        ended = true;
      });
      expect(await give(order)).toEqual(DONE);
      expect(ended).toBe(false);
      await give(SKIP);
      await pause;
    },
  );

  test('carries out the command at hand before an interrupted pause ends', async () => {
    const log: string[] = [];
    const interrupt = new AbortController();
    const { desk, give } = aDesk({
      carryOut: async () => {
        interrupt.abort();
        await new Promise((resolve) => setImmediate(resolve));
        log.push('carried out');
        return { recorded: [], says: '' };
      },
    });
    const pause = desk.standOpen(untilAborted, interrupt.signal).catch(() => log.push('ended'));
    await give(GUIDE);
    await pause;
    expect(log).toEqual(['carried out', 'ended']);
  });

  test('ends processes that still run between two turns, and refuses the command: it may be their own', async () => {
    const left = [['4711 sneak'], []];
    const { desk, carried, give } = aDesk({ clear: async () => left.shift() ?? [] });
    const pause = desk.standOpen(untilAborted, NEVER);
    expect(await give(SKIP)).toEqual({
      ok: false,
      code: 'during_turn',
      says: 'Ended processes that were still running: 4711 sneak.',
    });
    expect(carried).toEqual([]);
    expect(await give(SKIP)).toEqual(DONE);
    await pause;
  });

  test('says why a command cannot be carried out, and continues', async () => {
    const { desk, give } = aDesk({
      carryOut: async ({ order }) => {
        if (order === 'guide') throw new RunError('Cannot guide the agent: no.');
        return { recorded: [], says: 'Done.' };
      },
    });
    const pause = desk.standOpen(untilAborted, NEVER);
    expect(await give(GUIDE)).toEqual({ ok: false, code: 'refused', says: 'Cannot guide the agent: no.' });
    expect(await give(SKIP)).toEqual(DONE);
    await pause;
  });

  test('stops the loop when a command cannot be recorded', async () => {
    const broken = new LedgerError('unwritable', 'Cannot append.', { path: 'ledger.jsonl' });
    const { desk, give, waitForTurn } = aDesk({ carryOut: () => Promise.reject(broken) });
    const answered = waitForTurn().then(() => give(SKIP));
    await expect(desk.visit()).rejects.toBe(broken);
    expect(await answered).toEqual({ ok: false, code: 'refused', says: 'Cannot append.' });
  });

  test('tells everyone that the run is over, waiting operators and new ones', async () => {
    const { desk, carried, give, waitForTurn } = aDesk();
    const waiting = waitForTurn();
    await desk.close();
    expect([await waiting, await waitForTurn(), await give(SKIP)]).toEqual([OVER, OVER, OVER]);
    expect(carried).toEqual([]);
  });

  test('refuses an invalid command', async () => {
    const { ask } = aDesk();
    expect(await ask('skip it!')).toMatchObject({ ok: false, code: 'refused' });
    expect(await ask('{"v":1,"id":"n","order":{"order":"skip","by":"ann","reason":""}}')).toMatchObject({
      ok: false,
      code: 'refused',
      says: expect.stringContaining('without a reason'),
    });
  });
});
