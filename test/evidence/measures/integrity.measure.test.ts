import { textsOf } from '../findings/a-finding.ts';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freezeFiles } from '../../../src/evidence/integrity/freeze.ts';
import { findTampering } from '../../../src/evidence/measures/integrity.measure.ts';
import { aFolder } from '../a-repository.ts';
import { aTestRun, passed } from '../../runners/a-test-run.ts';

const frozenWorkspace = async () => {
  const folder = await aFolder();
  await writeFile(join(folder, 't.js'), 'a test');
  await writeFile(join(folder, 'spec.md'), 'criteria');
  return { folder, frozen: await freezeFiles(folder, ['t.js', 'spec.md']) };
};

const LOST = {
  code: 'tampering.lost_test',
  values: { test: 't.js > b' },
  text: 'The test "t.js > b" is missing: restore it under the same name.',
};

describe('what was tampered with', () => {
  test('is nothing when all is as it was', async () => {
    const { folder, frozen } = await frozenWorkspace();
    expect(await findTampering(folder, { frozen, tests: ['t.js > a'] }, aTestRun([passed('a'), passed('b')]))).toEqual({
      findings: [],
      reformatted: [],
      gone: [],
      unloaded: [],
    });
  });

  test('names a frozen file that was changed or removed, and the way out', async () => {
    const { folder, frozen } = await frozenWorkspace();
    await writeFile(join(folder, 't.js'), 'a weaker test');
    await rm(join(folder, 'spec.md'));
    expect(textsOf((await findTampering(folder, { frozen, tests: [] }, aTestRun([]))).findings)).toEqual([
      'spec.md was removed after it was frozen: restore it.',
      't.js was changed after it was frozen: restore it.',
    ]);
  });

  test('names a test that is gone, by the same name', async () => {
    const run = aTestRun([passed('a')]);
    expect(await findTampering('.', { frozen: {}, tests: ['t.js > a', 't.js > b'] }, run)).toEqual({
      findings: [LOST],
      reformatted: [],
      gone: ['t.js > b'],
      unloaded: [],
    });
  });

  test('names a test that its runner renamed, with both names', async () => {
    const run = aTestRun([passed('sum.js:3 > adds'), passed('sum.js:4 > new')]);
    const tests = ['t.js > sum.js:2 > adds'];
    expect(textsOf((await findTampering('.', { frozen: {}, tests }, run)).findings)).toEqual([
      'The test "t.js > sum.js:2 > adds" is missing, and "t.js > sum.js:3 > adds" is new: only digits differ, so the runner renames tests by a line, a number or a time. If you renamed it, restore the name. If the runner did, write new tests behind the earlier ones, or report BLOCKED: an operator can make the runner leave this out of names.',
    ]);
  });

  test('misses no parent that failed before, when its subtests stand for it now', async () => {
    const tests = ['t.js > a', 't.js > b'];
    const { gone } = await findTampering('.', { frozen: {}, tests }, aTestRun([passed('a > first > part')]));
    expect(gone).toEqual(['t.js > b']);
  });

  test('misses a test that passed before the run when only subtests have its name now', async () => {
    const state = { frozen: {}, tests: ['t.js > a', 't.js > b'], baseline: { passing: ['t.js > a'] } };
    const { gone } = await findTampering('.', state, aTestRun([passed('a > part'), passed('b > part')]));
    expect(gone).toEqual(['t.js > a']);
  });

  test('misses no test of a file that was renamed, and names one that went with the rename as it was', async () => {
    const { folder, frozen } = await frozenWorkspace();
    await rename(join(folder, 't.js'), join(folder, 'u.js'));
    const run = aTestRun([{ ...passed('a'), file: 'u.js' }]);
    expect(await findTampering(folder, { frozen, tests: ['t.js > a', 't.js > b'] }, run)).toEqual({
      findings: [LOST],
      reformatted: [],
      gone: ['t.js > b'],
      unloaded: [],
    });
  });

  test('counts tests that did not run as a file does not load, and names one that is gone from a file that ran', async () => {
    const run = aTestRun([passed('a')], { load_failures: [{ file: 'v.js', message: 'no' }] });
    const found = await findTampering(
      '.',
      { frozen: {}, tests: ['t.js > a', 't.js > b', 'u.js > c', 'v.js > d'] },
      run,
    );
    expect(found.findings).toEqual([LOST]);
    expect(textsOf(found.unloaded)).toEqual(['2 earlier tests did not run, because a test file does not load.']);
  });

  test('counts tests without a file that an error outside of tests may have kept from running, as a failed class does', async () => {
    const run = aTestRun([{ ...passed('b'), file: '' }], { unhandled_errors: ['ATest: down'] });
    const tests = [' > ATest > a', ' > b', 't.js > c'];
    const found = await findTampering('.', { frozen: {}, tests }, run);
    expect([found.gone.length, textsOf(found.unloaded)]).toEqual([
      2,
      ['1 earlier test did not run, because of an error outside any test.'],
    ]);
    expect(textsOf(found.findings)).toEqual(['The test "t.js > c" is missing: restore it under the same name.']);
    // Nothing else holds it then.
    const { findings } = await findTampering('.', { frozen: {}, tests }, { ...run, unhandled_errors: [] });
    expect(findings.length).toBe(2);
  });

  test('names twenty and counts the rest', async () => {
    const tests = Array.from({ length: 23 }, (_each, i) => `t.js > ${i}`);
    const { findings } = await findTampering('.', { frozen: {}, tests }, aTestRun([]));
    expect([findings.length, findings.at(-1)?.text]).toEqual([21, 'And 3 more tests are missing.']);
  });

  test('does not miss tests in a report that is not complete: that holds by itself', async () => {
    const run = aTestRun([], { report_complete: false });
    expect(await findTampering('.', { frozen: {}, tests: ['t.js > a'] }, run)).toEqual({
      findings: [],
      reformatted: [],
      gone: [],
      unloaded: [],
    });
  });
});
