import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freezeFiles, findWritten, stampFrozen } from '../../../src/evidence/integrity/freeze.ts';
import { forgetOwnFiles } from '../../../src/runners/replays/watch-replays.ts';
import { makeProject as makeIn, runIn } from '../project.ts';
import { modulesWith, whySkipped } from '../runner-modules.ts';

const makeProject = (files: Readonly<Record<string, string>>): Promise<string> =>
  makeIn(files, 'project', modulesWith('vitest') ?? undefined);
const statesOf = async (workspace: string, ...words: readonly string[]) => {
  const { report_complete, tests } = await runIn(
    workspace,
    { command: ['node_modules/.bin/vitest', 'run', ...words], runner: 'vitest' },
    { env: { CI: '' } },
  );
  return [report_complete, ...tests.map(({ state }) => state)];
};

const typed = (type: string): Promise<string> =>
  makeProject({
    'package.json': '{"type":"module"}',
    'tsconfig.json':
      '{"compilerOptions":{"strict":true,"module":"nodenext","target":"es2022","skipLibCheck":true,"types":[],"noEmit":true},"include":["src","test"]}',
    'src/sum.ts': `export const sum = (one: ${type}): ${type} => one;\n`,
    'test/sum.test-d.ts': `import { expectTypeOf, test } from 'vitest';\nimport { sum } from '../src/sum.js';\ntest('is a number', () => { expectTypeOf(sum).returns.toEqualTypeOf<number>(); });\n`,
  });
const TYPECHECK = ['--typecheck', '--typecheck.only'];

describe('what vitest keeps from one run to the next', { timeout: 120_000 }, () => {
  test('in its own package is not frozen, and everything beside it is', async () => {
    const workspace = await typed('number');
    const vitest = await realpath(join(workspace, 'node_modules/vitest'));
    const folder = join(workspace, 'copy/node_modules/vitest');
    await mkdir(join(folder, 'dist'), { recursive: true });
    await writeFile(join(folder, 'package.json'), await readFile(join(vitest, 'package.json')));
    const paths = [`${folder}/**`];
    const look = async () =>
      [
        await freezeFiles(workspace, paths),
        await stampFrozen(workspace, await freezeFiles(workspace, paths), () => false),
      ] as const;
    const [frozen, stamps] = await look();
    const own = join(folder, 'dist/tsconfig.tmp.tsbuildinfo');
    await writeFile(own, '{}');
    const [same, without] = await look();
    expect([same, findWritten(stamps, without)]).toEqual([frozen, []]);
    expect((await forgetOwnFiles(join(workspace, 'copy'), workspace)).problems).toEqual([]);
    expect(await readdir(join(folder, 'dist'))).toEqual([]);
    await writeFile(join(folder, 'dist/tsconfig.tmp.tsbuildinfo.js'), '');
    const [changed, written] = await look();
    expect([changed === frozen, Object.keys(changed), findWritten(stamps, written)]).toEqual([
      false,
      Object.keys(frozen),
      Object.keys(frozen),
    ]);
    expect(changed).not.toEqual(frozen);
    // Something that cannot be removed is said: no run may read it.
    await mkdir(own);
    await writeFile(join(own, 'file'), '');
    expect((await forgetOwnFiles(join(workspace, 'copy'), workspace)).problems).toEqual([
      `${own} is a cache of an earlier test run and cannot be removed: remove it`,
    ]);
  });

  test('hides no error of types that it is made to forget', async () => {
    const [honest, wrong] = [await typed('number'), await typed('string')];
    expect(await statesOf(honest, ...TYPECHECK)).toEqual([true, 'passed']);
    const before = await freezeFiles(wrong, ['node_modules/vitest/**']);
    expect(await statesOf(wrong, ...TYPECHECK)).toEqual([true, 'failed']);
    expect(await freezeFiles(wrong, ['node_modules/vitest/**'])).toEqual(before);
    const cache = join(await realpath(join(wrong, 'node_modules/vitest')), 'dist/tsconfig.tmp.tsbuildinfo');
    const { semanticDiagnosticsPerFile: _errors, ...rest } = JSON.parse(await readFile(cache, 'utf8')) as Record<
      string,
      unknown
    >;
    await writeFile(cache, JSON.stringify(rest));
    expect(await statesOf(wrong, ...TYPECHECK)).toEqual([true, 'failed']);
    await rm(cache, { force: true });
  });

  test('is no other test than the one in the file, though a config switches the cache on', async () => {
    const workspace = await makeProject({
      'vitest.config.mjs': `export default { test: { experimental: { fsModuleCache: true, fsModuleCachePath: './kept' } } };`,
      'a.test.mjs': `import { expect, test } from 'vitest';\ntest('adds', () => expect(1).toBe(2));\n`,
    });
    // An agent runs the suite by itself, and edits what that kept.
    await runIn(workspace, { command: ['node_modules/.bin/vitest', 'run'], runner: 'text' });
    const kept = join(workspace, 'kept');
    let forged = 0;
    for (const name of await readdir(kept, { recursive: true })) {
      const text = await readFile(join(kept, name), 'utf8').catch(() => '');
      if (!text.includes('toBe(2)')) continue;
      await writeFile(join(kept, name), text.replaceAll('toBe(2)', 'toBe(1)'));
      forged += 1;
    }
    expect(forged).toBeGreaterThan(0);
    expect(await statesOf(workspace)).toEqual([true, 'failed']);
  });

  test.skipIf(modulesWith('playwright') === null)(
    `of Playwright neither, whatever lies in the temporary folder${whySkipped('playwright')}`,
    async () => {
      const workspace = await makeIn(
        { 'a.spec.ts': `import { expect, test } from '@playwright/test';\ntest('adds', () => expect(1).toBe(2));\n` },
        'project',
        modulesWith('playwright') ?? undefined,
      );
      const command = ['node_modules/.bin/playwright', 'test'];
      const folder = join(workspace, '../compiled');
      // An agent runs the suite by itself, and edits what that compiled.
      const runAlone = () =>
        spawnSync(command[0] ?? '', command.slice(1), {
          cwd: workspace,
          env: { ...process.env, PLAYWRIGHT_TRANSFORM_CACHE_DIR: folder, PWTEST_CACHE_DIR: folder },
        }).status;
      expect(runAlone()).toBe(1);
      for (const name of await readdir(folder, { recursive: true })) {
        const text = await readFile(join(folder, name), 'utf8').catch(() => '');
        if (!name.endsWith('.js') || !text.includes('toBe(2)')) continue;
        const [, ...lines] = text.replaceAll('toBe(2)', 'toBe(1)').split('\n');
        const code = lines.join('\n');
        await writeFile(join(folder, name), `// ${createHash('sha1').update(code).digest('hex')}\n${code}`);
      }
      expect(runAlone()).toBe(0);
      const run = await runIn(
        workspace,
        { command, runner: 'playwright' },
        { env: { PLAYWRIGHT_TRANSFORM_CACHE_DIR: folder, PWTEST_CACHE_DIR: folder } },
      );
      expect([run.report_complete, ...run.tests.map(({ state }) => state)]).toEqual([true, 'failed']);
    },
  );
});
