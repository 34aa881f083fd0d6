import { expect, test } from 'vitest';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { runLine } from '../memory-io.ts';

test.each([
  [
    'names the reviewer beside the agent',
    '{ review: { agent: { use: codex, model: o9 } } }',
    /^reviewer {3}codex .*o9/m,
  ],
  ['names none where the config has none', '{}', null],
])('dualgate run --dry-run %s', async (_, checks, line) => {
  const cwd = await aFolder();
  const yaml = `work: { spec: a.md }\nagent: { command: a }\ntests: { command: node --test }\nchecks: ${checks}\n`;
  await write(cwd, { 'dualgate.yaml': yaml, 'a.md': '- [ ] AC-1: a\n' });
  const { stdout } = await runLine(['run', '--dry-run'], { cwd });
  if (line === null) expect(stdout).not.toContain('reviewer');
  else expect(stdout).toMatch(line);
  const { reviewer } = JSON.parse((await runLine(['run', '--dry-run', '--json'], { cwd })).stdout) as {
    readonly reviewer: readonly string[] | null;
  };
  expect(reviewer?.[0] ?? null).toBe(line === null ? null : 'codex');
});
