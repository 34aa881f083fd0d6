import { execFileSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { decideUnblock } from '../../../src/queue/items/decide-item.ts';
import { makeTempFolder } from '../../ledger/temp-folder.ts';
import { inTurn } from '../../pick-some.ts';
import { change } from './a-store.ts';
import { aWorkshop, YES } from './a-workshop.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const slow = inTurn(2, test);
const LEDGER = 'refs/dualgate/ledger/login';

describe('a worker on a remote', () => {
  slow('continues without it, says that the run is not saved, and saves it with its exit', async () => {
    const once = 'if mkdir "$(dirname "$0")/been" 2> /dev/null; then says=false; else';
    const wait = 'while [ ! -d "$(dirname "$0")/hub.git" ]; do sleep 0.1; done';
    const { work, items, hub, home, state } = await aWorkshop(`${YES}; ${once} ${wait}; fi`, { isRemote: true });
    const away = join(home, 'away.git');
    const heard: string[] = [];
    const { status, why, notices } = await work({
      onEvent: (event) => {
        if (event.type === 'turn.ended' && event.iteration === 1) renameSync(hub, away);
        if (event.type !== 'list.notice') return;
        heard.push(event.text);
        if (event.text.includes('could not be saved')) renameSync(away, hub);
      },
    });
    expect([status, why]).toEqual(['completed', '2 completed, 0 blocked, 0 given back, 0 lost to another session']);
    expect(heard.filter((text) => text.includes('could not be saved on the remote. It continues here'))).toHaveLength(
      1,
    );
    expect(notices).toContain(`login: IMPLEMENTATION completed`);
    const found = await items.store.readRun('login');
    expect(found?.records.at(-1)?.type).toBe('run.ended');
    expect(found?.saved.commit).toBe((await state())?.sessions.at(0)?.commit);
  });

  test('names a broken ref, passes it over, and works on the others', async () => {
    const { work, hub, state } = await aWorkshop(YES, { isRemote: true });
    const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: hub, encoding: 'utf8' }).trim();
    const ref = 'refs/dualgate/ledger/garbage';
    git('update-ref', ref, git('rev-parse', `${LEDGER}:ledger.jsonl`));
    const { status, why, notices } = await work();
    expect([status, why]).toEqual([
      'needs_human',
      '2 completed, 0 blocked, 0 given back, 0 lost to another session, 1 broken, as named above',
    ]);
    expect(notices.filter((text) => text.includes(ref))).toEqual([
      `garbage is passed over. Cannot use ${ref} of ${hub}: it has none of the ledgers. Compare it with a copy. If no worker has the item, delete it: git push ${hub} :${ref}`,
    ]);
    expect((await state())?.phase).toBe('READY_FOR_REVIEW');
  });

  slow('brings a run whose folder is gone, without what was not saved: no iteration is decided twice', async () => {
    const { work, state, agentDoes, items } = await aWorkshop(`${YES}; says=false`, { isRemote: true });
    await work({ onEvent: ({ type }, interrupt) => void (type === 'iteration.started' && interrupt()) });
    const left = await state();
    rmSync(left?.run?.folder ?? '', { recursive: true });
    await agentDoes('test -e login.txt || says=false');
    const { status, notices } = await work();
    expect([status, notices.join('\n')]).toEqual(['completed', expect.stringContaining('login: bringing the run ')]);
    const after = await state();
    expect(after?.run?.run).toBe(left?.run?.run);
    expect(after?.run?.folder).not.toBe(left?.run?.folder);
    const records = (await items.store.readRun('login'))?.records ?? [];
    expect(records.filter(({ type }) => type === 'iteration.decided').map(({ data }) => data)).toMatchObject([
      { record: { iteration: 1 } },
      { record: { iteration: 2 } },
    ]);
    expect(records.find(({ type }) => type === 'run.resumed')?.data).toMatchObject({
      moved: { name: 'dualgate/login-2', git_dir: expect.stringMatching(/\.git\/worktrees\//) },
    });
  });

  test.each([
    ['resumes a run from another machine under its id', {}, true],
    ['begins a new run, and says why, if values of agent.env make another config', { KEY: 'k' }, false],
  ])('%s', async (_, agentEnv, isSame) => {
    const { work, state, agentDoes } = await aWorkshop(`${YES}; says=false`, { isRemote: true, agentEnv });
    await work({ onEvent: ({ type }, interrupt) => void (type === 'iteration.started' && interrupt()) });
    const left = await state();
    // Neither anchors nor keys of the first one.
    vi.stubEnv('XDG_STATE_HOME', makeTempFolder());
    await agentDoes(YES);
    const { status, notices } = await work();
    expect(status).toBe('completed');
    expect(notices.some((text) => text.includes('its config is another one here'))).toBe(!isSame);
    expect((await state())?.run?.run === left?.run?.run).toBe(isSame);
  });

  slow('blocks an item whose saved run was changed, and resumes it when the ref is restored', async () => {
    const { work, state, agentDoes, items, hub } = await aWorkshop(`${YES}; says=false`, { isRemote: true });
    await work({ onEvent: ({ type }, interrupt) => void (type === 'iteration.started' && interrupt()) });
    const git = (input: string, ...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@x', ...args], {
        cwd: hub,
        input,
        encoding: 'utf8',
      }).trim();
    const sound = git('', 'rev-parse', LEDGER);
    const run = git('', 'show', `${LEDGER}:run.jsonl`).replace('"can_exit":false', '"can_exit":true');
    const blob = git(`${run}\n`, 'hash-object', '-w', '--stdin');
    const tree = git(`${git('', 'ls-tree', LEDGER, 'ledger.jsonl')}\n100644 blob ${blob}\trun.jsonl\n`, 'mktree');
    git('', 'update-ref', LEDGER, git('Another', 'commit-tree', tree, '-p', sound));
    await agentDoes(YES);
    expect(await work()).toMatchObject({ status: 'needs_human' });
    const blocked = await state();
    expect(blocked?.phase).toBe('BLOCKED');
    expect(blocked?.sessions.at(0)?.notes).toMatch(
      /^Cannot trust the ledger of the run .*: record \d+ does not follow/,
    );
    // Only the run: records of the item since then stay.
    const kept = git('', 'ls-tree', LEDGER, 'ledger.jsonl');
    const whole = git(`${kept}\n${git('', 'ls-tree', sound, 'run.jsonl')}\n`, 'mktree');
    git('', 'update-ref', LEDGER, git('Restored', 'commit-tree', whole, '-p', LEDGER));
    await change(items.store, 'login', decideUnblock('login', 'ann', 'restored'));
    expect(await work()).toMatchObject({ status: 'completed', why: expect.stringContaining('2 completed') });
    expect((await state())?.run?.run).toBe(blocked?.run?.run);
  });
});
