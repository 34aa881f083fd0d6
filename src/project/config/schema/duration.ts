/** Durations as people write them: integers with a unit, the largest unit first. */
import { z } from 'zod';
import { shared } from './fields.ts';
import { DURATION, parseDuration } from '../../../base/text/amounts.ts';

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

/** A longer timer overflows in Node and fires at once. */
const LONGEST_HOURS = 500;

const EXPECTED_DURATION = 'must be a duration with a unit (h, m, s or ms), such as 30m, 90s or 1h30m';
const BOUNDED = `must be a duration from 1ms to ${LONGEST_HOURS}h`;

/** A duration in a config; milliseconds after parsing. */
export const duration = shared(() =>
  z
    .string({ error: EXPECTED_DURATION })
    .regex(DURATION, { error: EXPECTED_DURATION, abort: true })
    .transform((text, context) => {
      const ms = parseDuration(text) ?? 0;
      if (ms >= 1 && ms <= LONGEST_HOURS * 3_600_000) return ms;
      context.addIssue({ code: 'custom', message: BOUNDED });
      return z.NEVER;
    }),
);
