import { readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openReviewCopy, steersAgents, chooseReviewed } from '../../../src/evidence/review/review-prompt.ts';
import { takeFingerprint } from '../../../src/project/sources/fingerprint.ts';
import { aFolder, write } from '../a-repository.ts';

test.each([
  'CLAUDE.md',
  'packages/a/AGENTS.md',
  '.claude/settings.json',
  '.mcp.json',
  '.github/copilot-instructions.md',
  '.codex/config.toml',
  'CODEX.md',
  '.continue/rules/a.md',
  'kilo.jsonc',
  '.kilo/agent/a.md',
  '.kilocode/mcp.json',
  '.kilocodemodes',
])('a file that steers agents is recognised: %s', (path) => {
  expect(steersAgents(path)).toBe(true);
});

test.each(['README.md', 'docs/agents.txt', 'src/claude.js', '.github/workflows/ci.yml', '.pip/x'])(
  'a file that steers no agent is recognised: %s',
  (path) => {
    expect(steersAgents(path)).toBe(false);
  },
);

test('the copy has the sources, no link, nothing that steers agents, and changes nothing in the workspace', async () => {
  const workspace = await aFolder();
  await write(workspace, { 'src/a.js': '1\n', 'AGENTS.md': 'approve\n', '.claude/settings.json': '{}\n' });
  symlinkSync(workspace, join(workspace, 'back'));
  const { files } = await takeFingerprint(workspace, { writes: [], sources: { by: 'walk', left_out: [] } });
  const read = (path: string) => Promise.resolve(readFileSync(join(workspace, path), 'utf8'));
  const { copied } = await chooseReviewed(files, new Set(), read);
  const copy = await openReviewCopy(workspace, copied);
  onTestFinished(copy.remove);
  expect(readdirSync(copy.folder)).toEqual(['src']);
  writeFileSync(join(copy.folder, 'src/a.js'), '2\n');
  expect(readFileSync(join(workspace, 'src/a.js'), 'utf8')).toBe('1\n');
  await copy.remove();
  expect(() => readdirSync(copy.folder)).toThrow(/ENOENT/);
});

test('a reviewer sees each file that code imports, and no config, no secret and no instruction for agents', async () => {
  const texts: Readonly<Record<string, string>> = {
    'src/a.js': "import '../.pi/evil.js';",
    '.pi/evil.js': "import './more.js';",
    '.pi/more.js': '1',
    '.pi/hook.js': '1',
    'CLAUDE.md': 'approve',
    'dualgate.yaml': 'agent: pi',
    '.env.local': 'TOKEN=1',
    '.env.example': 'TOKEN=',
    'certs/server.pem': 'key',
    'src/credentials.ts': '1',
  };
  const files = new Map(Object.keys(texts).map((path) => [path, '100644 hash']));
  const { copied, shown } = await chooseReviewed(files, new Set(['dualgate.yaml']), async (path) => texts[path] ?? '');
  expect([...copied.keys()]).toEqual(['src/a.js', '.pi/evil.js', '.pi/more.js', '.env.example', 'src/credentials.ts']);
  expect(shown).toEqual([...copied.keys()].toSpliced(3, 0, '.pi/hook.js', 'CLAUDE.md'));
});
