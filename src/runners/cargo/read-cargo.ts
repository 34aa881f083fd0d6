/** Reads `cargo test` with libtest's JSON; names of programs are on stderr. Complete when each started and ended. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { type TestCase, boundMessage } from '../test-run.ts';
import { createLineCutter } from '../../base/cut-lines.ts';
import { collectTests, type OnTest, type SuiteReader } from '../report/suite-report.ts';
import { once } from '../../base/once.ts';
import { parseJson } from '../../base/text/parse-json.ts';

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

type CargoEvent = z.output<ReturnType<typeof event>>;

/** `null`: not an event. */
const parseCargoEvent = (line: string): CargoEvent | null =>
  line.startsWith('{') ? (event().safeParse(parseJson(line)).data ?? null) : null;

/** A test program that cargo starts: its crate, and its source relative to its package, `''` for tests inside of the sources. */
interface CargoProgram {
  readonly crate: string;
  readonly file: string;
}

type CargoLine =
  | ({ readonly kind: 'program' } & CargoProgram)
  | { readonly kind: 'doc_tests' }
  | { readonly kind: 'broken'; readonly crate: string };

const PROGRAM = /^ +Running (?<unit>unittests )?(?<source>\S+\.rs) \((?<program>[^)]+)\)$/;
const BROKEN = /^error: could not compile `([^`]+)`/;

/** `null`: an irrelevant line. */
const parseCargoLine = (line: string): CargoLine | null => {
  const { unit, source = '', program } = PROGRAM.exec(line)?.groups ?? {};
  if (program !== undefined) {
    const crate = (program.split(/[\\/]/).at(-1) ?? '').replace(/-[\da-f]{16}(?:\.exe)?$/, '');
    return { kind: 'program', crate, file: unit === undefined ? source.replaceAll('\\', '/') : '' };
  }
  if (/^ +Doc-tests \S+$/.test(line)) return { kind: 'doc_tests' };
  const [, crate] = BROKEN.exec(line) ?? [];
  return crate === undefined ? null : { kind: 'broken', crate };
};

// Tested code can print into the stream past libtest's capture: a test must start and end once, and totals must match.

/** The name is the one of Rust, `tests::adds`. */
type CargoTest = Pick<TestCase, 'name' | 'state' | 'message' | 'failure'>;

interface CargoSuite {
  readonly planned: number;
  readonly open: Set<string>;
  readonly ended: Set<string>;
  readonly sums: Record<TestCase['state'], number>;
  readonly problems: string[];
  /** Ended, and not reported yet. */
  readonly waiting: CargoTest[];
  isOver: boolean;
}

const openSuite = (planned: number): CargoSuite => ({
  planned,
  open: new Set(),
  ended: new Set(),
  sums: { passed: 0, failed: 0, skipped: 0 },
  problems: [],
  waiting: [],
  isOver: false,
});

/** The messages of `assert!` and `assert_eq!` without words of the test's own, and of `should_panic`. */
const ASSERTION = /^assertion (?:failed: |`|left )|^test did not panic as expected/m;
const STATES = { ok: 'passed', failed: 'failed', ignored: 'skipped' } as const;

/** Takes the next event of a suite but its first. */
const addToSuite = (suite: CargoSuite, event: CargoEvent): void => {
  if (suite.isOver) suite.problems.push('a test program has events after its end');
  else if (event.type === 'bench') suite.problems.push(`the benchmark ${event.name} ran: benchmarks are not tests`);
  else if (event.type === 'suite') closeSuite(suite, event);
  else if (event.event === 'started') {
    if (suite.open.has(event.name) || suite.ended.has(event.name))
      suite.problems.push(`the test ${event.name} started twice: ${PRINTED}`);
    suite.open.add(event.name);
  } else if (event.event !== 'timeout') {
    if (!suite.open.delete(event.name)) {
      const what = suite.ended.has(event.name) ? 'ended twice' : 'ended but never started';
      suite.problems.push(`the test ${event.name} ${what}: ${PRINTED}`);
      return;
    }
    suite.ended.add(event.name);
    const state = STATES[event.event];
    suite.sums[state] += 1;
    const message = [event.stdout, event.message ?? event.reason].filter((part) => part !== undefined).join('\n');
    const failure = ASSERTION.test(message) ? ({ failure: 'assertion' } as const) : {};
    suite.waiting.push({ name: event.name, state, ...(state === 'failed' && { message, ...failure }) });
  }
};

const judgeSuite = ({ isOver, open, problems }: CargoSuite): readonly string[] => {
  if (isOver) return problems;
  const [first] = open;
  const where = first === undefined ? '' : `, while ${first} ran`;
  return [...problems, `it has no end: its test program exited before its tests had ended${where}`];
};

const closeSuite = (suite: CargoSuite, event: Extract<CargoEvent, { type: 'suite' }>): void => {
  if (event.event === 'started') return;
  suite.isOver = true;
  const { passed, failed, skipped } = suite.sums;
  const isRight =
    event.passed === passed && event.failed === failed && event.ignored === skipped && event.measured === 0;
  if (!isRight || suite.planned !== passed + failed + skipped)
    suite.problems.push('the totals of its test program do not add up: other output was printed among its events');
};

const PRINTED = 'other output looks like an event of libtest';

const STDERR_LIMIT = 64_000;
const DOC_TESTS: CargoProgram = { crate: 'doc tests', file: '' };

/** A reader of one `cargo test`. Tests inside of sources have no file: their file is production code. */
export const readCargo = (onTest: OnTest, workspace: string): SuiteReader => {
  const found = collectTests(onTest);
  const suites: CargoSuite[] = [];
  const programs: CargoProgram[] = [];
  const broken: string[] = [];
  const problems: string[] = [];
  const names = new Map<string, number>();
  let docTests = 0;
  let stderr = '';

  /** `null` while it is not known: the two streams come apart. */
  const programOf = (position: number): CargoProgram | null => programs[position] ?? (docTests > 0 ? DOC_TESTS : null);
  const add = ({ crate, file }: CargoProgram, { name, state, message, failure }: CargoTest): void => {
    const isThere = file !== '' && existsSync(join(workspace, file));
    // The line of a doc test moves with the code above it: it is no name.
    const path = [crate, ...name.replace(/ \(line \d+\)/, '').split('::')].join(' > ');
    const id = `${isThere ? file : ''} ${path}`;
    const times = (names.get(id) ?? 0) + 1;
    names.set(id, times);
    found.add({
      file: isThere ? file : '',
      name: times === 1 ? path : `${path} (${times})`,
      state,
      ...(message !== undefined && { message: boundMessage(message) }),
      ...(failure !== undefined && { failure }),
    });
  };
  const report = (): void => {
    for (const [position, suite] of suites.entries()) {
      const program = programOf(position);
      if (program === null) return;
      for (const test of suite.waiting.splice(0)) add(program, test);
    }
  };

  const output = createLineCutter((line) => {
    const event = parseCargoEvent(line.toString('utf8'));
    if (event === null) return;
    const last = suites.at(-1);
    if (event.type === 'suite' && event.event === 'started') suites.push(openSuite(event.test_count));
    else if (last === undefined) problems.push('a test ran before any test program started');
    else addToSuite(last, event);
    report();
  });
  const errors = createLineCutter((line) => {
    const text = line.toString('utf8');
    if (stderr.length < STDERR_LIMIT) stderr += `${text}\n`;
    const said = parseCargoLine(text);
    if (said?.kind === 'program') programs.push(said);
    else if (said?.kind === 'doc_tests') docTests += 1;
    else if (said?.kind === 'broken') broken.push(said.crate);
    report();
  });
  const judge = (): readonly string[] => [
    ...problems,
    ...suites.flatMap((suite, i) => judgeSuite(suite).map((it) => `${programOf(i)?.crate ?? 'cargo test'}: ${it}`)),
    ...(suites.length < programs.length + docTests
      ? [
          `${programs.length + docTests - suites.length} of the test programs wrote no report: programs without libtest (harness = false) are not supported`,
        ]
      : []),
    ...(suites.length > programs.length && docTests === 0 ? ['there are more reports than test programs'] : []),
    ...(output.rest().length > 0 ? ['the last line of the output is incomplete'] : []),
  ];

  return {
    push: output.push,
    pushStderr: errors.push,
    finish: () => {
      if (errors.rest().length > 0) errors.push(Buffer.from('\n'));
      const isFresh = suites.length + broken.length + programs.length + docTests > 0;
      const all = isFresh ? judge() : ['the output contains no events of libtest'];
      return {
        report_fresh: isFresh,
        report_complete: isFresh && all.length === 0,
        tests: found.tests,
        load_failures: broken.map((crate) => ({
          file: '',
          message: boundMessage(`${crate}: ${describeErrors(stderr)}`),
        })),
        unhandled_errors: [],
        problems: all,
      };
    },
  };
};

/** From the first error on, without the warnings in front of it. */
const describeErrors = (stderr: string): string => {
  const from = stderr.search(/^error(?:\[\w+\])?: (?!could not compile)/m);
  return from === -1 ? stderr.trimEnd().split('\n').slice(-5).join('\n') : stderr.slice(from);
};
