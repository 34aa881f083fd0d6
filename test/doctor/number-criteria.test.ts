import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { writeNumbers } from '../../src/doctor/write-known-failing.ts';
import { takeLock } from '../../src/ledger/lock.ts';
import { readConfig } from '../../src/read-config/parse-config.ts';
import { createStateFolder, runFolders } from '../../src/records/run-folders.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { aWorkspace } from '../run/a-workspace.ts';

const aSpec = async (text: string) => {
  const { folder } = await aWorkspace([{ phase: 'RED', say: 'nothing' }], {}, { 'package.json': '{}' });
  await write(folder, {
    'spec.md': text,
    'dualgate.yaml':
      'version: 1\nwork: { spec: spec.md }\nagent: { use: scripted, script: agent.yaml }\ntests: { command: node --test }\n',
  });
  return { folder, config: readConfig({ cwd: folder }), read: () => readFile(join(folder, 'spec.md'), 'utf8') };
};

describe.skipIf(!hasGit)('doctor --number-criteria (needs git)', () => {
  test('writes an id in front of each criterion that has none', async () => {
    const { config, read } = await aSpec('- [ ] AC-1: one\n- [ ] two\n');
    expect(await writeNumbers(config)).toEqual({
      state: 'ok',
      says: 'ids written',
      details: ['spec.md: AC-2'],
      fix: 'Read and commit them. Then: dualgate run.',
    });
    expect(await read()).toBe('- [ ] AC-1: one\n- [ ] AC-2: two\n');
    expect(await writeNumbers(config)).toEqual({ state: 'ok', says: 'each criterion has an id: nothing to write' });
  });

  test('writes nothing while a run needs the spec', async () => {
    const { folder, config, read } = await aSpec('- [ ] one\n');
    const folders = runFolders(folder, 'run');
    createStateFolder(folders);
    const lock = takeLock(folders.lock, { run: 'run', now: () => new Date() });
    try {
      expect(await writeNumbers(config)).toMatchObject({
        state: 'problem',
        says: expect.stringContaining('is active'),
      });
      expect(await read()).toBe('- [ ] one\n');
    } finally {
      lock.release();
    }
  });
});
