import { describe, expect, test } from 'vitest';
import { makeAgentEnvironment } from '../../src/agents/take-turn.ts';

describe("the agent's environment", () => {
  test("is the user's own, with what the loop adds", () => {
    const own = {
      PATH: '/bin',
      HOME: '/home/ann',
      ANTHROPIC_API_KEY: 'k',
      GIT_AUTHOR_NAME: 'Ann',
      NODE_OPTIONS: '--x',
    };
    expect(makeAgentEnvironment(own, { DUALGATE_RUN: 'r1' })).toEqual({ ...own, DUALGATE_RUN: 'r1' });
  });

  test('has nothing of an outer dualgate, whose nonce would be good for another iteration', () => {
    const outer = { DUALGATE_RUN: 'outer', DUALGATE_NONCE: 'n', DUALGATE_SIGNAL: '/x', DUALGATE_PHASE: 'RED' };
    expect(makeAgentEnvironment(outer, { DUALGATE_RUN: 'r1' })).toEqual({ DUALGATE_RUN: 'r1' });
  });

  test('has nothing of a test runner or a git hook that started us', () => {
    const around = {
      VITEST: 'true',
      VITEST_WORKER_ID: '1',
      NODE_TEST_CONTEXT: 'child',
      JEST_WORKER_ID: '1',
      MOCHA_WORKER_ID: '0',
      TEST_PARALLEL_INDEX: '0',
      GIT_DIR: '.git',
      GIT_INDEX_FILE: 'index',
      GIT_PREFIX: '',
    };
    expect(makeAgentEnvironment(around, {})).toEqual({});
  });

  test('has what the config adds, even under such a name', () => {
    expect(makeAgentEnvironment({ GIT_DIR: 'hook' }, { GIT_DIR: 'asked for' })).toEqual({ GIT_DIR: 'asked for' });
  });
});
