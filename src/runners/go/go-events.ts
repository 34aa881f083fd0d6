/** The lines of `go test -json`. */
import { z } from 'zod';

const goEvent = z.looseObject({
  Action: z.string(),
  Package: z.string().default(''),
  /** The built package, since Go 1.24. */
  ImportPath: z.string().default(''),
  Test: z.string().default(''),
  Output: z.string().default(''),
  FailedBuild: z.string().optional(),
});

/** One event, see `go doc test2json`. */
export type GoEvent = z.output<typeof goEvent>;

/** `null`: not an event, but something that go or a script printed. */
export const parseGoEvent = (line: string): GoEvent | null => {
  if (!line.startsWith('{')) return null;
  try {
    return goEvent.parse(JSON.parse(line));
  } catch {
    return null;
  }
};

/** The frame of `go test` around the output of a test, without information on a failure. */
const FRAME = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b|--- (?:PASS|FAIL|SKIP|BENCH):)/;

/** Whether a line of output is the test's own. */
export const isOwnOutput = (output: string): boolean => !FRAME.test(output);
