/** The page of a task list as one file, made from the build in dist/page. */
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Config } from '../../../src/read-config/parse-config.ts';
import type { PageFile } from '../../../src/page/page-data.ts';
import { readPageList } from '../../../src/page/report/read-page.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { listFolders } from '../../../src/queue/list/list-folders.ts';
import { aCheckout, aNight, layOut, LIST, RUN, end } from '../../page/report/a-night.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { runLine } from '../memory-io.ts';

let config: Config;
beforeEach(async () => {
  await withAnchorsAside();
  config = await aCheckout();
  layOut(config.folder);
  end(aNight(config, config.folder));
});

/** The result of the command, and the content of its file. */
const report = async (...argv: readonly string[]) => {
  const file = `${config.folder}/night.html`;
  rmSync(file, { force: true });
  const { code, stderr } = await runLine(['report', ...argv, '--output', file], { cwd: config.folder });
  const html = code === 77 ? '' : readFileSync(file, 'utf8');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the page would read
  const data = JSON.parse(/id="dualgate-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as PageFile | null;
  return { code, stderr, runs: data?.runs.map(({ run }) => run), list: data?.list };
};

describe('dualgate report of a task list, for a browser', () => {
  test.each([[[]], [['--run', RUN]], [['--since', '9999h']]])(
    'with %j shows the status of the list; a task that could not start has no run',
    async (argv) => {
      const list = await readPageList(config);
      expect(list?.tasks).toHaveLength(4);
      expect(await report(...argv)).toEqual({ code: 0, stderr: '', runs: [RUN], list });
    },
  );

  test('reports a run without its list if the list is broken, and says so', async () => {
    appendFileSync(listFolders(config.folder, LIST).ledger, '{}\n');
    expect(await report('--run', RUN)).toEqual({
      code: 1,
      stderr: expect.stringMatching(`^Cannot trust the ledger of ${LIST}: line \\d+ is not a record`) as string,
      runs: [RUN],
      list: undefined,
    });
  });

  test('says so when no task has a run with a record', async () => {
    rmSync(runFolders(config.folder, RUN).run, { recursive: true });
    expect(await report()).toMatchObject({
      code: 77,
      stderr: 'Cannot write the report: no task of the list has a run yet. See the list with dualgate status.\n',
    });
  });
});
