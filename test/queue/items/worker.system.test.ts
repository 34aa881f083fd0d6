import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readLedgerSync } from '../../../src/ledger/ledger-record.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { createExitSignal } from '../../../src/signals/systems/apm2/parse-exit-signal.ts';
import { decideExit, decideUnblock } from '../../../src/queue/items/decide-item.ts';
import { findResult } from '../../../src/queue/items/read-spec.ts';
import { PROGRAM } from '../../end-to-end/run-program.ts';
import { change, claim, exit, told } from './a-store.ts';
import { BLOCKED } from '../list/a-list.ts';
import { aWorkshop, OFF, ON, YES } from './a-workshop.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(1, test);

describe('a worker', () => {
  slow('runs an item in a checkout of its own, and CI on its result, each in a fresh session', async () => {
    const { work, state, git, folder, base } = await aWorkshop(YES);
    expect(await work()).toMatchObject({
      status: 'completed',
      why: '2 completed, 0 blocked, 0 given back, 0 lost to another session',
    });
    const { phase, sessions = [], run } = (await state()) ?? {};
    const tip = git('rev-parse', 'dualgate/login');
    expect(phase).toBe('READY_FOR_REVIEW');
    expect(sessions).toMatchObject([
      { phase_completed: 'IMPLEMENTATION', actor_id: 'w1', run: run?.run, commit: tip, branch: 'dualgate/login' },
      { phase_completed: 'CI_PENDING', notes: `test -e login.txt ended with exit code 0 on ${tip}` },
    ]);
    expect(new Set(sessions.map(({ session_id }) => session_id)).size).toBe(2);
    // The checkout of the person is where it was.
    expect([git('rev-parse', 'HEAD'), git('status', '--porcelain')]).toEqual([base, '']);
    expect(run?.folder).not.toBe(folder);
  });

  slow('blocks an item whose run needs human input, and resumes that run when an operator unblocked it', async () => {
    const { work, state, items, agentDoes } = await aWorkshop(BLOCKED);
    expect(await work()).toMatchObject({ status: 'needs_human', why: expect.stringContaining('1 blocked') });
    const blocked = await state();
    expect(blocked).toMatchObject({ phase: 'BLOCKED', blockedIn: 'IMPLEMENTATION' });
    expect(blocked?.sessions.at(0)?.notes).toContain('needs human input: ');
    // It is not free.
    expect(await work()).toMatchObject({ status: 'completed', why: expect.stringContaining('0 completed, 0 blocked') });
    await agentDoes(YES);
    await change(items.store, 'login', decideUnblock('login', 'ann', 'here is the key'));
    expect(await work()).toMatchObject({ status: 'completed', why: expect.stringContaining('2 completed') });
    expect((await state())?.run).toEqual(blocked?.run);
  });

  slow('blocks an item whose CI fails for the third time, with the end of its output', async () => {
    const { work, state } = await aWorkshop(YES, {
      more: { work_items: { ci: ['sh', '-c', 'echo no such page; exit 3'] } },
    });
    expect(await work()).toMatchObject({ status: 'needs_human' });
    const { phase, blockedIn, sessions = [] } = (await state()) ?? {};
    expect([phase, blockedIn]).toEqual(['BLOCKED', 'IMPLEMENTATION']);
    expect(sessions.map((each) => `${each.phase_completed} ${each.exit_reason}`)).toEqual([
      'IMPLEMENTATION completed',
      'CI_PENDING error',
      'IMPLEMENTATION completed',
      'CI_PENDING error',
      'IMPLEMENTATION completed',
      'CI_PENDING error',
    ]);
    expect(sessions.at(1)).toMatchObject({
      exit_reason: 'error',
      notes: expect.stringMatching(/failed on [0-9a-f]{40}: exit code 3 \(got no such page\)$/),
    });
  });

  slow(
    'gives an item that CI refused back to IMPLEMENTATION: the next run has the reason, and CI its commit',
    async () => {
      const { work, state } = await aWorkshop(
        'echo done > login.txt; [ -e "$(dirname "$0")/once" ] && echo MIT > LICENSE; : > "$(dirname "$0")/once"',
        { more: { work_items: { ci: ['sh', '-c', 'test -e LICENSE || { echo LICENSE is missing; exit 3; }'] } } },
      );
      expect(await work()).toMatchObject({
        status: 'completed',
        why: '3 completed, 0 blocked, 0 given back, 0 lost to another session, 1 refused by CI',
      });
      const { phase, sessions = [], run, refused } = (await state()) ?? {};
      expect([phase, refused]).toEqual(['READY_FOR_REVIEW', null]);
      const [first, red, second, green] = sessions;
      expect(second?.commit).not.toBe(first?.commit);
      expect(green?.notes).toContain(`ended with exit code 0 on ${second?.commit}`);
      expect(red?.notes).toMatch(/exit code 3 \(got LICENSE is missing\)$/);
      expect(run?.run).toBe(second?.run);
      const { ledger } = runFolders(run?.folder ?? '', run?.run ?? '');
      expect(
        [...readLedgerSync(ledger)].filter(({ type }) => type === 'operator.guided').map(({ data }) => data),
      ).toMatchObject([{ by: 'work_items.ci', text: expect.stringContaining('(got LICENSE is missing)') }]);
    },
  );

  slow('runs CI on the commit of a session that completed IMPLEMENTATION by hand', async () => {
    const { work, state, items, git, folder } = await aWorkshop(YES);
    writeFileSync(join(folder, 'login.txt'), 'by hand\n');
    git('add', 'login.txt');
    git('commit', '--quiet', '--message', 'By hand');
    const result = await findResult(folder);
    await claim(items.store, 'login', 'ann');
    await change(
      items.store,
      'login',
      decideExit('login', {
        session: 'ann',
        actor: 'ann',
        signal: createExitSignal({ phase_completed: 'IMPLEMENTATION', exit_reason: 'completed' }),
        enabled: true,
        ciDecides: true,
        run: null,
        ...result,
      }),
      'ann',
    );
    expect(result).toEqual({ commit: git('rev-parse', 'HEAD'), branch: 'main' });
    expect(await work()).toMatchObject({ status: 'completed', why: expect.stringContaining('1 completed') });
    expect(await state()).toMatchObject({ phase: 'READY_FOR_REVIEW', result: { run: null, ...result } });
  });

  slow('blocks an item whose spec is not the one that was added', async () => {
    const { work, state, folder } = await aWorkshop(YES);
    writeFileSync(join(folder, 'specs/login.md'), '# Another\n\n- [ ] AC-1: less\n');
    expect(await work()).toMatchObject({ status: 'needs_human' });
    expect((await state())?.sessions.at(0)?.notes).toContain('is not the file that login was added with');
  });

  slow(
    'gives an item back when it is interrupted, and the next worker resumes its run, with a config of any name: no iteration is decided twice',
    async () => {
      const { work, state, agentDoes } = await aWorkshop(`${YES}; says=false`, { file: 'night.yaml' });
      let iterations = 0;
      const first = await work({
        onEvent: ({ type }, interrupt) => {
          if (type !== 'iteration.started') return;
          iterations += 1;
          interrupt();
        },
      });
      expect([first.status, iterations]).toEqual(['interrupted', 1]);
      const left = await state();
      expect(left).toMatchObject({ phase: 'IMPLEMENTATION', holder: null, sessions: [] });
      await agentDoes(YES);
      expect(await work()).toMatchObject({ status: 'completed', why: expect.stringContaining('2 completed') });
      const { run, folder } = left?.run ?? { run: '', folder: '' };
      expect((await state())?.run).toEqual({ run, folder });
      const decided = [...readLedgerSync(runFolders(folder, run).ledger)].filter(
        ({ type }) => type === 'iteration.decided',
      );
      expect(decided.map(({ data }) => data)).toMatchObject([
        { record: { iteration: 1 } },
        { record: { iteration: 2 } },
      ]);
    },
  );

  slow('blocks an item whose witness on the engine would have decided otherwise, with its words', async () => {
    const { work, state } = await aWorkshop(YES, {
      // As the objects of the engine answer: test/queue/restate/witness.system.test.ts.
      witness: async ({ events, end }) =>
        end === null ? null : `The worker says ${end} after ${events.length > 0 ? 'some' : 'no'} events.`,
    });
    expect(await work()).toMatchObject({ status: 'needs_human', why: expect.stringContaining('1 blocked') });
    expect(await state()).toMatchObject({
      phase: 'BLOCKED',
      blockedIn: 'IMPLEMENTATION',
      sessions: [{ exit_reason: 'blocked', notes: 'The worker says completed after some events.', commit: null }],
    });
  });

  slow('takes no further turn for a witness that disagrees', async () => {
    let turns = 0;
    const { work, state } = await aWorkshop(`${YES}; says=false`, {
      witness: async ({ events }) => (events.length > 0 ? 'The engine held it.' : null),
    });
    await work({ onEvent: ({ type }) => void (type === 'iteration.started' && (turns += 1)) });
    expect(turns).toBe(1);
    expect((await state())?.sessions).toMatchObject([{ exit_reason: 'blocked', notes: 'The engine held it.' }]);
  });

  slow('gives an item back until the time for which it has to wait, and nobody claims it before', async () => {
    const { work, state, items } = await aWorkshop(`${YES}; says=false`, { more: { limits: { calls_per_hour: 1 } } });
    const { status, why, notices } = await work();
    expect([status, why]).toEqual([
      'completed',
      '0 completed, 0 blocked, 0 given back, 0 lost to another session, 1 waiting for a time',
    ]);
    const { lease, waitsUntil } = (await items.store.read('login')) ?? {};
    expect([lease, waitsUntil]).toEqual([null, expect.stringMatching(/^\d{4}-.*Z$/)]);
    expect(notices.join('\n')).toContain(`login: released, and waits until ${waitsUntil}. `);
    expect(told(await claim(items.store, 'login', 'other'))).toBe('waits');
    expect(await state()).toMatchObject({ phase: 'IMPLEMENTATION', sessions: [] });
  });

  slow('stops when its lease was taken over, and writes nothing more', async () => {
    const { work, state, items, pass } = await aWorkshop(YES);
    const taken: string[] = [];
    const { status, why, notices } = await work({
      ttlMs: 600,
      onEvent: ({ type }) => {
        if (type !== 'baseline.started') return;
        pass(600);
        void claim(items.store, 'login', 'other').then((answer) => taken.push(told(answer)));
      },
    });
    expect(taken).toEqual(['IMPLEMENTATION other']);
    expect([status, why]).toEqual(['completed', '0 completed, 0 blocked, 0 given back, 1 lost to another session']);
    expect(notices.join('\n')).toContain('login: the lease is lost, so that this session stops. Cannot renew login: ');
    expect(await state()).toMatchObject({ phase: 'IMPLEMENTATION', holder: 'other', sessions: [] });
    expect(told(await exit(items.store, 'login', 'other', 'IMPLEMENTATION'))).toBe('CI_PENDING free');
  });

  test.skipIf(!existsSync('/proc/self/environ'))(
    'lets no agent change an item from inside its turn (needs /proc)',
    async () => {
      const actions = ['add sneak', 'start login', 'claim login --session mine', 'release login --session mine'];
      const all = [...actions, 'signal login --session mine {}', 'unblock login -m mine', 'run'];
      const sneak = all.map((each) => `"${process.execPath}" "${PROGRAM}" work ${each} < /dev/null`).join('; ');
      const { work, home, items } = await aWorkshop(
        `(cd "$(dirname "$0")/project" && { ${sneak}; }) > "$(dirname "$0")/heard" 2>&1; ${YES}`,
      );
      expect(await work()).toMatchObject({ status: 'completed' });
      const refused =
        'Cannot change work items from inside a turn of the agent. Only an operator can, from a terminal of their own.';
      expect(readFileSync(join(home, 'heard'), 'utf8').trim().split('\n')).toEqual(all.map(() => refused));
      expect(await items.store.names()).toEqual(['login']);
    },
  );

  test.each([
    [ON, { commits: false }, 'Set commits: true.'],
    [ON, { agent: { use: 'session' } }, '`agent: { use: session }` waits for the session of a person.'],
    [OFF, {}, 'exit signals are off, since AGENT_EXIT_PROTOCOL_ENABLED is not set. Set'],
    [{ ...OFF, AGENT_EXIT_PROTOCOL_ENABLED: 'on' }, {}, 'since AGENT_EXIT_PROTOCOL_ENABLED is "on". Set'],
  ])('does not start with %j and %j', async (env, more, message) => {
    const { work, folder } = await aWorkshop(YES, { more });
    const ledger = join(folder, '.dualgate/items/login/ledger.jsonl');
    const before = readFileSync(ledger, 'utf8');
    await expect(work({ env })).rejects.toThrow(message);
    expect(readFileSync(ledger, 'utf8')).toBe(before);
  });
});
