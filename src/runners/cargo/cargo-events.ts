/** The lines of libtest's `--format json`, and cargo's lines on standard error before each test program. */
import { z } from 'zod';
import { once } from '../../base/once.ts';

const event = once(() => {
  const count = z.int().nonnegative();
  return z.union([
    z.looseObject({ type: z.literal('suite'), event: z.literal('started'), test_count: count }),
    z.looseObject({
      type: z.literal('suite'),
      event: z.enum(['ok', 'failed']),
      passed: count,
      failed: count,
      ignored: count,
      measured: count,
    }),
    z.looseObject({
      type: z.literal('test'),
      event: z.enum(['started', 'ok', 'failed', 'ignored', 'timeout']),
      name: z.string(),
      stdout: z.string().optional(),
      message: z.string().optional(),
      reason: z.string().optional(),
    }),
    z.looseObject({ type: z.literal('bench'), name: z.string() }),
  ]);
});

/** One event of a test program. */
export type CargoEvent = z.output<ReturnType<typeof event>>;

/** `null`: not an event. */
export const parseCargoEvent = (line: string): CargoEvent | null => {
  if (!line.startsWith('{')) return null;
  try {
    return event().parse(JSON.parse(line));
  } catch {
    return null;
  }
};

/** A test program that cargo starts: its crate, and its source relative to its package, `''` for tests inside of the sources. */
export interface CargoProgram {
  readonly crate: string;
  readonly file: string;
}

/** The content of a line of cargo on standard error. */
type CargoLine =
  | ({ readonly kind: 'program' } & CargoProgram)
  | { readonly kind: 'doc_tests' }
  | { readonly kind: 'broken'; readonly crate: string };

const PROGRAM = /^ +Running (?<unit>unittests )?(?<source>\S+\.rs) \((?<program>[^)]+)\)$/;
const BROKEN = /^error: could not compile `([^`]+)`/;

/** `null`: an irrelevant line. */
export const parseCargoLine = (line: string): CargoLine | null => {
  const { unit, source = '', program } = PROGRAM.exec(line)?.groups ?? {};
  if (program !== undefined) {
    const crate = (program.split(/[\\/]/).at(-1) ?? '').replace(/-[\da-f]{16}(?:\.exe)?$/, '');
    return { kind: 'program', crate, file: unit === undefined ? source.replaceAll('\\', '/') : '' };
  }
  if (/^ +Doc-tests \S+$/.test(line)) return { kind: 'doc_tests' };
  const [, crate] = BROKEN.exec(line) ?? [];
  return crate === undefined ? null : { kind: 'broken', crate };
};
