import { expect, test } from 'vitest';
import { findTypo, askNearProgram } from '../../../src/runners/command/find-runner.ts';
import { aFolder, write } from '../../evidence/a-repository.ts';

const installed = async () => {
  const folder = await aFolder();
  await write(folder, { 'node_modules/.bin/check-all': '' });
  return folder;
};

test.each([
  [['npx', 'vitset', 'run'], 'vitset (did you mean vitest?)'],
  [['npx', 'chek-all'], 'chek-all (did you mean check-all?)'],
  // An option of npx, an installed program, a runner, a program unlike all others, a program without npx.
  [['npx', '--yes', 'vitset'], null],
  [['npx', 'check-all'], null],
  [['npx', 'vitest'], null],
  [['npx', 'something-else'], null],
  [['vitset'], null],
])('%j starts %j, which npx would fetch from a registry', async (command, typo) => {
  expect(findTypo(command, await installed())).toBe(typo);
});

test('a program that was not found is near a runner, a launcher or an installed program', async () => {
  const folder = await installed();
  expect(['pytset', 'yran', 'chek-all', 'gradle'].map((name) => askNearProgram(name, folder))).toEqual([
    ' (did you mean pytest?)',
    ' (did you mean yarn?)',
    ' (did you mean check-all?)',
    '',
  ]);
});
