/**
 * The limits of memory of a config, as programs are started with them.
 *
 * @module
 */
import type { MemoryLimit } from '../processes/watch-memory.ts';
import type { AgentConfig } from './shape-agent.ts';
import type { TestsConfig } from './shape-suites.ts';

/** Also of builds, checks, measures and CI. */
export const memoryOfTests = ({ memory_bytes }: Pick<TestsConfig, 'memory_bytes'>): MemoryLimit => ({
  bytes: memory_bytes ?? null,
  key: 'tests.memory',
});

/** Also of a reviewer. */
export const memoryOfAgent = ({ memory_bytes }: Pick<AgentConfig, 'memory_bytes'>): MemoryLimit => ({
  bytes: memory_bytes ?? null,
  key: 'agent.memory',
});
