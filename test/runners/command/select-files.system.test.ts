import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { RUNNER_NAMES, type RunnerName, RUNNERS } from '../../../src/runners/runners.ts';
import { canRun, whySkipped } from '../find-tool.ts';
import { makeProject, runIn } from '../project.ts';
import { modulesWith } from '../runner-modules.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(1, test);

const hasPytest = canRun('python3', '-m', 'pytest', '--version');
const hasGo = canRun('go', 'version');

const js = (imports: string, name: string) => `${imports}\ntest('${name}', () => {});\n`;
const ava = (name: string) => `require('ava')('${name}', (t) => t.pass());\n`;
const rspec = (name: string) => `require 'a'\nRSpec.describe('s') { it('${name}') {} }\n`;
const NODE = "import { test } from 'node:test';";
const VITEST = "import { test } from 'vitest';";
const go = (name: string) => `package p\n\nimport "testing"\n\nfunc Test${name}(t *testing.T) {}\n`;

interface Tried {
  readonly runner: RunnerName;
  readonly command: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly chosen: string;
  /** The tests that are run. */
  readonly tests: readonly string[];
  readonly isThere?: boolean;
}

const TRIED: readonly Tried[] = [
  {
    runner: 'node',
    command: ['node', '--test'],
    files: { 'test/new.test.mjs': js(NODE, 'new'), 'test/old.test.mjs': js(NODE, 'old') },
    chosen: 'test/new.test.mjs',
    tests: ['new'],
  },
  {
    runner: 'node',
    command: ['npm', 'test'],
    files: {
      'package.json': '{ "scripts": { "test": "node --test" } }',
      'a b/new.test.mjs': js(NODE, 'new'),
      'old.test.mjs': js(NODE, 'old'),
    },
    chosen: 'a b/new.test.mjs',
    tests: ['new'],
  },
  {
    runner: 'vitest',
    command: ['node_modules/.bin/vitest', 'run'],
    files: {
      'vitest.config.mjs': 'export default {};\n',
      'test/new.test.mjs': js(VITEST, 'new'),
      'test/old.test.mjs': js(VITEST, 'old'),
    },
    chosen: 'test/new.test.mjs',
    tests: ['new'],
  },
  {
    runner: 'jest',
    command: ['node_modules/.bin/jest'],
    files: {
      'package.json': '{ "jest": { "testMatch": ["**/*.test.cjs"] } }',
      'test/new.test.cjs': js('', 'new'),
      'test/old.test.cjs': js('', 'old'),
    },
    chosen: 'test/new.test.cjs',
    tests: ['new'],
    isThere: modulesWith('jest') !== null,
  },
  {
    runner: 'mocha',
    command: ['node_modules/.bin/mocha', 'test/*.cjs'],
    files: { 'test/new.cjs': "it('new', () => {});\n", 'test/old.cjs': "it('old', () => {});\n" },
    chosen: 'test/new.cjs',
    tests: ['new'],
    isThere: modulesWith('mocha') !== null,
  },
  {
    runner: 'ava',
    command: ['node_modules/.bin/ava', '--match', '*e*', 'test/**'],
    files: { 'package.json': '{}', 'test/new.js': ava('new'), 'test/one/old.js': ava('one') },
    chosen: 'test/new.js',
    tests: ['new'],
    isThere: modulesWith('ava') !== null,
  },
  {
    runner: 'pytest',
    command: ['python3', '-m', 'pytest', '-q', 'tests'],
    files: { 'tests/test_new.py': 'def test_new(): pass\n', 'tests/test_old.py': 'def test_old(): pass\n' },
    chosen: 'tests/test_new.py',
    tests: ['test_new'],
    isThere: hasPytest,
  },
  {
    runner: 'rspec',
    command: ['rspec', '-I', 'lib', 'spec'],
    files: { 'lib/a.rb': '', 'spec/new_spec.rb': rspec('new'), 'spec/old_spec.rb': rspec('old') },
    chosen: 'spec/new_spec.rb',
    tests: ['s > new'],
    isThere: canRun('rspec', '--version'),
  },
  {
    runner: 'go',
    command: ['go', 'test', './...'],
    files: { 'go.mod': 'module example.com/p\n\ngo 1.19\n', 'a/new_test.go': go('New'), 'b/old_test.go': go('Old') },
    chosen: 'a/new_test.go',
    tests: ['TestNew'],
    isThere: hasGo,
  },
];

describe('only some files are run, by the runner itself', () => {
  for (const { runner, command, files, chosen, tests, isThere = true } of TRIED)
    test.skipIf(!isThere)(`${command.join(' ')}${whySkipped(isThere, runner)}`, { timeout: 180_000 }, async () => {
      const workspace = await makeProject(files, 'project', modulesWith(runner) ?? undefined);
      const selected = RUNNERS[runner].select?.(command, [chosen], workspace) ?? null;
      if (selected === null) throw new Error('It cannot be told to.');
      const run = await runIn(workspace, { command: selected, runner }, { env: { GOWORK: 'off' } });
      expect([run.tests.map(({ name }) => name), run.problems, selected]).toEqual([tests, [], selected]);
    });
});

describe('a command that cannot be narrowed runs whole', () => {
  const ask = async (
    runner: RunnerName,
    command: readonly string[],
    scripts: Readonly<Record<string, string>> = {},
  ) => {
    const workspace = await makeProject({ 'package.json': JSON.stringify({ scripts }), 'test/a.test.js': '' });
    return RUNNERS[runner].select?.(command, ['test/a.test.js'], workspace) ?? null;
  };

  slow('since its script names files of its own', async () => {
    expect(await ask('mocha', ['npm', 'test'], { test: 'mocha test/a.test.js' })).toBeNull();
  });
  slow('since nobody knows what stands behind it', async () => {
    expect(await ask('vitest', ['npm', 'test'], { test: 'tsc && vitest run' })).toBeNull();
  });
  slow('since it names packages of its own (go)', async () => {
    expect(await ask('go', ['go', 'test', './a'])).toBeNull();
  });
  slow('since its runner has no way', () => {
    const without = RUNNER_NAMES.filter((name) => RUNNERS[name].select === undefined);
    expect(without).toEqual(['cargo', 'junit', 'tap', 'text']);
  });
});

test('what an option is given is no file that gives way', async () => {
  const workspace = await makeProject({ 'setup.mjs': '', 'vitest.config.ts': '', 'test/a.test.mjs': '' });
  const { select } = RUNNERS.node;
  expect(select?.(['node', '--import', './setup.mjs', '--test', 'test/a.test.mjs'], ['b.mjs'], workspace)).toEqual([
    'node',
    '--import',
    './setup.mjs',
    '--test',
    'b.mjs',
  ]);
  expect(
    RUNNERS.playwright.select?.(
      ['npx', 'playwright', 'test', '--config', 'vitest.config.ts'],
      ['a+b/c.spec.ts'],
      join(workspace),
    ),
  ).toEqual(['npx', 'playwright', 'test', '--config', 'vitest.config.ts', 'a\\+b/c\\.spec\\.ts']);
});

test('an option is what it is to that runner: with a value to one, without one to another', async () => {
  const workspace = await makeProject({ 'test/a.js': '' });
  const ask = (runner: RunnerName, words: string) => RUNNERS[runner].select?.(words.split(' '), ['b.js'], workspace);
  expect(ask('mocha', 'npx mocha -p test/a.js')).toEqual(['npx', 'mocha', '-p', 'b.js']);
  expect(ask('jest', 'npx jest -o test/a.js')).toEqual(['npx', 'jest', '-o', '--runTestsByPath', 'b.js']);
  expect(ask('pytest', 'pytest -p test/a.js')).toEqual(['pytest', '-p', 'test/a.js', 'b.js']);
  expect(ask('pytest', 'pytest --cov test')).toEqual(['pytest', '--cov', 'test', 'b.js']);
  expect(ask('mocha', 'npx mocha --file test/a.js')).toEqual(['npx', 'mocha', '--file', 'test/a.js', 'b.js']);
});
