import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aFolder, git, write } from '../../evidence/a-repository.ts';
import { runLine } from '../memory-io.ts';

const CONFIG = `version: 1
work: { spec: specs/none.md }
agent: { command: nobody }
tests: { command: 'true', runner: tap, files: ['test/**'] }
`;

test('a session starts with no spec that is missing, empty, elsewhere or not asked for, and leaves nothing', async () => {
  const folder = await aFolder();
  await git(folder, 'init', '--quiet');
  await write(folder, { 'dualgate.yaml': CONFIG, 'specs/empty.md': '# Nothing\n' });
  const session = async (...argv: readonly string[]) => {
    const { code, stderr } = await runLine(['session', ...argv], { cwd: join(folder, 'specs') });
    return [code, stderr.split('\n')[0]];
  };
  expect(await session('start', 'gone.md')).toEqual([
    77,
    'Cannot start a session: The spec was not found: specs/gone.md. Write it, or name another spec.',
  ]);
  expect(await session('start', 'empty.md')).toEqual([
    77,
    expect.stringMatching(/^Cannot start a session: The spec specs\/empty\.md has no acceptance criteria\./),
  ]);
  expect(await session('start', '../../other.md')).toEqual([
    64,
    expect.stringContaining(`SPEC must be a file in the workspace ${folder} (got ../../other.md)`),
  ]);
  expect(await session('status', 'empty.md')).toEqual([
    64,
    expect.stringContaining("Unexpected argument 'empty.md'. A spec goes with dualgate session start"),
  ]);
  expect(await readdir(folder)).toEqual(['.git', 'dualgate.yaml', 'specs']);
});
