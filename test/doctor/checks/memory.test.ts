import { describe, expect, test } from 'vitest';
import { judgeMemory } from '../../../src/doctor/checks/machine.check.ts';

const tests = (bytes: number | null) => ({ bytes, key: 'tests.memory' });
const agent = (bytes: number | null) => ({ bytes, key: 'agent.memory' });

describe('memory', () => {
  test('is shown with each limit, and where that comes from', () => {
    expect(judgeMemory([tests(null), agent(4e9)], 8e9)).toEqual({
      state: 'ok',
      says: '8.0 GB free; tests.memory 6.0 GB (default), agent.memory 4.0 GB (config)',
    });
  });

  test('of which less is free than a limit is a warning', () => {
    expect(judgeMemory([tests(null), agent(5e8)], 1e9)).toEqual({
      state: 'warning',
      says: '1.0 GB free; tests.memory 2.0 GB (default), agent.memory 500 MB (config): the system may end a program before it reaches its limit',
      fix: 'Free memory, or set tests.memory to less.',
    });
  });
});
