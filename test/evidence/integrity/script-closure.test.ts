import { describe, expect, test } from 'vitest';
import { findScriptParts } from '../../../src/evidence/integrity/script-closure.ts';
import { aFolder, write } from '../a-repository.ts';

const partsOf = async (
  scripts: Readonly<Record<string, string>>,
  command: readonly string[] = ['npm', 'test'],
  files: Readonly<Record<string, string>> = {},
) => {
  const folder = await aFolder();
  const all = { 'package.json': JSON.stringify({ scripts }), 'a/package.json': '{}', ...files };
  await write(folder, all);
  return (await findScriptParts(folder, Object.keys(all), command)).map((path) => path.replace('package.json#', ''));
};
const ALL = ['scripts', 'a/scripts'];

describe('the scripts that a test command reaches', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[], readonly string[]]>([
    ['by npm test', { test: 'jest', lint: 'x' }, ['npm', 'test'], ['test', 'pretest', 'posttest', 'jest']],
    ['by npm t', { test: 'jest' }, ['npm', 't'], ['test', 'pretest', 'posttest', 'jest']],
    ['by node --run', { unit: 'jest' }, ['node', '--run', 'unit'], ['unit', 'preunit', 'postunit', 'jest']],
    [
      'by another script',
      { test: 'npm run u:1', 'u:1': 'jest', lint: 'x' },
      ['pnpm', 'test'],
      ['test', 'pretest', 'posttest', 'npm', 'run', 'u:1', 'preu:1', 'postu:1', 'jest'],
    ],
  ])('are found %s, existing or not, and no other', async (_how, scripts, command, names) => {
    expect(await partsOf(scripts, command)).toEqual(names.map((name) => `scripts.${name}`));
  });

  test('are found in a program that runs scripts, and not by its other words', async () => {
    const scripts = { test: 'node tools/t.mjs', one: 'x', two: 'y' };
    const run = (text: string) => partsOf(scripts, ['npm', 'test'], { 'tools/t.mjs': text });
    expect(await run("execSync('npm run one');")).toContain('scripts.one');
    expect(await run("const one = 'two';")).not.toContain('scripts.one');
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ['a pattern names them', { test: 'run-s unit:*', 'unit:a': 'x' }],
    ['they are in other packages', { test: 'npm test --workspaces' }],
    ['they are in another folder', { test: 'cd a && npm test' }],
    ['a program runs those of all packages', { test: 'turbo run test' }],
    ['a variable names them', { test: 'npm run $NAME' }],
    ['a name is unusual', { test: 'npm run a/b', 'a/b': 'x' }],
    ['none is found', { unit: 'jest' }],
  ])('are all of all packages when %s', async (_why, scripts) => {
    expect(await partsOf(scripts)).toEqual(ALL);
  });
});
