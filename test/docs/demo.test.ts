import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { expect, test } from 'vitest';
import { canCheckDiagrams } from '../../src/evidence/documents/check-diagrams.ts';
import { fencesOf, isThere, readPage, ROOT } from './pages.ts';

if (!isThere('dist/cli.js')) {
  throw new Error('Cannot compare the transcript of the README: dist is not built. Run npm run build:js first.');
}

const hasTools =
  (await execa('git', ['--version']).then(
    () => true,
    () => false,
  )) && (await canCheckDiagrams());

/** Clock times, durations, the id of the run and the temporary folder differ from run to run. */
const normalise = (line: string): string =>
  line
    .replace(/^\d\d:\d\d:\d\d {2}/, '')
    .replaceAll(/\d+\.\d s\b/g, 'T s')
    .replaceAll(/\d{8}-\d{6}-[0-9a-f]{6}/g, 'RUN')
    .replaceAll(/(?:\S*\/)?dualgate-demo-\w+/g, 'FOLDER')
    .trimEnd();

test.skipIf(!hasTools)(
  'every line of the transcript in the README is printed by the demo, in that order (needs git and mermaid)',
  { timeout: 240_000 },
  async () => {
    const quoted = fencesOf(readPage('README.md')).find(({ mark }) => mark === 'demo');
    const wanted = (quoted?.source ?? '').split('\n').filter((line) => line.trim() !== '' && line.trim() !== '…');
    expect(wanted.length).toBeGreaterThan(20);

    const home = await mkdtemp(join(tmpdir(), 'dualgate-'));
    try {
      const { stdout, exitCode } = await execa(
        process.execPath,
        [join(ROOT, 'dist/cli.js'), 'demo', '--folder', join(home, 'dualgate-demo-1')],
        { cwd: home, env: { XDG_STATE_HOME: join(home, 'state'), NO_COLOR: '1' }, stdin: 'ignore', reject: false },
      );
      expect(exitCode).toBe(0);
      const printed = stdout.split('\n').map(normalise);
      let from = 0;
      for (const line of wanted.map(normalise)) {
        const at = printed.indexOf(line, from);
        expect(at, `the demo does not print after line ${from}: ${line}`).toBeGreaterThanOrEqual(from);
        from = at + 1;
      }
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  },
);
