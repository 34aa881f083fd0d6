/** `status` between two tasks: this process has the lock of the list, and the last run is a copy of a real one. */
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parseConfig } from '../../../src/read-config/parse-config.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { lockList } from '../../../src/queue/list/lock-list.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { beginList, deferTask } from '../../queue/list/list-records.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { runLine } from '../memory-io.ts';

const LEDGER = fileURLToPath(new URL('../../page/report/ledgers/forced.jsonl', import.meta.url));
const BEFORE = '20261122-072752-3ca074';
const NEXT = '20261122-080000-000003';
const LIST = 'list-20261122-072700-000001';
const YAML = `work: { specs: [specs/shout.md, specs/b.md] }
agent: { command: a }
tests: { command: node --test }
phases:
  - { phase: BUILD, purpose: Build it, gate_1: { condition: tests_failing == 0 } }
  - { phase: POLISH, purpose: Polish it, gate_1: { condition: tests_failing == 0 } }
`;

test('while a list starts its next task, status shows the list alone, without the last run', async () => {
  await withAnchorsAside();
  const folder = await aFolder();
  await write(folder, { 'dualgate.yaml': YAML, 'specs/shout.md': '- [ ] AC-1: a\n', 'specs/b.md': '- [ ] AC-1: b\n' });
  const { ledger, current } = runFolders(folder, BEFORE);
  mkdirSync(dirname(ledger), { recursive: true });
  copyFileSync(LEDGER, ledger);
  writeFileSync(current, `${BEFORE}\n`);
  const config = parseConfig(YAML, { path: `${folder}/dualgate.yaml`, readFile: () => '' });
  const held = lockList({ config, list: LIST, as: 'new', now: () => new Date(0), onNotice: () => {} });
  const say = async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await runLine(['status', ...argv], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout;
  };
  try {
    held.write('list.started', beginList({ 'specs/shout.md': [], 'specs/b.md': [] }, { list: LIST }));
    held.write('task.started', { task: 'specs/shout.md', run: BEFORE, folder, resumed: false });
    held.write('task.deferred', deferTask('specs/shout.md', 'needs_human'));
    held.write('task.started', { task: 'specs/b.md', run: NEXT, folder, resumed: false });
    expect((await say()).trimEnd().split('\n').at(-1)).toBe(`  ▶ 2 specs/b.md  starting: run ${NEXT}`);
    expect(JSON.parse(await say('--json'))).toMatchObject({ v: 2, run: null, list: { list: LIST, ending: null } });
  } finally {
    held.close();
  }
  // Without an active list, status shows the last run.
  expect(await say()).toContain(BEFORE);

  // A terminal would break lines in the middle of words.
  const { stdout } = await runLine(['status'], { cwd: folder, isLive: true });
  const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));
  expect([widest(await say()) > 80, widest(stdout) <= 80]).toEqual([true, true]);
  const inWords = (text: string) => text.split(/\s+/);
  expect(inWords(stdout)).toEqual(inWords(await say()));
});
