import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { followFile } from '../../src/testing/follow-file.ts';
import { readScript } from '../../src/testing/package-scripts.ts';
import { aFolder } from '../evidence/a-repository.ts';

const readAll = async (path: string): Promise<string> => {
  const chunks: Buffer[] = [];
  await followFile(path, (chunk) => chunks.push(Buffer.from(chunk)), Promise.resolve());
  return Buffer.concat(chunks).toString('utf8');
};

describe('a file that the suite or the agent has replaced', () => {
  test('by a pipe holds nobody up', async () => {
    const folder = await aFolder();
    for (const name of ['package.json', 'report']) execFileSync('mkfifo', [join(folder, name)]);

    expect(readScript(folder, 'test')).toBe(null);
    expect(await readAll(join(folder, 'report'))).toBe('');
  });

  test('by a link to a file of the user is not read as a report', async () => {
    const folder = await aFolder();
    writeFileSync(join(folder, 'key'), 'a key\n');
    symlinkSync(join(folder, 'key'), join(folder, 'report'));

    expect([await readAll(join(folder, 'key')), await readAll(join(folder, 'report'))]).toEqual(['a key\n', '']);
  });
});
