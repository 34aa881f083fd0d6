/**
 * Cost of one fingerprint of the sources beside `git status`: read them as ratios of one run.
 * `npx vitest bench --run test/bench/fingerprint`; `DUALGATE_FILES` says how many files (10,000).
 *
 * Beside a fresh index git reads no file: it believes the times that it wrote down. Without them it has to hash what it
 * sees, as dualgate does at every look.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, bench, describe } from 'vitest';
import { takeFingerprint } from '../../src/project/sources/fingerprint.ts';

const FILES = Number(process.env['DUALGATE_FILES'] ?? 10_000);
const OPTIONS = { iterations: 7, time: 0, warmupIterations: 2, warmupTime: 0 };
const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
const git = (...words: readonly string[]) =>
  execFileSync('git', words, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 1e9 });

for (let each = 0; each < FILES; each += 1) {
  const place = join(folder, `part-${Math.floor(each / 1000)}`, `folder-${Math.floor(each / 50) % 20}`);
  if (each % 50 === 0) mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `file-${each}.js`), `export const n${each} = ${each};\n`.repeat(1 + (each % 60)));
}
git('init', '--quiet');
git('add', '--all');
git(
  '-c',
  'user.name=Ann',
  '-c',
  'user.email=ann@example.org',
  'commit',
  '--quiet',
  '--no-verify',
  '--message',
  'start',
);

describe(`a fingerprint of ${FILES} files`, () => {
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  bench('git status, which believes its index', () => void git('status', '--porcelain'), OPTIONS);
  bench('git status, which hashes every file', () => void git('status', '--porcelain'), {
    ...OPTIONS,
    setup: (task) => {
      task.opts.beforeEach = () => {
        const names = git('ls-files', '--stage', '-z');
        rmSync(join(folder, '.git/index'));
        execFileSync('git', ['update-index', '-z', '--index-info'], { cwd: folder, input: names });
      };
    },
  });
  bench(
    'takeFingerprint, which hashes every file',
    async () => void (await takeFingerprint(folder, { writes: [] })),
    OPTIONS,
  );
});
