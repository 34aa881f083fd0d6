import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { createItemReader } from '../../../../src/page/inspector/server/read-items.ts';
import type { PageItems } from '../../../../src/page/page-data.ts';
import type { Config } from '../../../../src/read-config/parse-config.ts';
import { decideAdd, decideClaim, decideRenewal } from '../../../../src/queue/items/decide-item.ts';
import { openItems } from '../../../../src/queue/items/open-items.ts';
import { runFolders } from '../../../../src/records/run-folders.ts';
import { createLedger } from '../../../../src/ledger/ledger.ts';
import { anchorFolder, writeAnchor } from '../../../../src/ledger/anchor.ts';
import { aCheckout } from '../../report/a-night.ts';
import { withAnchorsAside } from '../../../run/a-workspace.ts';
import { change } from '../../../queue/items/a-store.ts';
import { aPage } from './a-page.ts';

const RUN = '20260113-071402-5c1f9a';

const open = async (config: Config) => (await openItems({ config, env: process.env })).store;

const add = async (config: Config, item: string, title: string | null = null) =>
  change(
    await open(config),
    item,
    decideAdd({ item, title, spec: 'specs/a.md', spec_hash: '0', base: null, by: 'ann', isDraft: false }),
  );

/** A session holds the item, and its worker began a run in that folder. */
const workOn = async (config: Config, item: string, folder: string) => {
  const store = await open(config);
  await change(store, item, decideClaim(item, 's1'), 's1');
  const worked = { session: 's1', run: RUN, folder, resumed: false };
  return change(store, item, decideRenewal(item, 's1', [{ type: 'item.worked_on', data: worked }]), 's1');
};

beforeEach(withAnchorsAside);

describe('the work items for the page', () => {
  test('are read with holder and run; secrets and long texts are cut, and the completed come last', async () => {
    const config = await aCheckout();
    const secret = ['ghp', '0123456789abcdefghijklmnopqrstuvwxyz'].join('_');
    await add(config, 'docs', `uses ${secret}`);
    await add(config, 'login', '<b>x</b>'.repeat(200));
    await workOn(config, 'login', config.folder);
    const { ask, token } = await aPage(config);
    const { status, headers, body } = await ask(`/items?token=${token}`);
    expect({ status, type: headers['content-type'] }).toEqual({ status: 200, type: 'application/json; charset=utf-8' });
    const { items, ...more }: PageItems = JSON.parse(body);
    expect(more).toEqual({ total: 2, problem: null });
    expect(items).toEqual([
      {
        item: 'docs',
        title: 'uses [redacted]',
        phase: 'IMPLEMENTATION',
        holder: null,
        blocked: null,
        run: null,
        branch: null,
      },
      {
        item: 'login',
        title: expect.stringMatching(/^(?:<b>x<\/b>)+.*… \(cut: 1,600 characters\)$/),
        phase: 'IMPLEMENTATION',
        holder: { session: 's1', turn: 2, until: expect.any(String) },
        blocked: null,
        run: RUN,
        branch: null,
      },
    ]);
  });

  test('of a broken ledger are not shown, and why is', async () => {
    const config = await aCheckout();
    await add(config, 'login');
    appendFileSync(join(config.folder, '.dualgate/items/login/ledger.jsonl'), '{}\n');
    const { items, total, problem } = await createItemReader(config).describe();
    expect({ items, total }).toEqual({ items: [], total: 0 });
    expect(problem).toMatch(/^Cannot trust the ledger |^Cannot use the ledger /);
  });

  test('of a remote that does not answer keep no run from the page', async () => {
    const config = await aCheckout();
    const {
      places,
      describe: read,
      close,
    } = createItemReader({
      ...config,
      work_items: { ...config.work_items, remote: join(config.folder, 'no-remote.git') },
    });
    expect(await places()).toEqual([]);
    close();
    expect((await read()).problem).toMatch(/^Cannot /);
  });

  test('name the folder of a run that began on this machine, and of no other', async () => {
    const config = await aCheckout();
    await add(config, 'login');
    await workOn(config, 'login', config.folder);
    expect(await createItemReader(config).places()).toEqual([]);
    const { run, ledger } = runFolders(config.folder, RUN);
    mkdirSync(run, { recursive: true });
    const own = createLedger(ledger, { now: () => new Date(0) });
    writeAnchor(anchorFolder(process.env), RUN, own.append('run.noted', {}));
    own.close();
    const places = await createItemReader(config).places();
    expect(places.map(({ item, config: { folder, work, list } }) => ({ item, folder, work, list }))).toEqual([
      { item: 'login', folder: config.folder, work: { spec: 'specs/a.md' }, list: null },
    ]);
  });
});
