import { defineConfig } from 'vitest/config';

/** Every real agent program that the folder DUALGATE_AGENTS holds: one turn of each case, and the whole loop. */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/agents/real/*.suite.ts'],
    setupFiles: ['test/setup.ts'],
    testTimeout: 260_000,
    hookTimeout: 60_000,
  },
});
