/**
 * The lines of the report that our own reporters write (reporters/report-file.mjs): JSON, one object a line.
 *
 * @module
 */
import { z } from 'zod';

const sum = z.int().nonnegative();
const seal = z.string().length(64);

const reportLine = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('start'), v: z.literal(1), seal }),
  z.strictObject({
    type: z.literal('test'),
    file: z.string(),
    name: z.string(),
    state: z.enum(['passed', 'failed', 'skipped']),
    message: z.string().optional(),
  }),
  z.strictObject({ type: z.literal('load_failure'), file: z.string(), message: z.string() }),
  z.strictObject({ type: z.literal('unhandled'), file: z.string(), message: z.string() }),
  z.strictObject({ type: z.literal('problem'), file: z.string(), message: z.string() }),
  z.strictObject({ type: z.literal('coverage'), covered: sum, total: sum }),
  z.strictObject({
    type: z.literal('end'),
    passed: sum,
    failed: sum,
    skipped: sum,
    load_failures: sum,
    unhandled_errors: sum,
    interrupted: z.boolean(),
    seal,
  }),
]);

/** One line of a report. `start` and `end` carry seals, which only who has the key can make. */
export type ReportLine = z.infer<typeof reportLine>;

/** `null`: not a line that a reporter of ours writes. */
export const parseReportLine = (line: string): ReportLine | null => {
  try {
    return reportLine.parse(JSON.parse(line));
  } catch {
    return null;
  }
};
