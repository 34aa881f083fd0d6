import { expect, test } from 'vitest';
import { findRun } from '../../src/cli/find-run.ts';
import { aFolder, write } from '../evidence/a-repository.ts';
import { createMemoryIo } from './memory-io.ts';

const CONFIG = 'work: { spec: s.md }\nagent: { command: a }\ntests: { command: node --test }\n';

test('the start of one run is completed; a whole name is that run, though another begins with it', async () => {
  const cwd = await aFolder();
  const ledgers = ['one', 'two', 'two-copied'].map((run) => [`.dualgate/runs/${run}/ledger.jsonl`, '']);
  await write(cwd, { 'dualgate.yaml': CONFIG, ...Object.fromEntries(ledgers) });
  const { io } = createMemoryIo({ cwd });
  const find = (given: string) => findRun(given, {}, io);
  expect([await find('o'), await find('two'), await find('three')]).toEqual(['one', 'two', 'three']);
  await expect(find('t')).rejects.toThrow('--run t matches 2 runs: two, two-copied. Give more characters');
});
