import { defineConfig } from 'vitest/config';

/** The tests of what decides: those that need nothing but gates, machines and XState, so that a mutant costs a second. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: [
      'test/gates/{approval,create-iteration,deadlocks,decide,floor,not-started,phase,say-unmet,verdict}.test.ts',
      'test/machines/{circuit-breaker,green-runs.actor,refuse-foreign-snapshot,tdd.machine,tdd.restore}.test.ts',
    ],
    setupFiles: ['test/setup.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
});
