import { describe, expect, test } from 'vitest';
import { findRefusedOption, refuseCommand } from '../../../src/runners/command/refuse-command.ts';
import type { RunnerName } from '../../../src/runners/runners.ts';
import { makeProject } from '../project.ts';

type Files = Readonly<Record<string, string>>;
const script = (test: string, more: Files = {}): string => JSON.stringify({ scripts: { test, ...more } });
/** The option with its place, or `null`. */
const look = async (command: string, runner: RunnerName, files: Files = {}, env: Record<string, string> = {}) =>
  findRefusedOption({ command: command.split(' '), runner }, await makeProject(files), env)?.why ?? null;

describe('an option that takes results of an earlier run, or leaves out tests by them', () => {
  test.each<[string, RunnerName, string]>([
    ['node --test --test-rerun-failures=s.json', 'node', '--test-rerun-failures'],
    ['node --test --test-rerun-failures s.json', 'node', '--test-rerun-failures'],
    ['node --test --test-shard=1/2', 'node', '--test-shard'],
    ['npx vitest run --changed', 'vitest', '--changed'],
    ['npx vitest run --shard=1/3', 'vitest', '--shard'],
    ['npx vitest run --merge-reports', 'vitest', '--merge-reports'],
    ['npx jest --onlyFailures', 'jest', '--onlyFailures'],
    ['npx jest --only-failures', 'jest', '--only-failures'],
    ['npx jest -o', 'jest', '-o'],
    ['npx jest --changedSince=main', 'jest', '--changedSince'],
    ['npx jest --lastCommit', 'jest', '--lastCommit'],
    ['npx playwright test --last-failed', 'playwright', '--last-failed'],
    ['npx playwright test --only-changed=main', 'playwright', '--only-changed'],
    ['python -m pytest --lf', 'pytest', '--lf'],
    ['pytest --last-failed', 'pytest', '--last-failed'],
    ['pytest --ff', 'pytest', '--ff'],
    ['uv run pytest --sw', 'pytest', '--sw'],
    ['bundle exec rspec --only-failures', 'rspec', '--only-failures'],
    ['rspec -n', 'rspec', '-n'],
    ['cargo nextest run --partition count:1/2', 'junit', '--partition'],
    ['cargo nextest run --rerun latest', 'junit', '--rerun'],
    ['npx bun test --changed', 'junit', '--changed'],
    ['ctest --rerun-failed --output-junit {report}', 'junit', '--rerun-failed'],
    ['bats --filter-status failed test', 'tap', '--filter-status'],
    ['npx nx affected -t test', 'tap', 'affected'],
    ['npx turbo run test --affected', 'tap', '--affected'],
  ])('is found in the command: %s', async (command, runner, option) => {
    expect(await look(command, runner)).toMatch(new RegExp(`^${option} \\(in the test command\\) `));
  });

  test.each<[string, string, RunnerName, Files, string]>([
    [
      'a script',
      'npm test',
      'node',
      { 'package.json': script('node --test --test-rerun-failures=s') },
      'in the script "test" of package.json',
    ],
    [
      'a script of a script',
      'npm test',
      'jest',
      { 'package.json': script('npm run unit', { unit: 'tsc && jest -f' }) },
      'in the script "unit" of package.json',
    ],
    [
      'a script of a pattern',
      'npm test',
      'vitest',
      { 'package.json': script('run-s lint unit', { lint: 'eslint .', unit: 'vitest run --changed' }) },
      'in the script "unit" of package.json',
    ],
    [
      'words for a script',
      'npm test -- --shard=1/2',
      'vitest',
      { 'package.json': script('vitest run') },
      'in the test command',
    ],
    [
      'NODE_OPTIONS of a script',
      'npm test',
      'node',
      { 'package.json': script('cross-env NODE_OPTIONS=--test-rerun-failures=s node --test') },
      'in NODE_OPTIONS, in the script "test" of package.json',
    ],
    [
      'quoted NODE_OPTIONS',
      'npm test',
      'node',
      { 'package.json': script('NODE_OPTIONS="--no-warnings --test-rerun-failures=s" node --test') },
      'in NODE_OPTIONS, in the script "test" of package.json',
    ],
    [
      'NODE_OPTIONS of the command',
      'env NODE_OPTIONS=--test-rerun-failures=s node --test',
      'node',
      {},
      'in NODE_OPTIONS, in the test command',
    ],
    [
      '.npmrc',
      'npm test',
      'node',
      { 'package.json': script('node --test'), '.npmrc': 'save=true\nnode-options=--test-rerun-failures=s\n' },
      'in .npmrc',
    ],
    ['pytest.ini', 'pytest', 'pytest', { 'pytest.ini': '[pytest]\naddopts = -q\n    --lf\n' }, 'in pytest.ini'],
    [
      'pyproject.toml',
      'pytest',
      'pytest',
      { 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = ["-q", "--stepwise"]\n' },
      'in pyproject.toml',
    ],
    ['setup.cfg', 'pytest', 'pytest', { 'setup.cfg': '[tool:pytest]\naddopts = "--ff"\n' }, 'in setup.cfg'],
    ['.rspec', 'rspec', 'rspec', { '.rspec': '--format progress\n--only-failures\n' }, 'in .rspec'],
  ])('is found in %s', async (_where, command, runner, files, place) => {
    expect(await look(command, runner, files)).toContain(` (${place}) `);
  });

  test('is found in variables that reach a test run', async () => {
    expect(await look('pytest', 'pytest', {}, { PYTEST_ADDOPTS: '-q --lf' })).toBe(
      '--lf (in PYTEST_ADDOPTS, in the environment) runs only tests that failed before',
    );
    expect(await look('make test', 'pytest', {}, { PYTEST_ADDOPTS: '--ff' })).toContain('--ff (in PYTEST_ADDOPTS');
    expect(await look('rspec', 'rspec', {}, { SPEC_OPTS: '--next-failure' })).toContain('--next-failure (in SPEC_OPTS');
    // dualgate does not hand on its own.
    expect(await look('node --test', 'node', {}, { NODE_OPTIONS: '--test-rerun-failures=s' })).toBe(null);
  });

  test.each<[string, RunnerName, Files]>([
    ['node --test --test-only --test-name-pattern=x test/shard.test.mjs', 'node', {}],
    ['npx vitest run -t changed test/shard', 'vitest', {}],
    ['npx jest --testNamePattern=onlyFailures --ci', 'jest', {}],
    ['npx playwright test --grep last-failed --retries=0', 'playwright', {}],
    ['pytest -k lf -m slow -x', 'pytest', { 'pyproject.toml': '[tool.poe.tasks]\nagain = "pytest --lf"\n' }],
    ['rspec -e next -w', 'rspec', { '.rspec': '--format documentation\n' }],
    [
      'npm test',
      'vitest',
      { 'package.json': script('eslint --changed . && vitest run', { again: 'vitest --changed' }) },
    ],
    ['npm test', 'vitest', { 'package.json': script('vitest run'), '.npmrc': 'node-options=--no-warnings\n' }],
    ['go test ./...', 'go', {}],
    ['npx bun test --only-failures', 'junit', {}],
  ])('the honest twin is used: %s', async (command, runner, files) => {
    expect(await look(command, runner, files)).toBe(null);
  });
});

describe('the report of node --test, read as JUnit', () => {
  const refused = async (command: string, runner: RunnerName, files: Files = {}): Promise<string | null> => {
    const workspace = await makeProject(files);
    try {
      refuseCommand({ command: command.split(' '), runner }, workspace);
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  };

  test.each<[string, Files]>([
    ['node --test --test-reporter=junit --test-reporter-destination={report}', {}],
    ['node --test --test-reporter junit --test-reporter-destination {report}', {}],
    ['npm test', { 'package.json': script('tsc && node --test --test-reporter=junit') }],
  ])('is refused with the way out: %s', async (command, files) => {
    expect(await refused(command, 'junit', files)).toMatch(
      /^Cannot use the test command `.+`: the JUnit report of node --test \(in .+\) does not say .+\. Set runner: node, /,
    );
  });

  test('the honest twin: other JUnit reports, and node with its own runner', async () => {
    expect(await refused('npx bun test --reporter=junit --reporter-outfile={report}', 'junit')).toBe(null);
    expect(await refused('node --test --test-reporter=junit', 'node')).toBe(null);
  });
});
