import { beforeEach, expect, test } from 'vitest';
import { createResumption } from '../../../src/cli/watch/resume-on-page.ts';
import { aFinishedRun, LINES, RUN } from '../../inspector/server/a-finished-run.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { createMemoryIo } from '../memory-io.ts';

beforeEach(withAnchorsAside);

test('of two pages that go on with a run at the same moment one does, and Ctrl+C means it', async () => {
  const { config, folders } = await aFinishedRun(LINES.slice(0, 3).join(''));
  const { io, stderr } = createMemoryIo();
  const { resume, hear } = createResumption(() => {}, io);
  const found = { run: RUN, config, ledger: folders.ledger };
  const order = { by: 'ann', reason: 'again' };
  const answers = await Promise.all([resume(found, order), resume(found, order)]);
  expect(answers).toEqual([
    { ok: true, said: 'It goes on, in the process that serves this page.' },
    { ok: false, said: 'One begins to go on here already.' },
  ]);
  expect(hear('SIGINT')).toBe(true);
  await expect.poll(() => hear('SIGINT'), { timeout: 4_000 }).toBe(false);
  expect(stderr().match(/goes on\./g)).toHaveLength(1);
});
