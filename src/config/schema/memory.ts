/**
 * Amounts of memory as people write them: a number and a unit.
 *
 * @module
 */
import { z } from 'zod';

const BYTES = { MB: 1e6, GB: 1e9 } as const;
const PATTERN = /^(\d{1,9}(?:\.\d{1,3})?) ?([MG]B)$/;
/** No runner starts with less. */
const LEAST = 50 * BYTES.MB;
const EXPECTED = 'must be an amount of memory of 50MB or more, such as 800MB or 4GB';

/** Bytes, or `null` if the text is no such amount. */
const parseMemory = (text: string): number | null => {
  const [, number, unit] = PATTERN.exec(text) ?? [];
  if (unit !== 'MB' && unit !== 'GB') return null;
  return Math.round(Number(number) * BYTES[unit]);
};

/** A limit in a config; bytes after parsing. @param what - it may use so much */
export const memoryFor = (what: string) =>
  z
    .string({ error: EXPECTED })
    .regex(PATTERN, { error: EXPECTED, abort: true })
    .transform((text, context) => {
      const bytes = parseMemory(text) ?? 0;
      if (bytes >= LEAST) return bytes;
      context.addIssue({ code: 'custom', message: EXPECTED });
      return z.NEVER;
    })
    .optional()
    .describe(
      `Memory that ${what} may use, with all that it starts. Above it, dualgate ends it, and it has failed. Default: three quarters of what is free when it starts, at least 2 GB.`,
    )
    .meta({ examples: ['4GB'] });
