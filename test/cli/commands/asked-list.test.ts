import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { runLine } from '../memory-io.ts';

test.each(['run', 'resume'])('%s --ask is refused for a task list before anything starts', async (command) => {
  const folder = await aFolder();
  const yaml = 'work: { specs: specs/ }\nagent: { command: a }\ntests: { command: node --test }\n';
  await write(folder, { 'dualgate.yaml': yaml, 'specs/a.md': '- [ ] AC-1: a\n' });
  expect(await runLine([command, '--ask'], { cwd: folder, isAnswerable: true })).toEqual({
    code: 64,
    stdout: '',
    stderr: `dualgate: Option '--ask' cannot be used with a task list: a halted task is deferred, and the next one starts. Use dualgate guide or dualgate skip, then dualgate resume TASK. See dualgate ${command} --help.\n`,
  });
  expect(existsSync(join(folder, '.dualgate'))).toBe(false);
});
