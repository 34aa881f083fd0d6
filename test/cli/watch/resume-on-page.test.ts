import { beforeEach, expect, test } from 'vitest';
import { createResumption } from '../../../src/cli/commands/inspect.command.ts';
import { aFinishedRun, LINES, RUN } from '../../page/inspector/server/a-finished-run.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { createMemoryIo } from '../memory-io.ts';

beforeEach(withAnchorsAside);

test('if two pages resume a run at the same time, one does, and Ctrl+C interrupts that run', async () => {
  const { config, folders } = await aFinishedRun(LINES.slice(0, 3).join(''));
  const { io, stderr } = createMemoryIo();
  const { resume, receive } = createResumption(() => {}, io);
  const found = { run: RUN, config, ledger: folders.ledger };
  const command = { by: 'ann', reason: 'again' };
  const answers = await Promise.all([resume(found, command), resume(found, command)]);
  expect(answers).toEqual([
    { ok: true, said: 'The run is active, in the process of this page.' },
    { ok: false, said: 'A run is already being resumed here.' },
  ]);
  expect(receive('SIGINT')).toBe(true);
  await expect.poll(() => receive('SIGINT'), { timeout: 4_000 }).toBe(false);
  expect(stderr().match(/is active\./g)).toHaveLength(1);
});

test('the run of a work item is left to a worker, which holds its lease', async () => {
  const { config, folders } = await aFinishedRun(LINES.slice(0, 3).join(''));
  const { io, stderr } = createMemoryIo();
  const found = { run: RUN, config, ledger: folders.ledger, item: 'login' };
  expect(await createResumption(() => {}, io).resume(found, { by: 'ann', reason: 'again' })).toEqual({
    ok: false,
    said: 'It works on the work item login. A worker resumes it: dualgate work run',
  });
  expect(stderr()).toBe('');
});
