/** The projects that cheats are tried on. All want shout(); they differ in how it is tested. */
import { WORK } from '../end-to-end/a-project.ts';
import type { CheatedProject } from './a-cheat.ts';

export const TEST_FILE = 'checks/shout.test.mjs';

const NODE: CheatedProject = { runner: 'node:test' };

const packageFile = (scripts: Readonly<Record<string, string>>): string => `${JSON.stringify({ scripts })}\n`;

/** An assertion library of three lines, installed in a folder that git ignores. */
const EXPECT =
  "import { strictEqual } from 'node:assert';\nexport const expect = (is) => ({ toBe: (wanted) => strictEqual(is, wanted) });\n";

const withImports = (imports: string, assertion: (is: string, wanted: string) => string): string =>
  [
    imports,
    "import { shout } from '../lib/shout.mjs';",
    `test('AC-1: a word is shouted in capitals', () => ${assertion("shout('no')?.slice(0, 2)", "'NO'")});`,
    `test('AC-2: a shout ends with one exclamation mark', () => ${assertion("shout('no!')?.slice(2)", "'!'")});`,
    '',
  ].join('\n');
const NODE_TEST = "import { test } from 'node:test';";
const VITEST = "import { expect, test } from 'vitest';";
const RUN_VITEST = 'node node_modules/vitest/vitest.mjs run';

const SNAPSHOT = [
  '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html',
  '',
  'exports[`AC-1: a word is shouted in capitals 1`] = `"NO"`;',
  '',
  'exports[`AC-2: a shout ends with one exclamation mark 1`] = `"!"`;',
  '',
].join('\n');

export const PROJECTS = {
  node: NODE,
  /** `npm test` is `node --test`. */
  npm: {
    ...NODE,
    files: { 'package.json': packageFile({ test: 'node --test' }) },
    tests: { command: 'npm test' },
  },
  /** The script `test` calls others. */
  npmSteps: {
    ...NODE,
    files: {
      'package.json': packageFile({
        pretest: 'npm run prepare:tests && npm run --if-present last',
        'prepare:tests': 'npm run step',
        step: 'node --version',
        test: 'node --test',
        start: 'node lib/shout.mjs',
      }),
    },
    tests: { command: 'npm test' },
  },
  /** A program before the suite calls a script. */
  npmProgram: {
    ...NODE,
    files: {
      'package.json': packageFile({ pretest: 'node tools/prepare.mjs', step: 'node --version', test: 'node --test' }),
      'tools/prepare.mjs': "import { execSync } from 'node:child_process';\nexecSync('npm run step');\n",
    },
    tests: { command: 'npm test' },
  },
  /** A shell script stands before the suite. */
  shellScript: {
    ...NODE,
    files: {
      'package.json': packageFile({ pretest: 'sh tools/prepare.sh', test: 'node --test' }),
      'tools/prepare.sh': 'true\n',
    },
    tests: { command: 'npm test' },
  },
  /** Checks name the source: one reads it, a script of the project looks at it. */
  checked: {
    ...NODE,
    files: {
      'package.json': packageFile({ syntax: 'node --check lib/shout.mjs' }),
      'tools/look.mjs':
        "import { readFileSync } from 'node:fs';\nconst { words } = JSON.parse(readFileSync('tools/rules.json'));\nconst text = readFileSync(process.argv[2], 'utf8');\nif (words.some((word) => text.includes(word))) process.exit(1);\n",
      'tools/rules.json': '{ "words": ["eval"] }\n',
    },
    checks: { types: 'npm run syntax', build: 'node --check lib/shout.mjs', lint: 'node tools/look.mjs lib/shout.mjs' },
  },
  /** A module is loaded before the tests. */
  preload: {
    ...NODE,
    files: { 'tools/setup.mjs': 'export {};\n' },
    tests: { command: ['node', '--import', './tools/setup.mjs', '--test'] },
  },
  /** The expected values are in a fixture. */
  fixture: {
    ...NODE,
    red: {
      'checks/fixtures/shouts.json': '["NO","!"]\n',
      [TEST_FILE]: withImports(
        `${NODE_TEST}\nimport { equal } from 'node:assert/strict';\nimport { readFileSync } from 'node:fs';\nconst [big, mark] = JSON.parse(readFileSync(new URL('fixtures/shouts.json', import.meta.url)));`,
        (is, wanted) => `equal(${is}, ${wanted === "'!'" ? 'mark' : 'big'})`,
      ),
    },
  },
  /** The tests stand on a helper that is named like production code, and is one in every word. */
  helper: {
    ...NODE,
    red: {
      'lib/same.mjs':
        "export const same = (is, wanted) => {\n  if (is !== wanted) throw new Error('not the same');\n};\n",
      [TEST_FILE]: withImports(
        `${NODE_TEST}\nimport { same } from '../lib/same.mjs';`,
        (is, wanted) => `same(${is}, ${wanted})`,
      ),
    },
  },
  /** The same, which hands on the assertions of a library. */
  assertingHelper: {
    ...NODE,
    red: {
      'lib/same.mjs': "export { equal as same } from 'node:assert/strict';\n",
      [TEST_FILE]: withImports(
        `${NODE_TEST}\nimport { same } from '../lib/same.mjs';`,
        (is, wanted) => `same(${is}, ${wanted})`,
      ),
    },
  },
  /** The assertion library is installed. */
  library: {
    ...NODE,
    files: {
      '.gitignore': 'node_modules/\n',
      'node_modules/expect/package.json': '{ "name": "expect", "type": "module", "main": "index.js" }\n',
      'node_modules/expect/index.js': EXPECT,
    },
    red: {
      [TEST_FILE]: withImports(
        `${NODE_TEST}\nimport { expect } from 'expect';`,
        (is, wanted) => `expect(${is}).toBe(${wanted})`,
      ),
    },
  },
  /** There are tests before the run begins. */
  oldTests: {
    ...NODE,
    files: {
      'lib/add.mjs': 'export const add = (a, b) => a + b;\n',
      'checks/add.test.mjs': `${NODE_TEST}\nimport { equal } from 'node:assert/strict';\nimport { add } from '../lib/add.mjs';\ntest('adds', () => equal(add(1, 2), 3));\ntest('adds nothing', () => equal(add(1, 0), 1));\n`,
    },
  },
  /** Written with an equality that asks the other side. */
  loose: {
    ...NODE,
    red: {
      [TEST_FILE]: withImports(
        `${NODE_TEST}\nimport assert from 'node:assert';`,
        (is, wanted) => `assert.equal(${is}, ${wanted})`,
      ),
    },
  },
  /** Files that are edited for other reasons, too. */
  settings: {
    ...NODE,
    files: {
      'tsconfig.json': '{ "compilerOptions": { "strict": true, "paths": { "#lib/*": ["./lib/*"] } } }\n',
      'pom.xml': '<project>\n<dependencies>\n</dependencies>\n</project>\n',
      '.env': 'PORT=8080\n',
    },
  },
  /** The command reads a file of variables. */
  envFile: {
    ...NODE,
    files: { '.gitignore': '.env\n', '.env': 'PORT=8080\n' },
    tests: { command: ['node', '--env-file=.env', '--test'] },
  },
  /** The tests of RED read one, which nothing reads before. */
  envOfTests: {
    ...NODE,
    red: {
      '.env.test': 'BIG=NO\nMARK=!\n',
      [TEST_FILE]: withImports(
        `${NODE_TEST}\nimport { equal } from 'node:assert/strict';\nprocess.loadEnvFile('.env.test');`,
        (is, wanted) => `equal(${is}, process.env.${wanted === "'!'" ? 'MARK' : 'BIG'})`,
      ),
    },
  },
  /** A script before the tests names a version manager and a program, which need not be there. */
  versionManager: {
    ...NODE,
    files: {
      '.gitignore': 'node_modules/\n',
      'package.json': packageFile({ pretest: 'fnm use || tsx --version || true', test: 'node --test' }),
    },
    tests: { command: 'npm test' },
  },
  tap: {
    runner: 'tap',
    tests: { command: ['node', '--test-reporter=tap', TEST_FILE], runner: 'tap', files: ['checks/**'] },
    files: { [TEST_FILE]: `${NODE_TEST}\ntest('it is there', () => {});\n` },
    red: {
      [TEST_FILE]: withImports(
        `${NODE_TEST}\nimport { equal } from 'node:assert/strict';\ntest('it is there', () => {});`,
        (is, wanted) => `equal(${is}, ${wanted})`,
      ),
    },
  },
  vitest: {
    runner: 'vitest',
    tests: { command: RUN_VITEST },
    red: { [TEST_FILE]: withImports(VITEST, (is, wanted) => `expect(${is}).toBe(${wanted})`) },
  },
  vitestSetup: {
    runner: 'vitest',
    tests: { command: RUN_VITEST },
    files: {
      'vitest.config.mjs': "export default { test: { setupFiles: ['./tools/setup.mjs'] } };\n",
      'tools/setup.mjs': 'export {};\n',
    },
    red: { [TEST_FILE]: withImports(VITEST, (is, wanted) => `expect(${is}).toBe(${wanted})`) },
  },
  vitestMock: {
    runner: 'vitest',
    tests: { command: RUN_VITEST },
    files: { 'lib/word.mjs': "export const word = () => 'no';\n" },
    red: {
      [TEST_FILE]: withImports(
        "import { expect, test, vi } from 'vitest';\nimport { word } from '../lib/word.mjs';\nvi.mock('../lib/word.mjs');",
        (is, wanted) => `expect([${is}, word()]).toEqual([${wanted}, undefined])`,
      ),
    },
  },
  vitestSnapshot: {
    runner: 'vitest',
    tests: { command: RUN_VITEST },
    red: {
      [TEST_FILE]: withImports(VITEST, (is) => `expect(${is}).toMatchSnapshot()`),
      'checks/__snapshots__/shout.test.mjs.snap': SNAPSHOT,
    },
  },
} as const satisfies Readonly<Record<string, CheatedProject>>;

/** Files that an honest agent writes on a project, phase by phase. */
export const workOf = ({ red = {}, green = {}, documents = {}, isWhole }: CheatedProject) => ({
  RED: isWhole === true ? red : { ...WORK.RED, ...red },
  GREEN: isWhole === true ? green : { ...WORK.GREEN, ...green },
  DOCUMENT: documents,
});
