/**
 * One package in the stream of `go test -json`. Tested code prints into the same stream, and before Go 1.20 a line that
 * looks like go's own is taken for it: so every test has to begin once, where it can begin, and to end once.
 */
import { z } from 'zod';
import { isResult, type TestCase } from '../test-run.ts';
import { parseJson } from '../../base/text/parse-json.ts';

const goEvent = z.looseObject({
  Action: z.string(),
  Package: z.string().default(''),
  /** The built package, since Go 1.24. */
  ImportPath: z.string().default(''),
  Test: z.string().default(''),
  Output: z.string().default(''),
  FailedBuild: z.string().optional(),
});

export type GoEvent = z.output<typeof goEvent>;

/** `null`: not an event, but something that go or a script printed. */
export const parseGoEvent = (line: string): GoEvent | null =>
  line.startsWith('{') ? (goEvent.safeParse(parseJson(line)).data ?? null) : null;

/** The frame of `go test` around the output of a test, without information on a failure. */
const FRAME = /^\s*(?:=== (?:RUN|PAUSE|CONT|NAME)\b|--- (?:PASS|FAIL|SKIP|BENCH):)/;

const isOwnOutput = (output: string): boolean => !FRAME.test(output);

type GoState = TestCase['state'];
/** The name is the one of Go, `TestA/b`. */
type GoTest = Pick<TestCase, 'name' | 'state' | 'message' | 'failure'>;

interface OpenTest {
  isPaused: boolean;
  hasSubtests: boolean;
  hasFailedSubtests: boolean;
  output: string;
}

export interface GoPackage {
  readonly open: Map<string, OpenTest>;
  readonly ended: Set<string>;
  readonly problems: string[];
  /** Printed outside of any test. */
  output: string;
  /** `testing` says PASS or FAIL when it comes to its end; who leaves early does not. */
  saidVerdict: boolean;
  hasFailedTests: boolean;
  /** A test whose panic ended the program, with the words of the panic. */
  panicked: string | null;
  state: 'running' | 'passed' | 'failed' | 'skipped';
}

const OUTPUT_LIMIT = 8_000;

export const openPackage = (): GoPackage => ({
  open: new Map(),
  ended: new Set(),
  problems: [],
  output: '',
  saidVerdict: false,
  hasFailedTests: false,
  panicked: null,
  state: 'running',
});

export const startTest = (found: GoPackage, name: string): void => {
  const parent = found.open.get(parentOf(name));
  if (found.open.has(name) || found.ended.has(name)) found.problems.push(`the test ${name} started twice: ${PRINTED}`);
  // Tests follow one another; those that run in parallel are paused until the last of the others has ended.
  const other = [...found.open].find(([each, { isPaused }]) => !each.includes('/') && !isPaused)?.[0];
  if (!name.includes('/') && other !== undefined)
    found.problems.push(findCutEnd(found, other) ?? `the test ${name} started inside ${other}: ${PRINTED}`);
  if (parent !== undefined) parent.hasSubtests = true;
  found.open.set(name, { isPaused: false, hasSubtests: false, hasFailedSubtests: false, output: '' });
};

/** Output of a test, or of the package where `name` is `''`. */
export const addOutput = (found: GoPackage, name: string, output: string): void => {
  if (name === '' && /^(?:PASS|FAIL)\n?$/.test(output)) found.saidVerdict = true;
  const target = found.open.get(name) ?? found;
  if (isOwnOutput(output) && target.output.length < OUTPUT_LIMIT) target.output += output;
};

/** A test ends; `null` when its subtests stand for it (rule 2.13). */
export const endTest = (found: GoPackage, name: string, state: GoState): GoTest | null => {
  const test = found.open.get(name);
  if (test === undefined) {
    const what = found.ended.has(name) ? 'ended twice' : 'ended but never started';
    found.problems.push(`the test ${name} ${what}: ${PRINTED}`);
    return null;
  }
  found.open.delete(name);
  found.ended.add(name);
  const parent = found.open.get(parentOf(name));
  if (state === 'failed') found.hasFailedTests = true;
  if (state === 'failed' && parent !== undefined) parent.hasFailedSubtests = true;
  const { output: message } = test;
  const [, words] = PANIC.exec(message) ?? [];
  if (state === 'failed' && words !== undefined) found.panicked ??= `${name} panicked (${words})`;
  if (!isResult({ ...test, state })) return null;
  if (state !== 'failed') return { name, state };
  return { name, state, message, ...(TOLD.test(message) && !PANIC.test(message) && { failure: 'assertion' }) };
};

/** A failure as `testing.T` prints it, with its place. */
const TOLD = /^\s+\S+_test\.go:\d+: /m;
/** The words of a panic, up to 200 characters. */
const PANIC = /^panic: ((?:(?! \[recovered).){0,200})/m;

export const judgePackage = (found: GoPackage): readonly string[] => {
  const [first] = found.open.keys();
  const cut = first === undefined ? null : findCutEnd(found, first);
  const problems = [...new Set([...found.problems, ...(cut === null ? [] : [cut])])];
  if (found.state === 'running') problems.push('it has no end: go test was killed');
  if (first !== undefined && cut === null)
    problems.push(`the test ${first} started but never ended${andMore(found.open.size - 1)}`);
  if ((found.state === 'passed' || found.state === 'failed') && !found.saidVerdict)
    problems.push(
      found.panicked === null
        ? 'its test program exited before its tests had ended'
        : `${found.panicked}, which ends its test program before the other tests: return a wrong value in place of the panic`,
    );
  if (/^ok\s+\S+\s+\(cached\)/m.test(found.output))
    problems.push('its result comes from the cache and not from this test run');
  return problems;
};

/** Why an open test has no end: go's line stands behind other words. It is no end, since tested code can print it. */
const findCutEnd = ({ open }: GoPackage, name: string): string | null => {
  const lines = (open.get(name)?.output ?? '').split('\n');
  return ['PASS', 'FAIL', 'SKIP'].some((word) => lines.some((line) => line.indexOf(`--- ${word}: ${name} (`) > 0))
    ? `the test ${name} printed no newline at the end of its output, so that go, before 1.20, reports no result of it: let it print one`
    : null;
};

const PRINTED = 'other output looks like an event of go test';
const parentOf = (name: string): string => name.slice(0, Math.max(0, name.lastIndexOf('/')));
const andMore = (more: number): string => (more > 0 ? `, and ${more} more` : '');
