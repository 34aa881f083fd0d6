/**
 * Which new configs of vitest give an agent no more than its own tests do: plain values that say where tests are, and
 * what each of them begins with.
 *
 * @module
 */
import { z } from 'zod';
import { NO_DATA, readLiteralConfig } from '../set-up/literal-config.ts';
import { checkSettings, type SetUp } from '../set-up/plain-settings.ts';

/** A pattern that takes nothing away, in the project. */
const PLACE = /^(?!!)(?!.*(?:\.\.|node_modules))/;

const flag = z.boolean();
const places = z.array(z.string().regex(PLACE));

/** Folders without tests of the project. */
const NO_TESTS = /^(?:\*\*\/)?(?:node_modules|dist|coverage)(?:\/\*\*(?:\/\*)?)?\/?$/;

const test = z
  .strictObject({
    clearMocks: flag,
    coverage: z
      .strictObject({
        provider: z.enum(['v8', 'istanbul']),
        reporter: z.array(z.string()).or(z.string()),
        reportsDirectory: z.string(),
      })
      .partial(),
    environment: z.enum(['node', 'jsdom', 'happy-dom']),
    exclude: z.array(z.string().regex(NO_TESTS)),
    fileParallelism: flag,
    globals: flag,
    hookTimeout: z.number(),
    include: places,
    includeSource: places,
    mockReset: flag,
    name: z.string(),
    pool: z.enum(['threads', 'forks']),
    restoreMocks: flag,
    testTimeout: z.number(),
    unstubEnvs: flag,
    unstubGlobals: flag,
    watch: flag,
  })
  .partial();

const config = z.strictObject({ test: test.optional() });

export const isPlainVitest = async (text: string): Promise<SetUp> => {
  const read = await readLiteralConfig(text, ['vitest/config', 'vite']);
  return read === undefined ? NO_DATA : checkSettings(config, read);
};
