/**
 * Durations as people write them: integers with a unit, the largest unit first.
 *
 * @module
 */
import { z } from 'zod';

/** A longer timer overflows in Node and fires at once. */
const LONGEST_HOURS = 500;

const PATTERN = /^(?=\d)(?:(\d{1,9})h)?(?:(\d{1,9})m(?!s))?(?:(\d{1,9})s)?(?:(\d{1,9})ms)?$/;
const EXPECTED = 'must be a duration with a unit (h, m, s or ms), such as 30m, 90s or 1h30m';
const BOUNDED = `must be a duration from 1ms to ${LONGEST_HOURS}h`;

/** Milliseconds, or `null` if the text is not a duration. */
export const parseDuration = (text: string): number | null => {
  const match = PATTERN.exec(text);
  if (match === null) return null;
  const [hours, minutes, seconds, milliseconds] = match.slice(1).map((digits) => Number(digits ?? 0));
  return (((hours ?? 0) * 60 + (minutes ?? 0)) * 60 + (seconds ?? 0)) * 1000 + (milliseconds ?? 0);
};

/** A duration in a config; milliseconds after parsing. */
export const duration = () =>
  z
    .string({ error: EXPECTED })
    .regex(PATTERN, { error: EXPECTED, abort: true })
    .transform((text, context) => {
      const ms = parseDuration(text) ?? 0;
      if (ms >= 1 && ms <= LONGEST_HOURS * 3_600_000) return ms;
      context.addIssue({ code: 'custom', message: BOUNDED });
      return z.NEVER;
    });
