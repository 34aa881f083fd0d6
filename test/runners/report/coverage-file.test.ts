import { existsSync } from 'node:fs';
import { mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { withCoverage } from '../../../src/runners/run-suites.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';
import { aTestRun, passed } from '../a-test-run.ts';

const RUN = aTestRun([passed('a')]);
const LCOV = 'SF:a.js\nDA:1,1\nend_of_record\n';
const measureIn = async (folder: string, files: Readonly<Record<string, string>>) =>
  withCoverage(folder, 'out/lcov.info', async () => {
    await write(folder, files);
    return RUN;
  });

describe('the coverage of a test run', () => {
  test('is what this very run wrote', async () => {
    expect(await measureIn(await aFolder(), { 'out/lcov.info': LCOV })).toEqual({
      ...RUN,
      coverage: { covered: 1, total: 1 },
    });
  });

  test('is not what lay there before', async () => {
    const folder = await aFolder();
    await write(folder, { 'out/lcov.info': LCOV });
    expect(await measureIn(folder, {})).toEqual(RUN);
    expect(existsSync(join(folder, 'out/lcov.info'))).toBe(false);
  });

  test('is not what a runner reported by itself, if a required file is not written', async () => {
    const folder = await aFolder();
    const reported = { ...RUN, coverage: { covered: 9, total: 9 } };
    expect(await withCoverage(folder, 'out/lcov.info', () => Promise.resolve(reported))).toEqual(RUN);
    expect(await withCoverage(folder, null, () => Promise.resolve(reported))).toEqual(reported);
  });

  test.each([
    ['a link in its place', 'out/lcov.info'],
    ['a folder on the way that is a link', 'out'],
  ])('is not what is behind %s, and nothing is removed there', async (_what, link) => {
    const [folder, elsewhere] = [await aFolder(), await aFolder()];
    await write(elsewhere, { 'lcov.info': LCOV });
    await mkdir(join(folder, 'out'), { recursive: true });
    if (link === 'out') await rm(join(folder, 'out'), { recursive: true });
    await symlink(link === 'out' ? elsewhere : join(elsewhere, 'lcov.info'), join(folder, link));
    expect(await measureIn(folder, {})).toEqual(RUN);
    expect(existsSync(join(elsewhere, 'lcov.info'))).toBe(true);
  });
});
