/**
 * Each cause of a suite that cannot be a baseline, in a real small project with its real runner.
 */
import { chmod, mkdir, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { suiteCheck } from '../../src/doctor/checks/suite.check.ts';
import { CAUSES } from '../../src/runners/why-no-test/why-no-test.ts';
import { hasGit, write } from '../evidence/a-repository.ts';
import { aWorkspace } from '../run/a-workspace.ts';
import { canRun, whySkipped } from '../runners/find-tool.ts';
import { modulesWith, whySkipped as whyNoRunner } from '../runners/runner-modules.ts';
import { lookAt } from './a-visit.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(4, test);

interface Project {
  readonly files?: Readonly<Record<string, string>>;
  /** Links, as a package manager makes them. */
  readonly links?: Readonly<Record<string, string>>;
  readonly tests: Readonly<Record<string, unknown>>;
}

const aProject = async ({ files = {}, links = {}, tests }: Project) => {
  const workspace = await aWorkspace([], { tests: { timeout: '60s', ...tests } }, { '.gitignore': 'node_modules\n' });
  await write(workspace.folder, files);
  for (const [from, to] of Object.entries(links)) {
    await mkdir(dirname(join(workspace.folder, from)), { recursive: true });
    await symlink(to, join(workspace.folder, from));
  }
  return workspace;
};

/** Without the details. */
const causeOf = async (project: Project) => {
  const { state, says, fix } = await lookAt(suiteCheck, await aProject(project));
  return { state, says: says.replace(/^no test ran, and a run would not start: /, ''), fix };
};
const problem = (says: string, fix: string) => ({ state: 'problem', says, fix });

const node = (...words: readonly string[]) => ({ command: ['node', ...words, '--test'] });
const sh = (script: string): Project => ({
  files: { 'run.sh': script },
  tests: { command: 'sh run.sh', runner: 'tap', files: ['checks/**'] },
});
/** A setting of the environment that started this suite. */
const without = (variable: string): void => {
  vi.stubEnv(variable, undefined);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
};
const importing = (module: string) =>
  `import ${JSON.stringify(module)};\nimport { test } from 'node:test';\ntest('a', () => {});\n`;
const NPM = (needs: object, more: object = {}) => JSON.stringify({ type: 'module', dependencies: needs, ...more });
const THROUGH_VITEST = "import { test } from 'vitest';\ntest('a', () => {});\n";
const hasPytest = canRun('python3', '-m', 'pytest', '--version');
const hasGo = canRun('go', 'version');
const hasCargo = canRun('cargo', '--version');
const hasRspec = canRun('rspec', '--version');
const VITEST = modulesWith('vitest') ?? '';
const JEST = modulesWith('jest');

describe.skipIf(!hasGit)('a suite that cannot start (needs git)', { timeout: 60_000 }, () => {
  slow('of a project without node_modules names the command that installs them, by its lock file', async () => {
    const files = { 'package.json': NPM({ 'left-pad': '1.0.0' }), 'a.test.js': importing('left-pad') };
    const says = 'the dependencies of package.json are not installed: there is no node_modules (exit code 1)';
    const installing = (command: string) => problem(says, `Install the packages: ${command}.`);
    expect(await causeOf({ files, tests: node() })).toEqual(installing('npm install'));
    const locked = { ...files, 'package-lock.json': '{}' };
    expect(await causeOf({ files: locked, tests: node() })).toEqual(installing('npm ci'));
    const pnpm = { ...files, 'pnpm-lock.yaml': '' };
    expect(await causeOf({ files: pnpm, tests: node() })).toEqual(installing('pnpm install'));
  });

  slow('behind a script whose runner is not installed does so too', async () => {
    const script = { scripts: { test: 'mocha' } };
    expect(
      await causeOf({
        files: { 'package.json': NPM({ mocha: '1' }, script) },
        tests: { command: 'npm test', runner: 'mocha' },
      }),
    ).toEqual(
      problem(
        'the dependencies of package.json are not installed: there is no node_modules (exit code 127)',
        'Install the packages: npm install.',
      ),
    );
  });

  slow('distinguishes a listed package from one that nobody lists', async () => {
    const of = (needs: object) => ({
      files: {
        'package.json': NPM(needs),
        'a.test.js': importing('left-pad'),
        'node_modules/other/package.json': '{}',
      },
      tests: node(),
    });
    expect(await causeOf(of({ 'left-pad': '1', other: '1' }))).toEqual(
      problem(
        'left-pad is in package.json, but it is not installed (exit code 1)',
        'Install the packages: npm install.',
      ),
    );
    expect(await causeOf(of({ other: '1' }))).toEqual(
      problem(
        'the package left-pad is not installed, and package.json does not list it (exit code 1)',
        'Add it: npm install --save-dev left-pad. Or correct the import.',
      ),
    );
  });

  slow('names a package of the workspace that is not built, and the command that builds it', async () => {
    const build = (exports: string) =>
      JSON.stringify({ name: '@x/a', type: 'module', exports, scripts: { build: 'tsc' } });
    const project: Project = {
      files: {
        'package.json': NPM({}, { workspaces: ['packages/*'] }),
        'packages/a/package.json': build('./dist/index.js'),
        'packages/b/b.test.js': importing('@x/a'),
      },
      links: { 'node_modules/@x/a': '../../packages/a' },
      tests: node(),
    };
    expect(await causeOf(project)).toEqual(
      problem(
        'the package @x/a is not built: its dist/index.js does not exist (exit code 1)',
        'Build it first: npm run build --workspace @x/a.',
      ),
    );
    const built = { ...project, files: { ...project.files, 'packages/a/dist/index.js': '' } };
    expect(await causeOf(built)).toMatchObject({ state: 'ok' });
  });

  slow('names the build of a package whose own tests import what it builds', async () => {
    const files = {
      'package.json': NPM({}, { main: 'dist/index.js', scripts: { build: 'tsc' } }),
      'test/a.test.js': importing('../dist/index.js'),
    };
    expect(await causeOf({ files, tests: node() })).toEqual(
      problem(
        'the package of this workspace is not built: its dist/index.js does not exist (exit code 1)',
        'Build it first: npm run build.',
      ),
    );
  });

  slow('does not take a wrong import for a missing build or package', async () => {
    const files = { 'package.json': NPM({ 'left-pad': '1' }), 'test/a.test.js': importing('../source/none.js') };
    const found = await lookAt(suiteCheck, await aProject({ files, tests: node() }));
    expect(found).toMatchObject({
      says: 'no test ran, and a run would not start: 1 test file does not load (exit code 1)',
      details: [
        expect.stringMatching(/^does not load: test\/a\.test\.js: Error .*Cannot find module .*source\/none\.js/),
      ],
      fix: 'Fix the error that it names.',
    });
  });

  slow('of vitest does the same with the words of Vite', async () => {
    const project: Project = {
      files: {
        'package.json': NPM({}, { workspaces: ['packages/*'] }),
        'packages/a/package.json': '{ "name": "@x/a", "exports": "./dist/index.js" }',
        'a.test.js': `import '@x/a';\n${THROUGH_VITEST}`,
      },
      links: {
        'node_modules/@x/a': '../../packages/a',
        'node_modules/vitest': join(VITEST, 'vitest'),
        'node_modules/.bin/vitest': join(VITEST, '.bin/vitest'),
      },
      tests: { command: 'npx vitest run' },
    };
    expect(await causeOf(project)).toEqual(
      problem(
        'the package @x/a is not built: its dist/index.js does not exist (exit code 1)',
        'Build the package @x/a, so that its dist/index.js exists.',
      ),
    );
  });

  slow('of vitest whose config throws shows the exit code and the last lines, one a line', async () => {
    const found = await lookAt(
      suiteCheck,
      await aProject({
        files: { 'vitest.config.mjs': "throw new Error('the database is gone');\n", 'a.test.js': THROUGH_VITEST },
        links: { node_modules: VITEST },
        tests: { command: 'npx vitest run' },
      }),
    );
    expect(found).toMatchObject({
      says: 'no test ran, and a run would not start: the runner failed before its first test (exit code 1)',
      details: expect.arrayContaining(['its last output:', 'Error: the database is gone']),
      fix: 'Run the test command by hand, and fix its error: npx vitest run',
    });
  });

  slow.skipIf(JEST === null)(`of jest names a preset that is not installed${whyNoRunner('jest')}`, async () => {
    const files = { 'package.json': '{ "jest": { "preset": "ts-jest" }, "devDependencies": { "ts-jest": "1" } }' };
    expect(await causeOf({ files, links: { node_modules: JEST ?? '' }, tests: { command: 'npx jest' } })).toEqual(
      problem(
        'ts-jest is in package.json, but it is not installed (exit code 1)',
        'Install the packages: npm install.',
      ),
    );
  });

  slow.skipIf(!hasPytest)(`of pytest names a missing module${whySkipped(hasPytest, 'pytest')}`, async () => {
    const files = { 'test_a.py': 'import no_such_module\ndef test_a(): pass\n' };
    const says =
      'Python does not find the module no_such_module: it is not installed, or tests.command starts another Python (exit code 2)';
    const tests = { command: 'python3 -m pytest' };
    expect(await causeOf({ files, tests })).toEqual(
      problem(says, 'Install it: python3 -m pip install no_such_module.'),
    );
    expect(await causeOf({ files: { ...files, 'requirements.txt': '' }, tests })).toEqual(
      problem(says, 'Install it: python3 -m pip install -r requirements.txt.'),
    );
  });

  slow.skipIf(!hasPytest)(`of pytest sets another PYTHONPATH${whySkipped(hasPytest, 'pytest')}`, async () => {
    const files = { 'src/own_part/__init__.py': '', 'test_a.py': 'import own_part\ndef test_a(): pass\n' };
    const tests = { command: 'env PYTHONPATH=src python3 -m pytest', runner: 'pytest' };
    expect(await causeOf({ files, tests })).toEqual(
      problem(
        'the test command sets PYTHONPATH, by which pytest finds the reporter of dualgate (exit code 1)',
        'Set pythonpath in the config of pytest instead. Or keep the value in a script: PYTHONPATH="src:$PYTHONPATH".',
      ),
    );
  });

  slow.skipIf(!hasPytest)(`of pytest knows a module of the project${whySkipped(hasPytest, 'pytest')}`, async () => {
    const files = { 'src/own_part/__init__.py': '', 'test_a.py': 'import own_part\ndef test_a(): pass\n' };
    expect(await causeOf({ files, tests: { command: 'python3 -m pytest' } })).toEqual(
      problem(
        'Python does not find own_part, a module of this project (exit code 2)',
        'Install the project: python3 -m pip install --editable . Or set pythonpath in the config of pytest.',
      ),
    );
  });

  slow.skipIf(!hasGo)(`of go names a module that go.mod lacks${whySkipped(hasGo, 'go')}`, async () => {
    without('GOFLAGS');
    const files = {
      'go.mod': 'module example.com/a\n\ngo 1.19\n',
      'a_test.go':
        'package a\n\nimport (\n\t"testing"\n\n\t"example.com/none"\n)\n\nfunc TestA(t *testing.T) { none.Do() }\n',
    };
    expect(await causeOf({ files, tests: { command: 'go test ./...' } })).toEqual(
      problem(
        'go test does not find a dependency (example.com/none) (exit code 1)',
        'Complete go.mod and go.sum: go mod tidy.',
      ),
    );
  });

  slow.skipIf(!hasCargo)(`of cargo names a crate that is not downloaded${whySkipped(hasCargo, 'cargo')}`, async () => {
    const files = {
      'Cargo.toml':
        '[package]\nname = "a"\nversion = "0.1.0"\nedition = "2021"\n\n[dependencies]\nno-such-crate-here = "1"\n',
      'src/lib.rs': '#[test]\nfn a() {}\n',
    };
    expect(await causeOf({ files, tests: { command: 'cargo test --offline' } })).toEqual(
      problem(
        'cargo test does not find a dependency (no-such-crate-here) (exit code 101)',
        'Download the crates: cargo fetch.',
      ),
    );
  });

  slow.skipIf(!hasRspec)(`of rspec names a gem that is not installed${whySkipped(hasRspec, 'rspec')}`, async () => {
    const files = { 'spec/a_spec.rb': "require 'no_such_gem'\nRSpec.describe('a') { it('b') {} }\n" };
    expect(await causeOf({ files, tests: { command: 'rspec' } })).toMatchObject({
      says: 'rspec does not find a dependency (no_such_gem) (exit code 1)',
      fix: expect.stringContaining('run bundle install'),
    });
  });

  slow('names a program that the command starts and nobody has', async () => {
    expect(await causeOf(sh('no-such-program --all\n'))).toEqual(
      problem(
        'the test command starts no-such-program, which was not found (exit code 127)',
        'Install the program, or correct tests.command. dualgate searches the PATH of its own environment.',
      ),
    );
  });

  slow('names a script that package.json does not have', async () => {
    without('npm_config_loglevel');
    const tests = { command: 'npm test', runner: 'node' };
    expect(await causeOf({ files: { 'package.json': '{}' }, tests })).toEqual(
      problem(
        'package.json has no script test (exit code 1)',
        'Add the script test to package.json, or correct tests.command.',
      ),
    );
  });

  slow('names a file that may not be executed', async () => {
    const workspace = await aProject(sh('./checks.sh\n'));
    await write(workspace.folder, { 'checks.sh': 'echo 1..0\n' });
    await chmod(join(workspace.folder, 'checks.sh'), 0o644);
    expect(await lookAt(suiteCheck, workspace)).toMatchObject({
      says: expect.stringMatching(/: \.\/checks\.sh cannot be executed \(exit code 126\)$/),
      fix: 'Make it executable: chmod +x ./checks.sh.',
    });
  });

  slow('names a glob that no shell expands, also where the program says nothing of it', async () => {
    const fix = 'Remove it, so that the runner finds its test files, or write a folder or files.';
    const tests = { command: ['node', 'run.mjs', 'checks/*.tap'], runner: 'tap', files: ['checks/**'] };
    const files = { 'run.mjs': "console.log('1..0');\n" };
    expect(await causeOf({ files: { ...files, 'checks/a.tap': '' }, tests })).toEqual(
      problem('nothing expands the glob checks/*.tap in tests.command (exit code 0)', fix),
    );
    // Without a file there is nothing to expand yet.
    expect(await causeOf({ files, tests })).toMatchObject({
      state: 'ok',
      says: expect.stringMatching(/^no tests yet/),
    });
  });

  slow('tells a signal, a time limit and a crash apart', async () => {
    expect(await causeOf(sh('kill -9 $$\n'))).toEqual(
      problem(
        'the runner was ended by SIGKILL',
        'The system may have too little memory: run fewer test processes at a time.',
      ),
    );
    const slow = sh('echo TAP version 13; sleep 30\n');
    expect(await causeOf({ ...slow, tests: { ...slow.tests, timeout: '1s' } })).toEqual(
      problem(
        'the suite did not end within its time limit (timeout of the suite)',
        'Raise tests.timeout. If the suite never ends, turn off its watch mode, and close its servers.',
      ),
    );
    expect(await causeOf(sh('echo 1..0; echo the database is gone >&2; exit 3\n'))).toEqual(
      problem(
        'the runner failed before its first test (exit code 3)',
        'Run the test command by hand, and fix its error: sh run.sh',
      ),
    );
  });

  slow('asks for the right runner where a suite passes and no report comes', async () => {
    expect(await causeOf(sh('echo all is well\n'))).toEqual(
      problem(
        'the runner wrote no complete report (exit code 0)',
        'Check that sh run.sh starts the runner that tests.runner names, and that nothing ends it early.',
      ),
    );
  });

  slow('names the suite of several', async () => {
    const tests = [
      { name: 'good', command: 'node --test good.test.js', timeout: '30s' },
      { name: 'bad', folder: 'part', command: 'node --test', timeout: '30s' },
    ];
    const workspace = await aWorkspace(
      [],
      { tests },
      {
        'good.test.js': "require('node:test')('a', () => {});\n",
        'part/package.json': NPM({ 'left-pad': '1' }),
        'part/a.test.js': importing('left-pad'),
      },
    );
    expect(await lookAt(suiteCheck, workspace)).toMatchObject({
      says: expect.stringMatching(
        /, and a run would not start: bad: the dependencies of package\.json are not installed: .* \(exit code 1\)$/,
      ),
      fix: 'Install the packages in part: npm install.',
    });
  });
});

describe.skipIf(!hasGit)('a suite without tests yet (needs git)', { timeout: 60_000 }, () => {
  test('stays ok where its runner reports that there are none', async () => {
    const none = { state: 'ok', says: expect.stringMatching(/^no tests yet; the test command works, in /) };
    expect(await causeOf({ tests: node() })).toMatchObject(none);
    expect(await causeOf({ links: { node_modules: VITEST }, tests: { command: 'npx vitest run' } })).toMatchObject(
      none,
    );
    expect(await causeOf(sh('echo 1..0\n'))).toMatchObject(none);
    if (hasPytest) expect(await causeOf({ tests: { command: 'python3 -m pytest' } })).toMatchObject(none);
    // Listed packages that nothing needs yet.
    expect(await causeOf({ files: { 'package.json': NPM({ 'left-pad': '1' }) }, tests: node() })).toMatchObject(none);
  });
});

test('every cause has its own name', () => {
  const names = CAUSES.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
