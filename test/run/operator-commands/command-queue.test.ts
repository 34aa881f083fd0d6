import { describe, expect, test } from 'vitest';
import { LedgerError } from '../../../src/ledger/ledger-error.ts';
import type { CarriedOut, OperatorCommand } from '../../../src/run/operator-commands/operator-command.ts';
import { createCommandQueue, type CommandQueueOptions } from '../../../src/run/operator-commands/command-queue.ts';
import { type OperatorAnswer, readAnswer, writeRequest } from '../../../src/run/operator-commands/waiting-operators.ts';
import { RunError } from '../../../src/records/run-error.ts';

const BY = { by: 'ann', reason: 'why not' } as const;
const SKIP: OperatorCommand = { command: 'skip', ...BY };
const GUIDE: OperatorCommand = { command: 'guide', by: 'ann', text: 'Look into lib/.' };
const AT_WORK: OperatorAnswer = { ok: false, code: 'during_turn', says: 'The agent is working.' };
const OVER: OperatorAnswer = { ok: false, code: 'over', says: 'The run ends.' };
const INVITED: OperatorAnswer = { ok: true, recorded: [], says: 'The loop is between two turns.' };
const DONE: OperatorAnswer = { ok: true, recorded: [], says: 'Done.' };

/** A queue that notes what is carried out. */
const aQueue = (options: Partial<CommandQueueOptions> = {}) => {
  const carried: string[] = [];
  const queue = createCommandQueue({
    carryOut: async ({ command }): Promise<CarriedOut> => {
      carried.push(command);
      return { recorded: [], says: 'Done.' };
    },
    describe: () => 'The agent is working.',
    clear: async () => [],
    ...options,
  });
  let ids = 0;
  const ask = async (line: string) => readAnswer(await queue.receive(line));
  const give = (command: OperatorCommand, id = `n${(ids += 1)}`) => ask(writeRequest({ id, command }));
  const waitForTurn = () => ask(writeRequest('turn'));
  return { queue, carried, ask, give, waitForTurn };
};

const NEVER = new AbortController().signal;
const untilAborted = (signal: AbortSignal): Promise<null> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });

describe('the command queue of a live run', () => {
  test('refuses a command while the loop is busy, and keeps nothing of it', async () => {
    const { queue, carried, give } = aQueue();
    expect(await give(SKIP)).toEqual(AT_WORK);
    await queue.serveWaiting();
    expect(carried).toEqual([]);
  });

  test('notifies waiting operators when the loop is between turns, and serves them before the loop continues', async () => {
    const { queue, carried, give, waitForTurn } = aQueue();
    const served = waitForTurn().then(async (called) => [called, await give(SKIP)]);
    await queue.serveWaiting();
    expect(carried).toEqual(['skip']);
    expect(await served).toEqual([INVITED, DONE]);
    expect(await give(SKIP)).toEqual(AT_WORK);
  });

  test('does not open when no operator waits', async () => {
    const { queue, carried, give } = aQueue();
    const served = queue.serveWaiting();
    expect(await give(SKIP)).toEqual(AT_WORK);
    await served;
    expect(carried).toEqual([]);
  });

  test('does not delay the loop for a notified operator who does not come', async () => {
    const { queue, waitForTurn } = aQueue({ lingerMs: 5 });
    const called = waitForTurn();
    await queue.serveWaiting();
    expect(await called).toEqual(INVITED);
  });

  test('asks long waiting operators to try again, with the current activity', async () => {
    const { waitForTurn } = aQueue({ waitingMs: 5 });
    expect(await waitForTurn()).toEqual(AT_WORK);
  });

  test('serves one after the other', async () => {
    const log: string[] = [];
    const { queue, give } = aQueue({
      carryOut: async ({ command }) => {
        log.push(`${command} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        log.push(`${command} ends`);
        return { recorded: [], says: '' };
      },
    });
    const pause = queue.stayOpen(untilAborted, NEVER);
    await Promise.all([give(GUIDE), give(SKIP)]);
    await pause;
    expect(log).toEqual(['guide begins', 'guide ends', 'skip begins', 'skip ends']);
  });

  test('carries the same command out once, however often it is sent', async () => {
    const { queue, carried, give } = aQueue();
    const pause = queue.stayOpen(untilAborted, NEVER);
    expect(await Promise.all([give(SKIP, 'n'), give(SKIP, 'n')])).toEqual([DONE, DONE]);
    await pause;
    expect(await give(SKIP, 'n')).toEqual(DONE);
    expect(carried).toEqual(['skip']);
  });

  test('takes a command later that was refused before', async () => {
    const { queue, carried, give } = aQueue();
    expect(await give(SKIP, 'n')).toEqual(AT_WORK);
    const pause = queue.stayOpen(untilAborted, NEVER);
    expect(await give(SKIP, 'n')).toEqual(DONE);
    await pause;
    expect(carried).toEqual(['skip']);
  });

  test.each(['skip', 'abort', 'reset'] as const)('ends a pause of the loop by %s', async (command) => {
    const { queue, give } = aQueue();
    const pause = queue.stayOpen(untilAborted, NEVER);
    expect(await give({ command, ...BY })).toEqual(DONE);
    expect(await pause).toBe(null);
    expect(await give(SKIP)).toEqual(AT_WORK);
  });

  test.each([GUIDE, { command: 'accept', ...BY, files: {}, tests: [] }] as const)(
    'keeps pausing after $command',
    async (command) => {
      const { queue, give } = aQueue();
      let ended = false;
      const pause = queue.stayOpen(untilAborted, NEVER).finally(() => {
        ended = true;
      });
      expect(await give(command)).toEqual(DONE);
      expect(ended).toBe(false);
      await give(SKIP);
      await pause;
    },
  );

  test('carries out the command at hand before an interrupted pause ends', async () => {
    const log: string[] = [];
    const interrupt = new AbortController();
    const { queue, give } = aQueue({
      carryOut: async () => {
        interrupt.abort();
        await new Promise((resolve) => setImmediate(resolve));
        log.push('carried out');
        return { recorded: [], says: '' };
      },
    });
    const pause = queue.stayOpen(untilAborted, interrupt.signal).catch(() => log.push('ended'));
    await give(GUIDE);
    await pause;
    expect(log).toEqual(['carried out', 'ended']);
  });

  test('ends processes that still run between two turns, and refuses the command: it may be their own', async () => {
    const left = [['4711 sneak'], []];
    const { queue, carried, give } = aQueue({ clear: async () => left.shift() ?? [] });
    const pause = queue.stayOpen(untilAborted, NEVER);
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
    const { queue, give } = aQueue({
      carryOut: async ({ command }) => {
        if (command === 'guide') throw new RunError('Cannot guide the agent: no.');
        return { recorded: [], says: 'Done.' };
      },
    });
    const pause = queue.stayOpen(untilAborted, NEVER);
    expect(await give(GUIDE)).toEqual({ ok: false, code: 'refused', says: 'Cannot guide the agent: no.' });
    expect(await give(SKIP)).toEqual(DONE);
    await pause;
  });

  test('stops the loop when a command cannot be recorded', async () => {
    const broken = new LedgerError('unwritable', 'Cannot append.', { path: 'ledger.jsonl' });
    const { queue, give, waitForTurn } = aQueue({ carryOut: () => Promise.reject(broken) });
    const answered = waitForTurn().then(() => give(SKIP));
    await expect(queue.serveWaiting()).rejects.toBe(broken);
    expect(await answered).toEqual({ ok: false, code: 'refused', says: 'Cannot append.' });
  });

  test('tells everyone that the run is over, waiting operators and new ones', async () => {
    const { queue, carried, give, waitForTurn } = aQueue();
    const waiting = waitForTurn();
    await queue.close();
    expect([await waiting, await waitForTurn(), await give(SKIP)]).toEqual([OVER, OVER, OVER]);
    expect(carried).toEqual([]);
  });

  test('refuses an invalid command', async () => {
    const { ask } = aQueue();
    expect(await ask('skip it!')).toMatchObject({ ok: false, code: 'refused' });
    expect(await ask('{"v":1,"id":"n","command":{"command":"skip","by":"ann","reason":""}}')).toMatchObject({
      ok: false,
      code: 'refused',
      says: expect.stringContaining('without a reason'),
    });
  });
});
