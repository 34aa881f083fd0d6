/**
 * Cost of opening a checkout beside what it replaced: one file after another, and `git worktree add` with all of git's
 * filters. Read them as ratios of one run. `npx vitest bench --run test/bench/checkout`; `DUALGATE_FILES` says how many
 * files (5,000).
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync, constants } from 'node:fs';
import { copyFile, mkdir, readlink, stat, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, bench, describe } from 'vitest';
import { openCheckout } from '../../src/project/checkout/open-checkout.ts';
import { takeFingerprint } from '../../src/project/sources/fingerprint.ts';
import { listCommit } from '../../src/prove/run-commits.ts';
import { readBlobs, openRepository } from '../../src/commits/repository.ts';

const FILES = Number(process.env['DUALGATE_FILES'] ?? 5_000);
const OPTIONS = { iterations: 5, time: 0, warmupIterations: 1, warmupTime: 0 };
const home = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
const folder = join(home, 'project');
const git = (...words: readonly string[]) =>
  execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...words], { cwd: folder });

for (let each = 0; each < FILES; each += 1) {
  const place = join(folder, `part-${Math.floor(each / 1000)}`, `folder-${Math.floor(each / 50) % 20}`);
  if (each % 50 === 0) mkdirSync(place, { recursive: true });
  writeFileSync(join(place, `file-${each}.js`), `export const n${each} = ${each};\n`.repeat(1 + (each % 60)));
}
git('init', '--quiet');
git('add', '--all');
git('commit', '--quiet', '--no-verify', '--message', 'start');
const { files } = await takeFingerprint(folder, { writes: [] });
const names = [...files.keys()];
const head = git('rev-parse', 'HEAD').toString().trim();
const repository = await openRepository(folder);
const commit = {
  files: await listCommit(folder, head),
  read: (objects: readonly string[]) => readBlobs(repository, objects),
};
const from = { root: folder, workspace: folder };

/** As copies were made before. */
const copyInTurn = async (to: string): Promise<void> => {
  for (const name of names) {
    const [source, target] = [join(folder, name), join(to, name)];
    await mkdir(dirname(target), { recursive: true });
    await readlink(source).catch(() => null);
    await copyFile(source, target, constants.COPYFILE_FICLONE);
    const { atime, mtime } = await stat(source);
    await utimes(target, atime, mtime);
  }
};

describe(`a checkout of ${FILES} files`, () => {
  afterAll(() => rmSync(home, { recursive: true, force: true }));

  bench(
    'one file after another, without git',
    async () => {
      const to = mkdtempSync(join(home, 'copy-'));
      await copyInTurn(to);
      rmSync(to, { recursive: true });
    },
    OPTIONS,
  );
  bench(
    'openCheckout of the workspace, with git',
    async () => {
      const copy = await openCheckout({ from: { ...from, files: names }, at: 'mutants', dependencies: 'lend' });
      await copy.remove();
    },
    OPTIONS,
  );
  bench(
    'git worktree add',
    () => {
      git('worktree', 'add', '--quiet', '--detach', join(home, 'beside'));
      git('worktree', 'remove', '--force', join(home, 'beside'));
    },
    OPTIONS,
  );
  bench(
    'openCheckout of the commit',
    async () => {
      const checkout = await openCheckout({ from: { ...from, commit }, at: 'prove', dependencies: 'lend' });
      await checkout.remove();
    },
    OPTIONS,
  );
});
