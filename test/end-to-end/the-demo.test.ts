import { cp, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { canCheckDiagrams } from '../../src/evidence/documents/check-diagrams.ts';
import { readPage } from '../docs/pages.ts';
import { hasGit } from './a-home.ts';
import { write } from './a-project.ts';
import { type Ended, environmentOf, PROGRAM, runProgram } from './run-program.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(2, test);

const canRun = hasGit && (await canCheckDiagrams());

/** Clock times, durations, the id of the run and the temporary folder differ from run to run. */
const normalise = (line: string): string =>
  line
    .replace(/^\d\d:\d\d:\d\d {2}/, '')
    .replaceAll(/\d+\.\d s\b/g, 'T s')
    .replaceAll(/\d{8}-\d{6}-[0-9a-f]{6}/g, 'RUN')
    .replaceAll(/(?:\S*\/)?dualgate-demo-\w+/g, 'FOLDER')
    .trimEnd();

/** The terminal's lines of docs/demo.svg, a long one cut with `…`; its comments are not printed. */
const linesOfPicture = (): readonly string[] =>
  [...readPage('docs/demo.svg').text.matchAll(/<text class="out[^>]*>([^<]*)<\/text>/g)].map(([, line = '']) =>
    line.replaceAll('&gt;', '>').replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
  );

describe.skipIf(!canRun)('the demo (needs git and mermaid)', () => {
  let home = '';
  let demo: Ended = { exitCode: null, stdout: '', stderr: '' };
  const folder = (): string => join(home, 'dualgate-demo-1');
  beforeAll(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'dualgate-')));
    await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
    demo = await runProgram({ home, workspace: home, agent: home }, 'demo', '--folder', folder());
  }, 240_000);
  afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));

  test('prints every line of docs/demo.svg, in that order', () => {
    const wanted = linesOfPicture();
    expect(wanted.length).toBeGreaterThan(12);
    expect(demo).toMatchObject({ exitCode: 0, stderr: '' });
    const printed = demo.stdout.split('\n').map(normalise);
    let from = 0;
    for (const line of wanted.map(normalise)) {
      const isIt = (each: string) => (line.endsWith('…') ? each.startsWith(line.slice(0, -1)) : each === line);
      const at = printed.findIndex((each, i) => i >= from && isIt(each));
      expect(at, `the demo does not print after line ${from}: ${line}`).toBeGreaterThanOrEqual(from);
      from = at + 1;
    }
  });

  slow(
    'is proven in a fresh clone from its commits alone, and fails when one was changed by hand',
    async () => {
      const clone = join(home, 'clone');
      const git = (...args: readonly string[]) =>
        execa('git', args, { cwd: clone, env: { PATH: process.env['PATH'] ?? '', HOME: home }, extendEnv: false });
      await execa('git', ['clone', '--quiet', '--no-local', '--branch', 'dualgate/slugify', folder(), clone]);

      const proven = await runProgram({ home, workspace: clone, agent: home }, 'prove', '--json');
      const { holds, claims } = JSON.parse(proven.stdout);
      expect({ exitCode: proven.exitCode, holds }, proven.stdout).toEqual({ exitCode: 0, holds: true });
      expect(claims.map(({ id }: { readonly id: string }) => id)).toEqual(
        expect.arrayContaining([
          'commits',
          'RED tests',
          'GREEN freeze',
          'DOCUMENT documents',
          'sources',
          'mutation_check',
          'reached',
          'needed',
        ]),
      );
      expect((await git('status', '--porcelain')).stdout).toBe('');

      await write(clone, { 'README.md': 'Proven!\n' });
      await git('add', '--all');
      await git('commit', '--quiet', '--amend', '--no-edit');
      const changed = await runProgram({ home, workspace: clone, agent: home }, 'prove');
      expect(changed).toMatchObject({ exitCode: 1, stdout: expect.stringMatching(/^Not proven\.$/m) });
      expect(changed.stdout).toMatch(/DOCUMENT \([0-9a-f]{12}\) does not contain the measured sources/);
    },
    240_000,
  );
});

describe.skipIf(!hasGit)('the demo of a package without Mermaid (needs git)', () => {
  test('completes without DOCUMENT, and says why', async () => {
    const home = await realpath(await mkdtemp(join(tmpdir(), 'dualgate-')));
    try {
      // Nothing is installed above this folder.
      await cp(dirname(PROGRAM), join(home, 'dist'), { recursive: true });
      const { exitCode, stdout, stderr } = await execa(
        process.execPath,
        [join(home, 'dist/cli.cjs'), 'demo', '--folder', join(home, 'demo')],
        { cwd: home, env: environmentOf(home), extendEnv: false, reject: false },
      );
      expect({ exitCode, stderr }, stdout).toEqual({
        exitCode: 0,
        stderr: 'The demo leaves DOCUMENT out: Mermaid, which checks its diagrams, is not installed.',
      });
      expect(stdout).toMatch(/REFACTOR 1 {2}exited/);
      expect(stdout).not.toMatch(/DOCUMENT/);
    } finally {
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  });
});
