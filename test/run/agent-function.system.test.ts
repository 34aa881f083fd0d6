/** Runs whose agent is a function of the program that started them, in one process. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { type AgentFunction, createBudget, createRun, readRun, type RunEvent, verifyLedger } from '../../src/index.ts';
import { runFolders } from '../../src/records/run-folders.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { aCodeWorkspace, HONEST, withAnchorsAside } from './a-workspace.ts';
import { inTurn, pickSome } from '../pick-some.ts';

const slow = inTurn(1, test);

/** An honest agent, without any program. */
const honest: AgentFunction = async ({ phase, workspace }) => {
  const turn = Object.entries(HONEST).find(([name]) => name === phase)?.[1];
  await write(workspace, turn?.write ?? {});
  return { text: turn?.say ?? '', signal: true, usage: { input_tokens: 90, output_tokens: 10, cost_usd: 0.25 } };
};
const thrice = <T>(value: T): readonly T[] => [value, value, value];
const FAST = { circuit_breaker: { reopenings: 0, backoff: '1ms' } };

const follow = async (options: Omit<Parameters<typeof createRun>[0], 'onEvent'>) => {
  const events: RunEvent[] = [];
  const run = createRun({ ...options, onEvent: (event) => events.push(event) });
  const ended = await run.ended;
  const turns = events.flatMap((event) => (event.type === 'turn.ended' ? [event.turn] : []));
  return { run, ended, events, turns };
};

describe.skipIf(!hasGit)('a run with an agent function (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('goes through its phases, with a transcript, usage and a ledger that holds', async () => {
    const { folder, config } = await aCodeWorkspace([]);
    const { run, ended, turns } = await follow({ config, agent: honest });
    expect(ended).toMatchObject({ status: 'completed', exit_code: 0 });
    expect(turns.map(({ outcome, usage }) => [outcome, usage?.input_tokens])).toEqual(thrice(['ok', 90]));
    expect((await verifyLedger(run.ledger)).ok).toBe(true);
    const said = readFileSync(join(runFolders(folder, run.id).transcripts, 'red-1-1.stdout'), 'utf8');
    expect(said).toBe(HONEST.RED.say);
    expect((await readRun(config, run.id)).state.usage.run).toMatchObject({ input_tokens: 270, cost_usd: 0.75 });
  });

  slow('reads the status block of its text, which has to repeat the nonce of the prompt', async () => {
    const { config } = await aCodeWorkspace([]);
    const block = (prompt: string, nonce = /\b[0-9a-f]{16}\b/.exec(prompt)?.[0] ?? '') =>
      [
        '---PRP_PHASE_STATUS---',
        'PHASE: RED',
        'ITERATION: 1',
        `NONCE: ${nonce}`,
        'STATUS: COMPLETE',
        'EXIT_SIGNAL: true',
        '---END_PRP_PHASE_STATUS---',
      ].join('\n');
    let iteration = 0;
    const { events } = await follow({
      config,
      until: 'RED',
      agent: async (turn) => {
        await honest(turn);
        iteration += 1;
        const said = iteration === 1 ? block(turn.prompt, '0123456789abcdef') : block(turn.prompt);
        return { text: said.replace('ITERATION: 1', `ITERATION: ${turn.iteration}`) };
      },
    });
    const read = events.flatMap((event) => (event.type === 'signal.read' ? [event.signal.reason] : []));
    expect(read).toEqual(['stale_signal', 'explicit_true']);
  });

  slow('is held by its own no, and by an empty answer', async () => {
    const { config } = await aCodeWorkspace([], FAST);
    let turn = 0;
    const { events } = await follow({
      config,
      until: 'RED',
      agent: async (asked) => {
        turn += 1;
        const answer = await honest(asked);
        return turn === 1 ? { ...answer, signal: false } : turn === 2 ? { text: '' } : answer;
      },
    });
    const read = events.flatMap((event) => (event.type === 'signal.read' ? [event.signal.reason] : []));
    expect([read[0], read.at(-1)]).toEqual(['explicit_false', 'explicit_true']);
    expect(events.filter(({ type }) => type === 'phase.held')).toHaveLength(2);
  });

  test.each(
    pickSome(
      [
        ['throws', () => Promise.reject(new Error('the provider is down')), 'the provider is down'],
        [
          'answers no text',
          () => Promise.resolve(Object({ said: 'done' })),
          'The agent function has to answer { text }, and text has to be a text',
        ],
        [
          'answers "true"',
          () => Promise.resolve(Object({ text: '', signal: 'true' })),
          'The agent function answered a signal that is neither true nor false',
        ],
      ],
      ([how]) => how,
      1,
    ),
  )('counts a turn as crashed when it %s, until the breaker opens', async (_how, agent: AgentFunction, message) => {
    const { config } = await aCodeWorkspace([], FAST);
    const { ended, turns } = await follow({ config, agent });
    expect(turns.map(({ outcome, error }) => [outcome, error?.message])).toEqual(thrice(['crashed', message]));
    expect(ended).toMatchObject({ status: 'stuck', exit_code: 1 });
  });

  slow('ends a turn at its time limit, and tells the function', async () => {
    const { config } = await aCodeWorkspace([], { agent: { command: 'unused', timeout: '1s' } });
    let aborted = 0;
    const agent: AgentFunction = async (turn) => {
      if (aborted > 0) return honest(turn);
      await wait(600_000, null, { signal: turn.signal }).catch(() => null);
      aborted += 1;
      return { text: 'too late', signal: true };
    };
    const { turns } = await follow({ config, agent, until: 'RED' });
    expect([aborted, turns[0]]).toMatchObject([1, { outcome: 'timed_out', which: 'wall', exit_code: null }]);
  });

  slow('is refused in a sandbox: a function runs in this process', async () => {
    const { config } = await aCodeWorkspace([], { agent: { command: 'unused', sandbox: 'bubblewrap' } });
    expect(() => createRun({ config, agent: honest })).toThrow('Cannot run an agent function in a sandbox');
  });

  slow('that fails does not kill a program that still reads its events', async () => {
    const { config } = await aCodeWorkspace([]);
    const run = createRun({ config, beforeTurn: () => Promise.reject(new Error('the surroundings failed')) });
    // vitest fails on a rejection that nothing observes.
    for await (const _event of run.events) await wait(50);
    await expect(run.ended).rejects.toThrow('the surroundings failed');
  });
});

describe.skipIf(!hasGit)('three runs with one budget (needs git)', () => {
  beforeEach(withAnchorsAside);

  slow('pause together when it is used up, and resume with another one', async () => {
    const configs = (await Promise.all([1, 2, 3].map(() => aCodeWorkspace([])))).map(({ config }) => config);
    const budget = createBudget({ cost: 0.5 });
    // All of them are in their first turn before one of them has used up anything.
    let begun = 0;
    let release: () => void = () => {};
    const isFull = new Promise<void>((resolve) => (release = resolve));
    const together: AgentFunction = async (turn) => {
      begun += 1;
      if (begun === configs.length) release();
      await isFull;
      return honest(turn);
    };
    const runs = configs.map((config) => createRun({ config, agent: together, budget }));
    const first = await Promise.all(runs.map(({ ended }) => ended));
    expect(first.map(({ status }) => status)).toEqual(Array(3).fill('paused'));
    for (const { why } of first)
      expect(why).toBe('The runs of this budget cost $0.75; their budget is $0.50 (createBudget: cost)');
    const more = createBudget({ cost: 50 });
    const resumed = configs.map((config, at) =>
      createRun({ config, agent: honest, budget: more, resume: runs[at]?.id ?? '' }),
    );
    const second = await Promise.all(resumed.map(({ ended }) => ended));
    expect(second.map(({ status }) => status)).toEqual(Array(3).fill('completed'));
    expect(more.spent().cost).toBe(1.5);
  });
});
