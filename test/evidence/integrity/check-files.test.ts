import { chmod, mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findHeldByChecks, isLintFile } from '../../../src/evidence/integrity/check-files.ts';
import { reachTargets } from '../../../src/evidence/integrity/script-closure.ts';
import type { CheckCommand } from '../../../src/project/config/own-measure.ts';
import { findBroken, freezeFiles } from '../../../src/evidence/integrity/freeze.ts';
import { aRepository, hasGit, write } from '../a-repository.ts';

const SOURCES = {
  'src/a.ts': 'a\n',
  'package.json':
    '{"scripts":{"build":"sh tools/build.sh && tsc -p tsconfig.build.json","lint":"node tools/lint.mjs src"}}\n',
  'packages/b/package.json': '{"scripts":{"build":"tsc"}}\n',
  'tools/build.sh': 'node tools/bundle.mjs\n',
  'tools/bundle.mjs': 'bundle\n',
  'tools/lint.mjs': 'lint\n',
  'tsconfig.json': '{"extends":"./tools/strict.json"}\n',
  'tools/strict.json': '{}\n',
  'tsconfig.build.json': '{}\n',
  'src/.eslintrc.json': '{}\n',
  'pyproject.toml': '[project.scripts]\nx = "x"\n\n[tool.ruff]\nselect = ["ALL"]\n',
  Makefile: 'lint:\n\truff check .\nsyntax:\n\t@node --check src/a.ts\nbundle:\n\tnode tools/bundle.mjs\n',
};

const aCheck = (name: string, ...command: readonly string[]): CheckCommand => ({
  name,
  command,
  timeout_ms: 1_000,
});
const ALL = [
  aCheck('build', 'npm', 'run', 'build'),
  aCheck('types', 'npx', 'tsc', '--noEmit'),
  aCheck('lint', 'npm', 'run', 'lint'),
];

const breachesAfter = async (checks: readonly CheckCommand[], changed: Readonly<Record<string, string>>) => {
  const folder = await aRepository(SOURCES);
  await write(folder, { 'node_modules/typescript/bin/tsc': 'tsc\n', 'node_modules/typescript/lib/tsc.js': 'lib\n' });
  await mkdir(join(folder, 'node_modules/.bin'));
  await symlink('../typescript/bin/tsc', join(folder, 'node_modules/.bin/tsc'));
  await chmod(join(folder, 'node_modules/typescript/bin/tsc'), 0o755);
  const frozen = await freezeFiles(folder, await findHeldByChecks(folder, Object.keys(SOURCES), checks));
  await write(folder, changed);
  return (await findBroken(folder, frozen)).map(({ path, what }) => `${path} ${what}`);
};

describe.skipIf(!hasGit)('the files that a check depends on (needs git)', () => {
  test.each([
    [
      'its script',
      { 'package.json': '{"scripts":{"build":"true","lint":"node tools/lint.mjs src","lint:fix":"true"}}\n' },
      ['package.json#scripts.build changed'],
    ],
    ['nothing of another package', { 'packages/b/package.json': '{}\n' }, []],
    ['a shell script', { 'tools/build.sh': 'true\n' }, ['tools/build.sh changed']],
    ['a program that its script names', { 'tools/lint.mjs': '\n' }, ['tools/lint.mjs changed']],
    ['settings of the compiler', { 'tsconfig.json': '{}\n' }, ['tsconfig.json changed']],
    ['settings that others extend', { 'tools/strict.json': '{"strict":false}\n' }, ['tools/strict.json changed']],
    ['settings that a script names', { 'tsconfig.build.json': '{"files":[]}\n' }, ['tsconfig.build.json changed']],
    ['settings of a linter below', { 'src/.eslintrc.json': '{"root":true}\n' }, ['src/.eslintrc.json changed']],
    ['settings of a linter that appear', { 'eslint.config.js': '\n' }, ['eslint.config.js appeared']],
    [
      'settings of a linter among others',
      { 'pyproject.toml': '[tool.ruff]\nselect = []\n' },
      ['pyproject.toml#checks changed'],
    ],
    ['the installed program', { 'node_modules/typescript/lib/tsc.js': '\n' }, ['node_modules/typescript/** changed']],
  ])('are frozen: %s', async (_what, changed, breaches) => {
    expect(await breachesAfter(ALL, changed)).toEqual(breaches);
  });

  test('are no more than that: sources and dependencies may be edited', async () => {
    const changed = {
      'src/a.ts': 'other\n',
      'package.json': `${JSON.stringify({ ...(JSON.parse(SOURCES['package.json']) as object), dependencies: { a: '1' } })}\n`,
      'pyproject.toml': '[project.scripts]\ny = "y"\n\n[tool.ruff]\nselect = ["ALL"]\n',
    };
    expect(await breachesAfter(ALL, changed)).toEqual([]);
  });

  test('are the Makefile where make runs it, and nothing without a check', async () => {
    const changed = { Makefile: 'lint:\n\ttrue\n' };
    expect(await breachesAfter([aCheck('lint', 'make', 'lint')], changed)).toEqual(['Makefile changed']);
    expect(await breachesAfter([], changed)).toEqual([]);
  });

  test.each([
    ['of Node', ['node', '--check', 'src/a.ts']],
    ['of a linter', ['npx', 'eslint', 'src/a.ts', 'src/.eslintrc.json']],
    ['of a compiler', ['npx', 'tsc', '--noEmit', 'src/a.ts']],
    ['of a shell', ['sh', '-n', 'tools/build.sh']],
    ['of shell scripts', ['shellcheck', 'tools/build.sh']],
    ['behind another target', ['make', 'syntax']],
  ])('are not the sources that a check names: %s', async (_what, command) => {
    const changed = { 'src/a.ts': 'other\n', 'tools/build.sh': 'true\n', 'tools/bundle.mjs': '\n' };
    expect(await breachesAfter([aCheck('syntax', ...command)], changed)).toEqual([]);
  });

  test('are a script among the sources, with the words that it is given', async () => {
    const changed = { 'src/a.ts': 'other\n', 'tools/lint.mjs': '\n' };
    const broken = await breachesAfter(
      [aCheck('syntax', 'node', '--no-warnings', 'tools/lint.mjs', 'src/a.ts')],
      changed,
    );
    expect(broken).toEqual(['tools/lint.mjs changed']);
  });

  test('cannot be extended below, where lint is a check', async () => {
    const folder = await aRepository(SOURCES);
    const held = async (checks: readonly CheckCommand[]) =>
      freezeFiles(folder, await findHeldByChecks(folder, Object.keys(SOURCES), checks));
    expect(isLintFile('src/deep/ruff.toml', await held(ALL))).toBe(true);
    expect(isLintFile('src/deep/ruff.toml', await held([aCheck('build', 'make')]))).toBe(false);
    expect(isLintFile('src/a.ts', await held(ALL))).toBe(false);
  });
});

const RECIPE = [
  'NODE := node',
  '# run it after lint',
  '.PHONY: lint run',
  'lint: types',
  '\t$(NODE) tools/lint.mjs src',
  'types:',
  '\tnpx tsc',
  'run:',
  '\tnode src/app.mjs',
  '',
].join('\n');

const LINT = 'NODE := node\n types\n\t$(NODE) tools/lint.mjs src\n\n\tnpx tsc';

describe('the part of a recipe that a command reaches', () => {
  test('is the target that it names, with what that depends on', () => {
    expect(reachTargets(RECIPE, ['make', 'lint'])).toBe(LINT);
    expect(reachTargets(RECIPE, ['make', 'types'])).toBe('NODE := node\n\n\tnpx tsc');
  });

  test('is the first target where it names none', () => {
    expect(reachTargets(RECIPE, ['make'])).toBe(LINT);
  });

  test('has the targets that a line of it, or a variable, names', () => {
    expect(reachTargets('lint:\n\tmake run\nrun:\n\tnode app.mjs\n', ['make', 'lint'])).toContain('node app.mjs');
    expect(reachTargets('ALL := run\nlint: $(ALL)\nrun:\n\tnode app.mjs\n', ['make', 'lint'])).toContain(
      'node app.mjs',
    );
  });

  test.each([
    ['has patterns', '%.o: %.c\n\tcc\n'],
    ['includes others', 'include more.mk\n'],
    ['makes targets', '$(eval $(call each))\n'],
  ])('is the whole file where that %s', (_what, more) => {
    expect(reachTargets(`${RECIPE}${more}`, ['make', 'lint'])).toBe(`${RECIPE}${more}`);
  });
});
