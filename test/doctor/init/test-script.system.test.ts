import { describe, expect, it } from 'vitest';
import { detectProject } from '../../../src/doctor/init/find-packages.ts';
import { aFolder, aPackage } from './a-folder.ts';

type Scripts = Readonly<Record<string, string>>;

const detect = (scripts: Scripts, files: Readonly<Record<string, string>> = {}) =>
  detectProject(aFolder({ ...aPackage({ scripts }), ...files }));
const commandOf = async (scripts: Scripts) => {
  const { runner, command } = await detect(scripts);
  return `${runner}: ${command?.join(' ')}`;
};
const checksOf = async (scripts: Scripts, files: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    ((await detect(scripts, files)).checks ?? []).map(({ name, command }) => [name, command.join(' ')]),
  );

describe('the test command of a chained script', () => {
  it.each([
    ['npm run lint && vitest run', 'vitest: npx vitest run'],
    ['tsc -p . && node --test', 'node: node --test'],
    ['xo && ava', 'ava: npx ava'],
    ['xo; c8 ava; tsd', 'ava: npx ava'],
    ['jest && eslint .', 'jest: npx jest'],
    ['eslint --env mocha . && jest', 'jest: npx jest'],
    ['tape "test/*.js" | tap-spec', 'tap: npx tape test/*.js'],
    ['echo "a && b" && mocha', 'mocha: npx mocha'],
    ['jest test/zones.test && cross-env TZ=Europe/Paris jest test/zones.test && jest --coverage', 'jest: npx jest'],
    ['jest --env node && jest --env jsdom', 'jest: npx jest --env node'],
    ['mocha test/unit && jest', 'mocha: npx mocha test/unit'],
    ['npm run lint && bun test', 'junit: bun test --reporter=junit --reporter-outfile={report}'],
  ])('%s: the part of the runner', async (test, expected) => {
    expect(await commandOf({ test, lint: 'eslint .' })).toBe(expected);
  });

  it.each([
    ['npm run unit -- --ci', 'jest: npx jest --runInBand --ci'],
    ['npm run -s unit', 'jest: npx jest --runInBand'],
    ['pnpm unit', 'jest: npx jest --runInBand'],
    ['yarn run unit', 'jest: npx jest --runInBand'],
    ['run-s lint:* unit', 'jest: npx jest --runInBand'],
    ['npx npm-run-all lint:js unit', 'jest: npx jest --runInBand'],
    ['nyc npm run unit', 'jest: npx jest --runInBand'],
  ])('%s: also in the script that it runs', async (test, expected) => {
    expect(await commandOf({ test, unit: 'jest --runInBand', 'lint:js': 'eslint .' })).toBe(expected);
  });

  it.each([
    ['cd packages/one && mocha', 'mocha: npm test'],
    ['xo && NODE_ENV=test mocha', 'mocha: npm test'],
    ['(tsc && mocha)', 'mocha: npm test'],
    ['mocha || true', 'mocha: npm test'],
    ['tsc && node --test dist/test/', 'node: npm test'],
    ['tsc && mocha ./build/**/*.test.js', 'mocha: npm test'],
  ])('%s: the whole script, where a part alone would do something else', async (test, expected) => {
    expect(await commandOf({ test })).toBe(expected);
  });

  it.each([
    ['npm test', 'a script that runs itself'],
    ['npm test --workspaces', 'the scripts of other packages'],
    ['pnpm -r test', 'the scripts of other packages'],
    ['eslint --env jest .', 'a linter'],
    ['npm run missing', 'a script that does not exist'],
  ])('%s: none, as it is %s', async (test) => {
    expect(await commandOf({ test })).toBe('null: undefined');
  });

  it('is that of test:unit where the script test has none', async () => {
    expect(await commandOf({ test: 'turbo run test', 'test:unit': 'vitest' })).toBe('vitest: npx vitest run');
    expect(await commandOf({ 'test:unit': 'cd a && vitest' })).toBe('vitest: npm run test:unit');
  });
});

describe('options that keep tests out of the report, and options that only measure coverage', () => {
  it.each([
    ['vitest run --bail 1 --coverage.reporter text --coverage test', 'npx vitest run test'],
    ['vitest --bail=1', 'npx vitest run'],
    ['jest --bail 3 --coverage --coverageReporters=text --collectCoverageFrom src a', 'npx jest a'],
    ['jest -b a.test.js', 'npx jest a.test.js'],
    ['mocha -b --forbid-only', 'npx mocha --forbid-only'],
    ['ava --fail-fast --serial', 'npx ava --serial'],
    ['playwright test -x --max-failures 2', 'npx playwright test'],
    ['c8 --reporter=lcov -r text node --test', 'node --test'],
    ['cross-env CI=1 nyc mocha', 'npx cross-env CI=1 mocha'],
    ['pytest -xvs --maxfail 2 --cov=src tests', 'pytest -vs tests'],
    ['pytest -x -k x', 'pytest -k x'],
    ['go test -failfast -coverprofile=c.out ./...', 'go test ./...'],
    ['bundle exec rspec --fail-fast', 'bundle exec rspec'],
    ['bun test --bail 2 --coverage a', 'bun test --reporter=junit --reporter-outfile={report} a'],
    ['deno test -A --fail-fast', 'deno test --junit-path={report} -A'],
    ['tape a.js -- --bail', 'npx tape a.js -- --bail'],
  ])('are dropped: %s', async (test, expected) => {
    expect((await detect({ test })).command?.join(' ')).toBe(expected);
  });

  it('are named, with the script that they come from', async () => {
    const test = 'npm run build && nyc --all mocha --bail && playwright test';
    expect((await detect({ test, build: 'vite build' })).notes).toEqual([
      `From the script test of package.json: ${test}`,
      'Dropped: --bail (the report must list every test); nyc --all (only coverage).',
      'Without `npm run build`, `playwright test`: if the tests need it, use command: npm test',
    ]);
  });

  it('are a remark where only the script can run the tests', async () => {
    expect((await detect({ test: 'NODE_ENV=test mocha --bail' })).notes).toEqual([
      'From the script test of package.json: NODE_ENV=test mocha --bail',
      'Remove --bail from the script: the report must list every test.',
    ]);
    expect((await detect({ test: 'NODE_ENV=test mocha' })).notes).toBeUndefined();
  });

  it('are not missed by the tests: reports of coverage, and commands that only clean up', async () => {
    expect((await detect({ test: 'rimraf tmp && c8 node --test && c8 report' })).notes).toEqual([
      'From the script test of package.json: rimraf tmp && c8 node --test && c8 report',
      'Dropped: c8 (only coverage).',
    ]);
  });

  it('are no remark where there are none', async () => {
    expect((await detect({ test: 'mocha' })).notes).toBeUndefined();
  });

  it.each([
    ['pytest', { 'pytest.ini': '[pytest]\naddopts = -ra -x\n' }, ['python3', '-m', 'pytest', '--maxfail=0']],
    ['pytest', { 'pyproject.toml': '[tool.pytest.ini_options]\naddopts = ["-ra", "--maxfail=1"]\n' }, null],
    ['pytest', { 'tox.ini': '[pytest]\naddopts =\n  -ra\n  --exitfirst\n' }, null],
    ['rspec', { '.rspec': '--color\n--fail-fast\n' }, ['rspec', '--no-fail-fast']],
    ['mocha', { ...aPackage({ scripts: { test: 'mocha' } }), '.mocharc.json': '{\n  "bail": true\n}' }, null],
  ])('of the config of %s are overruled, and a note says so', async (_runner, files, command) => {
    const { command: found, notes } = await detectProject(aFolder(files), { path: '' });
    expect(found?.at(-1)).toMatch(/^--(?:maxfail=0|no-fail-fast|no-bail)$/);
    if (command !== null) expect(found).toEqual(command);
    expect(notes?.at(-1)).toContain('ends the suite at the first failure');
  });

  it.each([
    ['pytest.ini', '[pytest]\naddopts = -ra -n 4\nmarkers =\n  x: -x\n'],
    ['pyproject.toml', '[tool.pytest.ini_options]\naddopts = "-ra --max-worker-restart=1"\n\n[tool.x]\ny = "-x"\n'],
  ])('are not made up from other lines of %s', async (name, text) => {
    expect((await detectProject(aFolder({ [name]: text, 'conftest.py': '' }), { path: '' })).command).toEqual([
      'python3',
      '-m',
      'pytest',
    ]);
  });
});

describe('the other parts of a script', () => {
  it.each([
    ['xo && ava && tsd', { lint: 'npx xo', types: 'npx tsd' }],
    [
      'npm run lint && npm run build && npm run typecheck && ava',
      {
        lint: 'npm run lint',
        build: 'npm run build',
        types: 'npm run typecheck',
      },
    ],
    ['tsc --noEmit && biome ci . && ava', { types: 'npx tsc --noEmit', lint: 'npx biome ci .' }],
    ['tsc && ava', { build: 'npx tsc' }],
    ['eslint . && prettier --check . && ava', { lint: 'npx eslint .', format: 'npx prettier --check .' }],
    ['eslint src && eslint test && ava', { lint: 'npx eslint src', eslint: 'npx eslint test' }],
    ['eslint . && eslint . && ava', { lint: 'npx eslint .' }],
    ['yarn lint && yarn ava', { lint: 'yarn run lint' }],
    ['ava', {}],
    ['rimraf dist && node scripts/make.js && prettier --write . && ava', {}],
  ])('%s: are checks, where they are known', async (test, checks) => {
    expect(await checksOf({ test, lint: 'eslint .', build: 'rollup -c', typecheck: 'tsc --noEmit' })).toEqual(checks);
  });

  it('that would change sources are checks without the option that does', async () => {
    expect(await checksOf({ test: 'npm run lint && ava', lint: 'eslint . --fix' })).toEqual({ lint: 'npx eslint .' });
  });

  it('that a script runs before or after it are checks, too', async () => {
    expect(await checksOf({ pretest: 'eslint .', test: 'ava', posttest: 'tsd' })).toEqual({
      lint: 'npx eslint .',
      types: 'npx tsd',
    });
  });

  it('compile only if their config says that they write nothing', async () => {
    const files = { 'tsconfig.json': '{ "compilerOptions": { "noEmit": true } }', 'config/t.json': '{}' };
    expect(await checksOf({ test: 'tsc -p . && ava' }, files)).toEqual({ types: 'npx tsc -p .' });
    expect(await checksOf({ test: 'tsc -p config/t.json && ava' }, files)).toEqual({
      build: 'npx tsc -p config/t.json',
    });
  });

  it('are nothing where no part runs tests that are known', async () => {
    expect(await detect({ test: 'xo && lab' })).toMatchObject({ runner: null, command: null, checks: [] });
  });
});
