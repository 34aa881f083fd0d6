import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { pathOutside } from '../../../src/base/processes/locate-program.ts';
import { aFolder } from '../../evidence/a-repository.ts';

describe('the PATH of the loop itself', () => {
  test('holds no folder of the workspace, however it is written, and nothing relative', async () => {
    const folder = await aFolder();
    const workspace = join(folder, 'work');
    for (const each of ['work/bin', 'work-tools', 'tools']) mkdirSync(join(folder, each), { recursive: true });
    symlinkSync(join(workspace, 'bin'), join(folder, 'link'));
    symlinkSync(workspace, join(folder, 'other-name'));
    const path = [
      join(workspace, 'node_modules/.bin'),
      workspace,
      `${folder}/tools/../work/bin`,
      join(folder, 'link'),
      'bin',
      '',
      '.',
      join(folder, 'work-tools'),
      '/usr/bin',
    ].join(':');

    expect(pathOutside(workspace, path)).toBe(`${folder}/work-tools:/usr/bin`);
    expect(pathOutside(join(folder, 'other-name'), path)).toBe(`${folder}/work-tools:/usr/bin`);
  });
});
