import { expect, test } from 'vitest';
import { makeTestEnvironment } from '../../src/runners/test-environment.ts';

test('the environment of a test run has the marker, and neither the nonce, nor traces of a runner or a git hook around it, nor what was compiled before', () => {
  const parent = {
    PATH: '/bin',
    GOFLAGS: '-mod=mod',
    TURBO_FORCE: 'true',
    DUALGATE_NONCE: 'secret',
    DUALGATE_PHASE: 'RED',
    NODE_OPTIONS: '--inspect',
    NODE_TEST_CONTEXT: 'child-v8',
    VITEST: 'true',
    VITEST_POOL_ID: '1',
    JEST_WORKER_ID: '1',
    MOCHA_WORKER_ID: '1',
    PW_TEST_REPORTER: '/reporter.js',
    TEST_WORKER_INDEX: '0',
    GIT_DIR: '/repository/.git/worktrees/w',
    GIT_INDEX_FILE: '/repository/.git/worktrees/w/index',
    FORCE_COLOR: '1',
  };
  const added = { DUALGATE_RUN: 'r1', DUALGATE_NONCE: 'secret', NODE_OPTIONS: '--max-old-space-size=512' };
  expect(makeTestEnvironment(parent, added)).toEqual({
    PATH: '/bin',
    DUALGATE_RUN: 'r1',
    NODE_OPTIONS: '--max-old-space-size=512',
    TSX_DISABLE_CACHE: '1',
    NODE_DISABLE_COMPILE_CACHE: '1',
    BABEL_DISABLE_CACHE: '1',
    JITI_FS_CACHE: 'false',
    TURBO_CACHE: 'local:,remote:',
    TURBO_ENV_MODE: 'loose',
    NX_SKIP_NX_CACHE: 'true',
    NX_SKIP_REMOTE_CACHE: 'true',
    NX_DAEMON: 'false',
    WIREIT_CACHE: 'none',
    MOON_CACHE: 'off',
    RUSH_BUILD_CACHE_ENABLED: '0',
    PANTS_TEST_FORCE: 'true',
    GOFLAGS: '-mod=mod -count=1',
    CI: '1',
    NO_COLOR: '1',
  });
});
