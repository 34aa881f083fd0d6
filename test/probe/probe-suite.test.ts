import { describe, expect, test } from 'vitest';
import { hasGit } from '../evidence/a-repository.ts';
import { isHeld, probe } from './a-probed-project.ts';
import { HOLLOW, SOUND } from './suites-that-cannot-fail.ts';

describe.skipIf(!hasGit)('the probe (needs git)', () => {
  test.each(HOLLOW)('$language: $name is noticed by nobody, and held', async (project) => {
    const report = await probe(project);
    expect(report.faults.filter(({ end }) => end === 'noticed')).toEqual([]);
    expect(isHeld(report), JSON.stringify(report)).toBe(true);
  });

  test.each(SOUND)('$language: $name notices', async (project) => {
    const report = await probe(project);
    expect(report).toMatchObject({ nothing_shown: null });
    expect(report.faults_noticed, JSON.stringify(report)).toBeGreaterThanOrEqual(1);
  });
});
