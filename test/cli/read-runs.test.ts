import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { readRuns } from '../../src/cli/read-runs.ts';
import { readPage } from '../../src/page/report/read-page.ts';
import type { Config } from '../../src/read-config/parse-config.ts';
import { aCheckout, aNight, end, layOut, RUN } from '../page/report/a-night.ts';
import { withAnchorsAside } from '../run/a-workspace.ts';

let config: Config;
beforeEach(async () => {
  await withAnchorsAside();
  config = await aCheckout();
});

const readList = () => readRuns(config, { since: null, run: undefined }, async (each) => (await readPage(each)).run);

test('of a list, the last run of each task is read, without those that could not start', async () => {
  layOut(config.folder);
  end(aNight(config, config.folder));
  expect(await readList()).toEqual({ runs: [RUN], problems: [] });
});

test('of a list, a run whose work tree is gone is named, and not passed over', async () => {
  end(aNight(config, join(config.folder, 'gone')));
  await expect(readList()).rejects.toThrow(RUN);
});
