/**
 * The page of a list of work as one file. It is made of what is built: dist/page.
 *
 * @module
 */
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Config } from '../../../src/read-config/parse-config.ts';
import type { PageFile } from '../../../src/page/page-data.ts';
import { readPageList } from '../../../src/report/read-page-list.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { listFolders } from '../../../src/work/list-folders.ts';
import { aCheckout, aNight, layOut, LIST, RUN, settle } from '../../report/a-night.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { runLine } from '../memory-io.ts';

let config: Config;
beforeEach(async () => {
  await withAnchorsAside();
  config = await aCheckout();
  layOut(config.folder);
  settle(aNight(config, config.folder));
});

/** What the command answers, and what is in its file. */
const report = async (...argv: readonly string[]) => {
  const file = `${config.folder}/night.html`;
  rmSync(file, { force: true });
  const { code, stderr } = await runLine(['report', ...argv, '--out', file], { cwd: config.folder });
  const html = code === 70 ? '' : readFileSync(file, 'utf8');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page would read
  const data = JSON.parse(/id="dualgate-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as PageFile | null;
  return { code, stderr, runs: data?.runs.map(({ run }) => run), list: data?.list };
};

describe('dualgate report of a list of work, for a browser', () => {
  test.each([[[]], [[RUN]], [['--since', '9999h']]])(
    'with %j has where the list stands; a task that could not begin has no run to be missed',
    async (argv) => {
      const list = await readPageList(config);
      expect(list?.tasks).toHaveLength(4);
      expect(await report(...argv)).toEqual({ code: 0, stderr: '', runs: [RUN], list });
    },
  );

  test('tells a run without the list when that is broken, and says so', async () => {
    appendFileSync(listFolders(config.folder, LIST).ledger, '{}\n');
    expect(await report(RUN)).toEqual({
      code: 1,
      stderr: expect.stringMatching(`^Cannot read the list ${LIST}: line \\d+ is not a record`) as string,
      runs: [RUN],
      list: undefined,
    });
  });

  test('says so when no task has a run with a record', async () => {
    rmSync(runFolders(config.folder, RUN).run, { recursive: true });
    expect(await report()).toMatchObject({
      code: 70,
      stderr: 'Cannot write the page: no run of a task has a record. dualgate report tells where the list stands.\n',
    });
  });
});
