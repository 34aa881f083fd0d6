import { chmod, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/read-config/parse-config.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { runLine } from '../memory-io.ts';

const ISSUE = {
  number: 42,
  title: 'Ünser "Albums": $(touch owned) `touch owned` ../../x',
  url: 'https://github.com/a/b/issues/42',
  body: '$(touch owned)\r\n\r\n## Acceptance criteria\r\n\r\n- adds\r\n- subtracts\r\n',
};

/** A project, and a `gh` that prints this and records its arguments. */
const aProject = async (printed: unknown = ISSUE, exit = 0, complaint = '') => {
  const home = await aFolder();
  const folder = join(home, 'project');
  await mkdir(folder);
  await write(home, {
    'bin/gh': `#!/bin/sh\nprintf '%s\\n' "$@" > '${home}/asked'\ncat '${home}/printed'\necho '${complaint}' >&2\nexit ${exit}\n`,
    printed: typeof printed === 'string' ? printed : JSON.stringify(printed),
  });
  await chmod(join(home, 'bin', 'gh'), 0o755);
  const path = `${join(home, 'bin')}:/bin:/usr/bin`;
  return {
    home,
    folder,
    init: (...argv: readonly string[]) => runLine(['init', ...argv], { cwd: folder, env: { PATH: path } }),
    asked: async () => (await readFile(join(home, 'asked'), 'utf8')).trim().split('\n'),
  };
};

describe('dualgate init --issue', () => {
  test('writes an issue of GitHub as a spec, and names it in the config', async () => {
    const { folder, init, asked } = await aProject();
    await write(folder, { 'specs/other.md': '- [ ] one\n' });
    const { code, stdout, stderr } = await init('--issue', '#42');
    const path = 'specs/42-unser-albums-touch-owned-touch-owned-x.md';
    expect({ code, stderr, first: stdout.split('\n')[0] }).toEqual({
      code: 0,
      stderr: '',
      first: `Wrote ${path} with 2 acceptance criteria. Read it before you start a run.`,
    });
    expect(await asked()).toEqual(['issue', 'view', '42', '--json', 'title,body,number,url']);
    expect(await readFile(join(folder, path), 'utf8')).toBe(
      '# Ünser "Albums": $(touch owned) `touch owned` ../../x\n\n<https://github.com/a/b/issues/42>\n\n$(touch owned)\n\n## Acceptance criteria\n\n- adds\n- subtracts\n',
    );
    expect(readConfig({ cwd: folder }).work).toEqual({ spec: path });
    expect(await readFile(join(folder, 'dualgate.yaml'), 'utf8')).toContain('  # also found: specs/other.md\n');
    expect((await readdir(folder)).sort()).toEqual(['dualgate.yaml', 'specs']);
  });

  test('passes a URL on as it is', async () => {
    const { init, asked } = await aProject();
    const url = 'https://github.com/a/b/issues/42#issuecomment-1';
    expect((await init('--issue', url)).code).toBe(0);
    expect((await asked())[2]).toBe(url);
  });

  test.each([
    '--repo=x',
    '-42',
    '42; touch owned',
    'http://github.com/a/b/issues/1',
    'https://a/b/c/pull/1',
    '#',
    '0',
    'no.md',
  ])('is given no other text: %s', async (named) => {
    const { folder, init } = await aProject();
    const { code, stderr } = await init(`--issue=${named}`);
    expect({ code, stderr: stderr.split('\n')[0] }).toEqual({
      code: 64,
      stderr: `dualgate: Option '--issue' needs the number or the URL of an issue, or an existing file (got ${named}). See dualgate init --help.`,
    });
    expect(await readdir(folder)).toEqual([]);
  });

  test('copies a file into specs/, and leaves one that is there', async () => {
    const { folder, init } = await aProject();
    await write(folder, { 'notes/My Issue.txt': '# Sum\n\n- [ ] adds\n' });
    expect((await init('--issue', 'notes/My Issue.txt')).stdout.split('\n')[0]).toBe(
      'Wrote specs/my-issue.md with 1 acceptance criterion. Read it before you start a run.',
    );
    expect(await readFile(join(folder, 'specs/my-issue.md'), 'utf8')).toBe('# Sum\n\n- [ ] adds\n');
    const again = await init('--issue', 'specs/my-issue.md', '--force');
    expect(again.stdout.split('\n')[0]).toContain('Kept specs/my-issue.md with 1 acceptance criterion.');
  });

  test('replaces no spec of another text, and writes through no link', async () => {
    const { home, folder, init } = await aProject();
    await write(folder, { 'specs/a.md': 'mine', 'a.txt': 'new', 'b.txt': 'new' });
    expect(await init('--issue', 'a.txt', '--force')).toEqual({
      code: 70,
      stdout: '',
      stderr:
        'Cannot write the issue: specs/a.md already exists with another text. Move or remove it, or use it as it is: --issue specs/a.md.\n',
    });
    await symlink(join(home, 'elsewhere'), join(folder, 'specs/b.md'));
    expect((await init('--issue', 'b.txt')).code).toBe(70);
    expect((await readdir(home)).sort()).toEqual(['bin', 'printed', 'project']);
    expect((await readdir(folder)).sort()).toEqual(['a.txt', 'b.txt', 'specs']);
  });

  test('writes nothing with --print, or beside another config', async () => {
    const { folder, init } = await aProject();
    expect((await init('--issue', '42', '--print')).stdout).toContain('spec: specs/42-');
    expect(await readdir(folder)).toEqual([]);
    await write(folder, { 'dualgate.yaml': 'mine' });
    expect((await init('--issue', '42')).stderr).toContain('dualgate.yaml already exists');
    expect(await readdir(folder)).toEqual(['dualgate.yaml']);
  });

  test('gives the way out without gh, and ignores one in the workspace', async () => {
    const { folder } = await aProject();
    await write(folder, { 'bin/gh': '#!/bin/sh\ntouch owned\n' });
    await chmod(join(folder, 'bin/gh'), 0o755);
    const { code, stderr } = await runLine(['init', '--issue', '42'], {
      cwd: folder,
      env: { PATH: `bin:${join(folder, 'bin')}` },
    });
    expect({ code, stderr }).toEqual({
      code: 70,
      stderr:
        'Cannot read issue 42: the program gh (GitHub CLI) is not on the PATH. Install it. Or save the issue in a file, and name that: --issue FILE.\n',
    });
    expect(await readdir(folder)).toEqual(['bin']);
  });

  test.each([
    ['gh fails', '', 1, 'could not find that issue', 'gh failed (could not find that issue). Check gh auth status.'],
    ['gh prints no JSON', 'oops', 0, '', 'gh printed no issue. Update it.'],
    ['gh prints another thing', { title: 5 }, 0, '', 'gh printed no issue. Update it.'],
  ])('says so when %s', async (_what, printed, exit, complaint, says) => {
    const { folder, init } = await aProject(printed, exit, complaint);
    const { code, stderr } = await init('--issue', '42');
    expect({ code, stderr }).toEqual({
      code: 70,
      stderr: `Cannot read issue 42: ${says} Or save the issue in a file, and name that: --issue FILE.\n`,
    });
    expect(await readdir(folder)).toEqual([]);
  });
});
