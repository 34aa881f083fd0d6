/**
 * Runs every program that the papers show. A ```js fence under `<!-- run -->` is run with node against the built package,
 * under its own name; what it prints is the ```text fence that follows it.
 *
 * @module
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fencesOf, isThere, readPages, ROOT } from './pages.ts';

if (!isThere('dist/gates.js') || !isThere('dist/machines.js')) {
  throw new Error('Cannot run the examples of the papers: dist is not built. Run npm run build:js first.');
}

const EXAMPLES = readPages().flatMap((page) => {
  const fences = fencesOf(page);
  return fences.flatMap((fence, at) => {
    if (fence.language !== 'js' || fence.mark !== 'run') return [];
    const shown = fences[at + 1];
    return [{ where: `${page.path}:${fence.line}`, source: fence.source, shown }];
  });
});

describe('the programs of the papers', () => {
  // Inside the package, so that its own name leads to what it exports.
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(join(ROOT, 'dist', 'examples-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('are there: the README and two of the how-tos each show one', () => {
    expect(EXAMPLES.map(({ where }) => where.split(':')[0])).toEqual([
      'README.md',
      'docs/how-to/embed.md',
      'docs/how-to/inspector.md',
    ]);
  });

  test.each(EXAMPLES)('$where prints what the page says', async ({ where, source, shown }) => {
    const file = join(folder, `${where.replaceAll(/\W/g, '-')}.mjs`);
    await writeFile(file, source);
    const { stdout, stderr } = await execa(process.execPath, [file], { cwd: folder, stdin: 'ignore' });
    expect({ stdout, stderr }).toEqual({ stdout: shown?.source, stderr: '' });
    expect(shown?.language).toBe('text');
  });

  test.each([
    ['README.md', 10],
    ['docs/how-to/embed.md', 20],
    ['docs/how-to/inspector.md', 20],
  ] as const)('the one of %s is at most %i lines', (path, most) => {
    const example = EXAMPLES.find(({ where }) => where.startsWith(`${path}:`));
    const lines = example?.source.split('\n').filter((line) => line.trim() !== '') ?? [];
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThanOrEqual(most);
  });
});
