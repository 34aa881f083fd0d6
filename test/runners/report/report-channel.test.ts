import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openReportChannel } from '../../../src/runners/report/read-report.ts';

const aFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'dualgate-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return join(folder, 'reports');
};

test('the key of a report lies in a file of its user alone, and the environment carries paths only', async () => {
  const folder = await aFolder();
  const { file, key, env, remove } = await openReportChannel(folder);
  expect(env).toEqual({ DUALGATE_REPORT: file, DUALGATE_REPORT_KEY_FILE: `${file}.key` });
  expect(await readFile(env.DUALGATE_REPORT_KEY_FILE, 'utf8')).toBe(key);
  expect([key, (await stat(env.DUALGATE_REPORT_KEY_FILE)).mode & 0o777]).toEqual([
    expect.stringMatching(/^[0-9a-f]{64}$/),
    0o600,
  ]);
  await remove();
  expect(await readdir(folder)).toEqual([]);
});

test('two test runs share neither name nor key', async () => {
  const folder = await aFolder();
  const [one, two] = [await openReportChannel(folder), await openReportChannel(folder)];
  expect([one.file === two.file, one.key === two.key]).toEqual([false, false]);
});
