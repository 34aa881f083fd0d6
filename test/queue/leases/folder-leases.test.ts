import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createFolderLeases } from '../../../src/queue/leases/folder-leases.ts';
import { byName, leasesOf } from './a-store.ts';
import { makeTempFolder, STILL } from '../../ledger/temp-folder.ts';

const TTL = 60_000;

const aFolder = () => {
  const folder = join(makeTempFolder(), 'leases');
  return { folder, store: byName(createFolderLeases({ folder, ...STILL })) };
};

const findDeadPid = async (): Promise<number> => {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.on('close', resolve));
  return child.pid ?? 0;
};

describe('leases in a folder', () => {
  test('are one file an item that only this user can read, and nothing else stays behind', async () => {
    const { folder, store } = aFolder();
    await Promise.all(['a1', 'a2'].map((item) => store.claim(item, 'one', TTL)));
    expect(readdirSync(folder).toSorted()).toEqual(['a1.json', 'a2.json']);
    expect(statSync(join(folder, 'a1.json')).mode & 0o777).toBe(0o600);
  });

  test('change although a process was killed in the middle of a change', async () => {
    const { folder, store } = aFolder();
    mkdirSync(folder);
    const holder = { run: 'lease-of-a1', pid: await findDeadPid(), start: null, host: hostname(), token: 't' };
    writeFileSync(join(folder, 'a1.lock'), JSON.stringify({ ...holder, since: STILL.now().toISOString() }));
    writeFileSync(join(folder, '.a1.json.1-x.tmp'), '{"item":"a1","ho');
    const claimed = await store.claim('a1', 'one', TTL);
    expect(await leasesOf(store)).toEqual(claimed.granted ? [claimed.lease] : []);
    expect(readdirSync(folder).toSorted()).toEqual(['.a1.json.1-x.tmp', 'a1.json']);
  });

  test.each([
    ['', 'it: Invalid input: expected object, received undefined'],
    ['{"item":"a1"}', 'holder: Invalid input: expected string, received undefined'],
  ])('are refused when a file is no lease: %j', async (text, problem) => {
    const { folder, store } = aFolder();
    mkdirSync(folder);
    const path = join(folder, 'a1.json');
    writeFileSync(path, text);
    const message = `Cannot use the lease ${path}: it is not a lease of a1 (got ${problem}). Compare it with a copy. If no worker has the item, delete it.`;
    const wanted = { code: 'E_LEASE', trouble: 'broken', message };
    await expect(store.claim('a1', 'one', TTL)).rejects.toMatchObject(wanted);
    await expect(leasesOf(store)).rejects.toMatchObject(wanted);
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(folder)).toEqual(['a1.json']);
  });

  test('are refused in a file of another item', async () => {
    const { folder, store } = aFolder();
    await store.claim('a1', 'one', TTL);
    writeFileSync(join(folder, 'a2.json'), readFileSync(join(folder, 'a1.json')));
    await expect(store.claim('a2', 'one', TTL)).rejects.toThrow('it is not a lease of a2 (got it is of the item a1)');
  });
});
