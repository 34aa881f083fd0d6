import { defineConfig } from 'vitest/config';

/** Every real agent program that the folder DUALGATE_AGENTS holds, one turn of each case. */
export default defineConfig({
  test: { root: new URL('..', import.meta.url).pathname, include: ['test/agents/real/*.suite.ts'], testTimeout: 260_000 },
});
