/**
 * How much memory may a test run and a turn use, and is it there?
 *
 * @module
 */
import { memoryOfAgent, memoryOfTests } from '../../config/memory-of.ts';
import { isSession } from '../../config/shape-agent.ts';
import { limitOf, type MemoryLimit } from '../../processes/watch-memory.ts';
import { showMemory } from '../../text/amounts.ts';
import { type Check, ofConfig } from '../check.ts';
import { type Look, ok, warning } from '../finding.ts';

export const memoryCheck: Check = {
  name: 'memory',
  needs: [],
  look: ofConfig(async ({ tests, agent }) =>
    judgeMemory(
      // A person started the program of a session.
      [memoryOfTests(tests), ...(isSession(agent) ? [] : [memoryOfAgent(agent)])],
      process.availableMemory(),
    ),
  ),
};

/** @param free - in bytes; inside a container, of what the container may use */
export const judgeMemory = (limits: readonly MemoryLimit[], free: number): Look => {
  const words = limits.map(({ bytes, key }) => {
    const from = bytes === null ? 'default' : 'config';
    return `${key} ${showMemory(limitOf(bytes, free))} (${from})`;
  });
  const says = `${showMemory(free)} free; ${words.join(', ')}`;
  const over = limits.filter(({ bytes }) => limitOf(bytes, free) > free);
  return over.length === 0
    ? ok(says)
    : warning(
        `${says}: the system may end a program before it reaches its limit`,
        `Free memory, or set ${over.map(({ key }) => key).join(' and ')} to less.`,
      );
};
