import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { parseDocument } from 'yaml';
import { canRun, whySkipped } from '../runners/find-tool.ts';
import { modulesWith, whySkipped as whyNoRunner } from '../runners/runner-modules.ts';
import { hasGit, test } from './a-home.ts';
import { commitAll, type Files, type Project } from './a-project.ts';
import { pathOf, recordsOf } from './read-project.ts';
import { layOut, nameAgent } from './from-init.ts';
import { runProgram } from './run-program.ts';
import { pickSome, SEED } from '../pick-some.ts';

interface Repository {
  readonly title: string;
  /** Why it is skipped, for its title; '' where it is not. */
  readonly skipped: string;
  readonly files: Files;
  /** Files that an honest agent writes in RED. */
  readonly red: Files;
  /** Folder of node_modules, which the repository links to. */
  readonly modules?: string | null;
  /** Makes what no file can hold. */
  readonly prepare?: (project: Project) => Promise<unknown>;
  /** Arguments of init. */
  readonly init?: readonly string[];
  /** Proposals of dualgate before the first run. */
  readonly before?: readonly string[];
  /** Proposals of init. */
  readonly tests: Readonly<Record<string, unknown>>;
}

const OUR_MODULES = resolve(import.meta.dirname, '../../node_modules');
const aPackage = (scripts: Readonly<Record<string, string>>, more: object = {}): Files => ({
  'package.json': JSON.stringify({ private: true, scripts, ...more }),
});
const STUB = { 'lib/shout.js': 'exports.shout = () => undefined;\n' };
const aTest = (prelude: string, lib = '../lib/shout.js'): string => `${prelude}
const { equal } = require('node:assert/strict');
const { shout } = require('${lib}');
test('AC-1: a word is shouted in capitals', () => equal(shout('no')?.slice(0, 2), 'NO'));
test('AC-2: a shout ends with one exclamation mark', () => equal(shout('no!')?.slice(2), '!'));
`;
const LINT = { 'tools/lint.js': "console.log('no problems');\n" };

const NODE: readonly Repository[] = [
  {
    title: 'node:test behind a compiler and a linter: the tests alone',
    skipped: '',
    modules: OUR_MODULES,
    files: {
      ...aPackage({ lint: 'node tools/lint.js', test: 'npm run lint && tsc -p . --noEmit && node --test' }),
      ...LINT,
      'tsconfig.json': '{ "compilerOptions": { "types": [], "strict": true }, "files": ["lib/types.ts"] }\n',
      'lib/types.ts': 'export type Word = string;\n',
    },
    red: { ...STUB, 'test/shout.test.js': aTest("const { test } = require('node:test');") },
    tests: { command: ['node', '--test'], runner: 'node' },
  },
  {
    title: 'node:test inside c8: without the wrapper',
    skipped: '',
    files: aPackage({ test: 'c8 --reporter=lcov node --test' }),
    red: { ...STUB, 'test/shout.test.js': aTest("const { test } = require('node:test');") },
    tests: { command: ['node', '--test'], runner: 'node' },
  },
  {
    title: 'a package of a monorepo with vitest: the tests run in its folder',
    skipped: '',
    modules: OUR_MODULES,
    files: {
      ...aPackage({ test: 'npm test --workspaces' }, { workspaces: ['packages/*'] }),
      'packages/shout/package.json': JSON.stringify({
        name: '@acme/shout',
        type: 'module',
        scripts: { lint: 'node lint.js', test: 'npm run lint && vitest run --bail 1 --coverage' },
      }),
      'packages/shout/lint.js': "console.log('no problems');\n",
      'packages/other/package.json': JSON.stringify({ name: '@acme/other' }),
    },
    red: {
      'packages/shout/lib/shout.js': 'export const shout = () => undefined;\n',
      'packages/shout/test/shout.test.js': `import { expect, test } from 'vitest';
import { shout } from '../lib/shout.js';
test('AC-1: a word is shouted in capitals', () => expect(shout('no')?.slice(0, 2)).toBe('NO'));
test('AC-2: a shout ends with one exclamation mark', () => expect(shout('no!')?.slice(2)).toBe('!'));
`,
    },
    init: ['--package', '@acme/shout'],
    tests: { folder: 'packages/shout', command: ['npx', 'vitest', 'run'], runner: 'vitest' },
  },
  {
    title: `ava behind a linter, with --fail-fast${whyNoRunner('ava')}`,
    skipped: whyNoRunner('ava'),
    modules: modulesWith('ava'),
    files: { ...aPackage({ lint: 'node tools/lint.js', test: 'npm run lint && ava --fail-fast' }), ...LINT },
    red: {
      ...STUB,
      'test/shout.test.js': aTest("const test = (title, body) => require('ava')(title, (t) => { body(); t.pass(); });"),
    },
    tests: { command: ['npx', 'ava'], runner: 'ava' },
  },
  {
    title: `jest with --bail and --coverage${whyNoRunner('jest')}`,
    skipped: whyNoRunner('jest'),
    modules: modulesWith('jest'),
    files: aPackage({ test: 'jest --ci --bail --coverage' }),
    red: { ...STUB, 'test/shout.test.js': aTest('') },
    tests: { command: ['npx', 'jest', '--ci'], runner: 'jest' },
  },
  {
    title: `mocha inside nyc, in a script of its own${whyNoRunner('mocha')}`,
    skipped: whyNoRunner('mocha'),
    modules: modulesWith('mocha'),
    files: aPackage({ 'test:unit': 'nyc --reporter=text mocha --bail --forbid-only', test: 'npm run test:unit' }),
    red: { ...STUB, 'test/shout.test.js': aTest('const test = it;') },
    tests: { command: ['npx', 'mocha', '--forbid-only'], runner: 'mocha' },
  },
  {
    title: 'a suite with failing tests: doctor lists them in the config',
    skipped: '',
    files: {
      ...aPackage({ test: 'node --test' }),
      'test/old.test.js': `const { test } = require('node:test');
const { equal } = require('node:assert/strict');
test('adds', () => equal(1 + 1, 2));
test('has been broken since spring', () => equal(1, 2));
test('needs a server', () => { throw new Error('connect ECONNREFUSED'); });
`,
    },
    red: { ...STUB, 'test/shout.test.js': aTest("const { test } = require('node:test');") },
    tests: { command: ['node', '--test'], runner: 'node' },
    before: ['doctor', '--write-known-failing'],
  },
];

/** Where Debian keeps the jars of its packages, in the form of a local repository of Maven. */
const MAVEN_REPOSITORY = '/usr/share/maven-repo';
const hasMaven =
  canRun('mvn', '--version') &&
  ['junit/junit', 'org/apache/maven/plugins/maven-surefire-plugin'].every((name) =>
    existsSync(join(MAVEN_REPOSITORY, name)),
  );
const hasPytest = canRun('python3', '-m', 'pytest', '--version');
const OTHERS: readonly Repository[] = [
  {
    title: `pytest in a .venv, with -x in its config${whySkipped(hasPytest, 'pytest')}`,
    skipped: whySkipped(hasPytest, 'pytest'),
    files: {
      '.gitignore': '.venv/\n__pycache__/\n.pytest_cache/\n',
      'pyproject.toml': '[tool.pytest.ini_options]\naddopts = "-ra -x"\n',
      'conftest.py': '',
    },
    // Without a network: the environment takes its packages from the system.
    prepare: ({ workspace }) =>
      execa('python3', ['-m', 'venv', '--without-pip', '--system-site-packages', '.venv'], { cwd: workspace }),
    red: {
      'shout.py': "def shout(word): return ''\n",
      'tests/test_shout.py':
        "from shout import shout\ndef test_ac_1_capitals(): assert shout('no')[:2] == 'NO'\ndef test_ac_2_mark(): assert shout('no!')[2:] == '!'\n",
    },
    tests: { command: ['.venv/bin/python', '-m', 'pytest', '--maxfail=0'], runner: 'pytest' },
  },
  {
    title: `a Go module${whySkipped(canRun('go', 'version'), 'go')}`,
    skipped: whySkipped(canRun('go', 'version'), 'go'),
    files: { 'go.mod': 'module example.org/shout\n\ngo 1.18\n' },
    red: {
      'shout.go': 'package shout\n\nfunc Shout(word string) string { return "" }\n',
      'shout_test.go':
        'package shout\n\nimport "testing"\n\nfunc TestAC1Capitals(t *testing.T) { if Shout("no") != "NO!" { t.Error("no capitals") } }\nfunc TestAC2Mark(t *testing.T) { if Shout("no!") != "NO!" { t.Error("no mark") } }\n',
    },
    tests: { command: ['go', 'test', './...'], runner: 'go' },
  },
  {
    title: `a Cargo package with unit tests and tests of its own${whySkipped(canRun('cargo', '--version'), 'cargo')}`,
    skipped: whySkipped(canRun('cargo', '--version'), 'cargo'),
    files: {
      '.gitignore': 'target/\nCargo.lock\n',
      'Cargo.toml': '[package]\nname = "shout"\nversion = "0.1.0"\nedition = "2018"\n',
      'src/lib.rs':
        'pub fn one() -> u8 { 1 }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn one_is_one() { assert_eq!(super::one(), 1); }\n}\n',
    },
    red: {
      'src/lib.rs':
        'pub fn one() -> u8 { 1 }\n\npub fn shout(_word: &str) -> String { String::new() }\n\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn one_is_one() { assert_eq!(super::one(), 1); }\n}\n',
      'tests/shout.rs':
        '#[test]\nfn ac_1_capitals() { assert!(shout::shout("no").starts_with("NO")); }\n#[test]\nfn ac_2_mark() { assert_eq!(shout::shout("no!"), "NO!"); }\n',
    },
    tests: { command: ['cargo', 'test'], runner: 'cargo' },
  },
  {
    title: `Maven with JUnit 4${whySkipped(hasMaven, 'Maven with JUnit and Surefire of Debian')}`,
    skipped: whySkipped(hasMaven, 'Maven with JUnit and Surefire of Debian'),
    files: {
      '.gitignore': 'target/\n',
      // Without a network: the plugins and JUnit of Debian.
      '.mvn/maven.config': `-o\n-Dmaven.repo.local=${MAVEN_REPOSITORY}\n`,
      'pom.xml': `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>demo</groupId>
  <artifactId>shout</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>8</maven.compiler.source>
    <maven.compiler.target>8</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.x</version><scope>test</scope></dependency>
  </dependencies>
</project>
`,
      'src/test/java/demo/OneTest.java': `package demo;

import static org.junit.Assert.assertEquals;
import org.junit.Test;

public class OneTest {
  @Test
  public void oneIsOne() {
    assertEquals(1, 1);
  }
}
`,
    },
    red: {
      'src/main/java/demo/Shout.java':
        'package demo;\n\npublic class Shout {\n  public static String shout(String word) {\n    return "";\n  }\n}\n',
      'src/test/java/demo/ShoutTest.java': `package demo;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;
import org.junit.Test;

public class ShoutTest {
  @Test
  public void ac1Capitals() {
    assertTrue(Shout.shout("no").startsWith("NO"));
  }

  @Test
  public void ac2Mark() {
    assertEquals("NO!", Shout.shout("no!"));
  }
}
`,
    },
    tests: {
      command: ['mvn', '-B', 'test'],
      runner: 'junit',
      report: 'target/surefire-reports/TEST-*.xml',
      files: ['src/test/**'],
    },
  },
  {
    title: `RSpec with --fail-fast in its config${whySkipped(canRun('rspec', '--version'), 'rspec')}`,
    skipped: whySkipped(canRun('rspec', '--version'), 'rspec'),
    files: { '.rspec': '--fail-fast\n' },
    red: {
      'lib/shout.rb': "def shout(word) = ''\n",
      'spec/shout_spec.rb':
        "require 'shout'\nRSpec.describe 'shout' do\n  it('AC-1: capitals') { expect(shout('no')[0, 2]).to eq 'NO' }\n  it('AC-2: one mark') { expect(shout('no!')[2..]).to eq '!' }\nend\n",
    },
    tests: { command: ['rspec', '--no-fail-fast'], runner: 'rspec' },
  },
];

const keysOf = async (path: string): Promise<Readonly<Record<string, unknown>>> =>
  // The test compares its keys one by one.
  parseDocument(await readFile(path, 'utf8')).toJS() as Readonly<Record<string, unknown>>;

describe.skipIf(!hasGit)(
  `from dualgate init to the first decision, with only the agent filled in (needs git; ${SEED})`,
  () => {
    for (const repository of pickSome([...NODE, ...OTHERS], ({ title }) => title, 5)) {
      test.skipIf(repository.skipped !== '')(repository.title, { timeout: 240_000 }, async ({ home }) => {
        const project = await layOut(home, { ...repository, work: { RED: repository.red } });
        expect(await runProgram(project, 'init', ...(repository.init ?? []))).toMatchObject({
          exitCode: 0,
          stderr: '',
        });
        const config = await keysOf(await nameAgent(project));
        expect(config['tests']).toEqual({ ...repository.tests, timeout: '10m' });
        // Commands of the script that are no tests are comments.
        expect(config['checks']).toBeUndefined();
        if (repository.before !== undefined)
          expect(await runProgram(project, ...repository.before)).toMatchObject({ exitCode: 0, stderr: '' });
        await commitAll(project, 'Set up dualgate');

        const run = await runProgram(project, 'run', '--until', 'RED');
        expect(run, run.stdout).toMatchObject({ exitCode: 0, stderr: '' });
        expect(pathOf(project)).toEqual(['RED 1 exited']);
        const [first] = recordsOf(project, 'iteration.decided');
        expect(first?.record.metrics).toMatchObject({
          tests_total: 2,
          tests_failing: 2,
          report_complete: true,
        });
      });
    }
  },
);

describe.skipIf(!hasGit)('a monorepo whose root has no tests of its own (needs git)', () => {
  test('is not set up: init lists its packages with their test commands', async ({ home }) => {
    const [, , monorepo] = NODE;
    if (monorepo === undefined) throw new Error('The table has no monorepo.');
    const project = await layOut(home, { ...monorepo, work: { RED: monorepo.red } });
    expect(await runProgram(project, 'init')).toMatchInlineSnapshot(`
      {
        "exitCode": 1,
        "stderr": "Cannot write a config: the root of this repository has no test command of its own.
      Choose one of its packages:
        dualgate init --package @acme/other  # packages/other  no known test runner
        dualgate init --package @acme/shout  # packages/shout  npx vitest run
      To run several of them together, list them under tests (docs/how-to/several-suites.md).
      ",
        "stdout": "",
      }
    `);
    expect(await runProgram(project, 'init', '--package', 'shuot')).toMatchInlineSnapshot(`
      {
        "exitCode": 64,
        "stderr": "dualgate: Unknown package 'shuot'. The packages are @acme/other, @acme/shout. See dualgate init --help.
      ",
        "stdout": "",
      }
    `);
  });
});
