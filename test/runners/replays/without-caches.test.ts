import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { CACHING_TOOLS } from '../../../src/runners/replays/caching-tools.ts';
import {
  commandWithoutCaches,
  forgetRuns,
  variablesWithoutCaches,
} from '../../../src/runners/replays/watch-replays.ts';
import { makeProject } from '../project.ts';

describe('the variables of a test run', () => {
  test('switch the caches of task runners off, whatever the user has set', () => {
    expect(variablesWithoutCaches({ TURBO_FORCE: 'false', WIREIT_CACHE: 'local' })).toMatchObject({
      TURBO_FORCE: undefined,
      TURBO_CACHE: 'local:,remote:',
      TURBO_ENV_MODE: 'loose',
      NX_SKIP_NX_CACHE: 'true',
      NX_DAEMON: 'false',
      WIREIT_CACHE: 'none',
      MOON_CACHE: 'off',
    });
  });

  test('add to the flags of go, and leave them to a file of `go env -w` that has some', async () => {
    const workspace = await makeProject({ goenv: 'GOFLAGS=-mod=vendor\n' });
    vi.stubEnv('GOENV', join(workspace, 'none'));
    expect(variablesWithoutCaches({})['GOFLAGS']).toBe('-count=1');
    expect(variablesWithoutCaches({ GOFLAGS: '-mod=mod' })['GOFLAGS']).toBe('-mod=mod -count=1');
    vi.stubEnv('GOENV', join(workspace, 'goenv'));
    expect(variablesWithoutCaches({})['GOFLAGS']).toBeUndefined();
    expect(variablesWithoutCaches({ GOFLAGS: '-v' })['GOFLAGS']).toBe('-v -count=1');
    vi.unstubAllEnvs();
  });
});

test.each([
  ['bazel test //...', 'bazel test --nocache_test_results //...'],
  ['bazel test --nocache_test_results //...', 'bazel test --nocache_test_results //...'],
  ['bazel run //app', 'bazel run //app'],
  ['./gradlew test', './gradlew test --no-build-cache'],
  ['npx vp run t', 'npx vp run --no-cache t'],
  ['npx lage test', 'npx lage test --no-cache'],
  ['npm test', 'npm test -- --no-cache'],
  ['npx vitest run', 'npx vitest run'],
])('%s is started as %s', async (command, expected) => {
  const workspace = await makeProject({ 'package.json': '{"scripts":{"test":"lage test"}}' });
  expect(commandWithoutCaches(command.split(' '), workspace).join(' ')).toBe(expected);
});

test('what wireit takes for done is forgotten in every package, and nothing else is touched', async () => {
  const workspace = await makeProject({
    '.wireit/74657374/fingerprint': '1',
    '.wireit/74657374/manifest': '1',
    'packages/a/.wireit/74657374/fingerprint': '1',
    'packages/a/fingerprint': 'mine',
  });
  await forgetRuns(
    workspace,
    CACHING_TOOLS.filter(({ name }) => name === 'turbo'),
  );
  const read = (path: string) => () => readFileSync(join(workspace, path), 'utf8');
  expect(read('.wireit/74657374/fingerprint')()).toBe('1');
  await forgetRuns(
    workspace,
    CACHING_TOOLS.filter(({ name }) => name === 'wireit'),
  );
  expect(read('.wireit/74657374/fingerprint')).toThrow('ENOENT');
  expect(read('packages/a/.wireit/74657374/fingerprint')).toThrow('ENOENT');
  expect([read('.wireit/74657374/manifest')(), read('packages/a/fingerprint')()]).toEqual(['1', 'mine']);
});

test('what wireit takes for done is forgotten where only a script of a package starts it', async () => {
  const fingerprint = 'packages/a/.wireit/74657374/fingerprint';
  const workspace = await makeProject({
    'packages/a/package.json': '{"scripts":{"test":"wireit"}}',
    [fingerprint]: '1',
  });
  await forgetRuns(workspace, []);
  expect(() => readFileSync(join(workspace, fingerprint))).toThrow('ENOENT');
});
