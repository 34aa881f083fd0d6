import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readLedgerSync } from '../../../src/ledger/ledger-record.ts';
import { stateFolder } from '../../../src/ledger/state-folder.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { configThere, readConfig } from '../../../src/read-config/parse-config.ts';
import { operate } from '../../../src/run/operator/operate.ts';
import { decideUnblock } from '../../../src/queue/items/decide-item.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { change } from '../items/a-store.ts';
import { aWorkshop, YES } from '../items/a-workshop.ts';
import { aListProject, BLOCKED, DOES, tell } from './a-list.ts';

/** Everything that dualgate writes, as it is now: a kill leaves it so, with locks that nobody holds. */
const freeze = (home: string, folders: readonly string[]): (() => void) => {
  const places = [...folders.map((folder) => join(folder, '.dualgate')), stateFolder(process.env)];
  const copyOf = (place: string) => join(home, `copy-${places.indexOf(place)}`);
  for (const place of places) cpSync(place, copyOf(place), { recursive: true });
  return () => {
    for (const place of places) {
      rmSync(place, { recursive: true });
      cpSync(copyOf(place), place, { recursive: true });
      for (const lock of ['lock', 'lists/lock']) rmSync(join(place, lock), { force: true });
    }
  };
};

/** Before the run could record its end; and after that, before anybody else knew. */
const MOMENTS = ['needs.human', 'run.ended'] as const;

describe.skipIf(!hasGit)('a run that needs human input, and is killed (needs git)', () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  test.each(MOMENTS)('is not resumed by its list after %s: its task is deferred', async (moment) => {
    const project = await aListProject({ a: BLOCKED }, {}, { commits: false });
    let goBack = (): void => {};
    const night = await project.work({
      onEvent: ({ type }) => {
        if (type === moment) goBack = freeze(project.home, [project.folder]);
      },
    });
    expect(night).toMatchObject({ status: 'needs_human', exit_code: 4 });
    goBack();
    const morning = await project.work();
    expect([morning.exit_code, tell(morning.events)]).toEqual([4, ['a needs_human', 'needs_human']]);
  });

  test.each(MOMENTS)(
    'is not resumed by another worker after %s: its item is blocked, until it is unblocked',
    async (moment) => {
      const shop = await aWorkshop(BLOCKED);
      let goBack = (): void => {};
      await shop.work({
        onEvent: ({ type }) => {
          if (type === moment) goBack = freeze(shop.home, [shop.folder, `${shop.folder}.dualgate/login`]);
        },
      });
      goBack();
      await shop.agentDoes(DOES('login'));
      const { run, folder } = (await shop.state())?.run ?? { run: '', folder: '' };
      const resumes = () =>
        [...readLedgerSync(runFolders(folder, run).ledger)].filter(({ type }) => type === 'run.resumed');
      shop.pass(60_000);
      expect(await shop.work()).toMatchObject({ status: 'needs_human', why: expect.stringContaining('1 blocked') });
      const blocked = await shop.state();
      expect([blocked?.phase, resumes()]).toEqual(['BLOCKED', []]);
      expect(blocked?.sessions.at(-1)).toMatchObject({
        run,
        notes: expect.stringContaining(`The run ${run} needs human input: `),
      });
      await change(shop.items.store, 'login', decideUnblock('login', 'ann', 'here is the key'));
      expect(await shop.work()).toMatchObject({ status: 'completed', why: expect.stringContaining('2 completed') });
      expect([(await shop.state())?.run?.run, resumes().length, existsSync(folder)]).toEqual([run, 1, true]);
    },
  );

  test('and one that an operator aborts while no worker has it, blocks its item; then a new run begins', async () => {
    const shop = await aWorkshop(`${YES}; says=false`);
    await shop.work({ onEvent: ({ type }, interrupt) => void (type === 'iteration.started' && interrupt()) });
    const { run, folder } = (await shop.state())?.run ?? { run: '', folder: '' };
    const config = configThere(readConfig({ cwd: shop.folder }), folder);
    await operate({ config, run, command: { command: 'abort', by: 'Ann', reason: 'not this way' } });
    await shop.work();
    expect((await shop.state())?.sessions.at(-1)).toMatchObject({
      run,
      exit_reason: 'blocked',
      notes: `The run ${run} is aborted: Aborted by Ann: not this way`,
    });
    await shop.agentDoes(YES);
    await change(shop.items.store, 'login', decideUnblock('login', 'ann', 'another way'));
    expect(await shop.work()).toMatchObject({ status: 'completed', why: expect.stringContaining('2 completed') });
    expect((await shop.state())?.run?.run).not.toBe(run);
  });
});
