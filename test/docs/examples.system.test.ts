/**
 * Runs every program that the papers show. A ```js fence under `<!-- run: NAME -->` is run with node against the built package,
 * under its own name; what it prints is the ```text fence that follows it. One under `<!-- run in a project -->` has a config
 * and a scripted agent where it works, one under `<!-- run with a transcript -->` what an agent printed on its stdin.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layOutTinyProject, TRANSCRIPT } from './a-tiny-project.ts';
import { fencesOf, isThere, readPages, ROOT } from './pages.ts';
import { pickSome, SEED } from '../pick-some.ts';
import { EXAMPLES as PROGRAMS } from './render-examples.ts';

if (!isThere('dist/gates.js') || !isThere('dist/machines.js')) {
  throw new Error('Cannot run the examples of the papers: dist is not built. Run npm run build:js first.');
}

const EXAMPLES = readPages().flatMap((page) => {
  const fences = fencesOf(page);
  return fences.flatMap((fence, at) => {
    if (fence.language !== 'js' || !fence.mark.startsWith('run')) return [];
    const shown = fences[at + 1];
    const [mark = ''] = fence.mark.split(': ');
    return [{ where: `${page.path}:${fence.line}`, source: fence.source, mark, shown }];
  });
});

describe(`the programs of the papers (${SEED})`, () => {
  // Inside the package, so that its own name leads to what it exports.
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(ROOT, 'dist', 'examples-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('are there, and how each is run', () => {
    expect(EXAMPLES.map(({ where, mark }) => [where.split(':')[0], mark])).toEqual(
      PROGRAMS.map(([page, mark]) => [page, mark.split(': ')[0]]),
    );
  });

  test('leave out what is a test suite, what needs an active run, and the scripts that other tests run', () => {
    const programs = readPages().flatMap((page) =>
      fencesOf(page)
        .filter(({ language, mark }) => /^[jt]sx?$/.test(language) && !mark.startsWith('run'))
        .map(() => page.path),
    );
    // Those of embed.md and hosts.md: test/agents/hosts, and test/end-to-end/packed.full.test.ts; that of measures.md: test/end-to-end/measures.full.test.ts.
    expect([...new Set(programs)]).toEqual([
      'docs/how-to/embed.md',
      'docs/how-to/hidden-suite.md',
      'docs/how-to/hosts.md',
      'docs/how-to/measures.md',
    ]);
  });

  test.each(pickSome(EXAMPLES, ({ where }) => where, 3))(
    '$where prints what the page says',
    async ({ where, source, mark, shown }) => {
      const file = join(folder, `${where.replaceAll(/\W/g, '-')}.mjs`);
      await writeFile(file, source);
      const home = await mkdtemp(join(tmpdir(), 'dualgate-'));
      try {
        if (mark === 'run in a project') await layOutTinyProject(home);
        const { stdout, stderr } = await execa(process.execPath, [file], {
          cwd: home,
          env: { XDG_STATE_HOME: join(home, 'state') },
          ...(mark === 'run with a transcript' ? { input: TRANSCRIPT } : { stdin: 'ignore' }),
        });
        expect({ stdout, stderr }).toEqual({ stdout: shown?.source, stderr: '' });
        expect(shown?.language).toBe('text');
      } finally {
        await rm(home, { recursive: true, force: true });
      }
    },
  );

  test.each([
    ['docs/how-to/embed.md', 20],
    ['docs/how-to/inspector.md', 20],
  ] as const)('the one of %s is at most %i lines', (path, most) => {
    const example = EXAMPLES.find(({ where }) => where.startsWith(`${path}:`));
    const lines = example?.source.split('\n').filter((line) => line.trim() !== '') ?? [];
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(most);
  });
});
