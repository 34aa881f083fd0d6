/**
 * Before the first exit of GREEN, the sources of RED's exit run under the tests of now. Each test that failed there
 * must fail again, or it waits for something else than the code: time, a file, a number of runs.
 */
import type { Finding } from '../../../gates/iteration.ts';
import type { Metrics } from '../../../gates/metrics.ts';
import { findBuilds, listIgnored } from '../../project/checkout/checkout.ts';
import { cut, finding } from '../../evidence/findings/findings.ts';
import { leftOut } from '../../evidence/baseline.ts';
import { freezeEdit } from '../../records/fold/reopened-tests.ts';
import { distinctTests, testId } from '../../runners/is-green.ts';
import type { Fingerprint } from '../../project/sources/fingerprint.ts';
import type { TestRun } from '../../runners/test-run.ts';
import type { Measured } from '../iteration.ts';
import type { RunContext } from '../run-context.ts';
import { type ExitQuestion, runAtExit, runInCopy } from '../tests/run-in-copy.ts';
import { selectTests } from '../tests/measure-suite.ts';
import { findExit, openKeptExit } from '../turn/kept-exit.ts';
import { type Check, measureAgain, buildsOfRun } from './agreement.ts';
import { OF_COUNTER_CHECK } from '../../evidence/measures/metrics-of-measures.ts';
import { join } from 'node:path';
import type { Freeze } from '../../evidence/integrity/freeze.ts';
import { languageOf } from '../../evidence/mutation-check/languages.ts';
import { readBytes } from '../../base/files/open-plain.ts';
import { parse } from 'yaml';
import { isPlainObject } from '../../ledger/json.ts';
import { lstat, utimes } from 'node:fs/promises';

// Data that the suite reads and whose values changed since RED: golden files that no test names, or the product's data.

interface DataQuestion {
  readonly folder: string;
  readonly before: Fingerprint['files'];
  readonly now: Fingerprint['files'];
  /** Changes of frozen files are found elsewhere. */
  readonly frozen: Freeze;
}

/** A larger file is not read. */
const MAX_BYTES = 1_000_000;

/** Only files that changed are watched: most runs change none. */
const watchData = ({ folder, before, now, frozen }: DataQuestion) => {
  const changed: string[] = [];
  let listRead = (): Promise<readonly string[]> => Promise.resolve([]);
  const isWatched = ([path, word]: readonly [string, string]): boolean =>
    now.get(path) !== word && languageOf(path) === null && !Object.hasOwn(frozen, path) && !SETTINGS.test(path);
  const watched = [...before].filter(isWatched).map(([path]) => path);
  return {
    isAsked: watched.length > 0,
    before: async (copy: string): Promise<void> => {
      listRead = await watchReads(copy, watched);
    },
    after: async (copy: string): Promise<void> => {
      for (const path of await listRead()) {
        const [then, later] = [await read(join(copy, path)), await read(join(folder, path))];
        if (then !== null && (later === null || !keepsValues(path, then, later))) changed.push(path);
      }
    },
    changed: (): readonly string[] => changed.toSorted(),
  };
};

/** Manifests, which every runner reads. */
const SETTINGS =
  /(?:^|\/)(?:package(?:-lock)?\.json|tsconfig[\w.-]*\.json|[\w.-]+\.lock|go\.(?:mod|sum|work)|[\w.-]+\.toml|pom\.xml|Gemfile[\w.]*|\.[\w.-]+)$/;

const read = async (path: string): Promise<string | null> => {
  const bytes = readBytes(path);
  return bytes === null || bytes.length > MAX_BYTES ? null : bytes.toString('utf8');
};

/** Structured data is compared by value, other text without blanks at the ends of lines. */
export const keepsValues = (path: string, before: string, now: string): boolean => {
  if (!/\.(?:json|ya?ml)$/.test(path)) return textOf(before) === textOf(now);
  try {
    // YAML contains JSON.
    return isKept(parse(before), parse(now));
  } catch {
    return before === now;
  }
};

const textOf = (text: string): string => text.replaceAll(/[ \t\r]+$/gm, '').trim();

const isKept = (before: unknown, now: unknown): boolean => {
  if (Array.isArray(before)) return Array.isArray(now) && before.every((each, at) => isKept(each, now[at]));
  if (isPlainObject(before))
    return isPlainObject(now) && Object.entries(before).every(([key, each]) => isKept(each, now[key]));
  return Object.is(before, now);
};

/** Before every real time: with it a file system that updates access times only sometimes updates this one. */
const LONG_AGO = new Date(1000);

/**
 * To be called before the run. @param folder absolute @param paths of files, relative to it; others are left out
 * @returns to be called after the run, before anything else reads the files: those that were read
 */
export const watchReads = async (
  folder: string,
  paths: Iterable<string>,
): Promise<() => Promise<readonly string[]>> => {
  const watched: string[] = [];
  for (const path of paths) {
    const stats = await lstat(join(folder, path)).catch(() => null);
    if (stats?.isFile() !== true) continue;
    await utimes(join(folder, path), LONG_AGO, stats.mtime);
    watched.push(path);
  }
  return async () => {
    const read: string[] = [];
    for (const path of watched) {
      const stats = await lstat(join(folder, path)).catch(() => null);
      if (stats !== null && stats.atimeMs !== LONG_AGO.getTime()) read.push(path);
    }
    return read;
  };
};

export const counterCheck: Check = {
  name: 'counter-check',
  metrics: OF_COUNTER_CHECK,
  isAsked: (_context, { floor }) => floor.some(({ onlyWith }) => onlyWith === 'counter_check_tests'),
  run: async (context, { measured, tests }, signal) => {
    const found = await runCounterCheck(context, measured, signal);
    return found === null ? measured : measureAgain(context, measured, tests, found);
  },
};

interface CounterFound {
  readonly metrics: Metrics;
  readonly findings: readonly Finding[];
}

/** `null` where no phase before this one needed failing tests. */
const runCounterCheck = async (
  context: RunContext,
  { record: { phase }, reopened, last }: Measured,
  signal: AbortSignal,
): Promise<CounterFound | null> => {
  const { config, journal } = context;
  const state = freezeEdit(journal.state(), reopened);
  const exit = findExit(config, state, phase);
  if (exit === null) return null;
  const kept = await openKeptExit(config, state, exit);
  if (kept === null) return inconclusive(`the sources of the exit of ${exit.phase} are not kept any more`);
  const ignored = leftOut(state.baseline);
  const tests = exit.failing.filter((id) => !ignored.has(id));
  const question = { purpose: 'counter_check', exit, kept, frozen: state.frozen, now: last.files } as const;
  const data = watchData({ folder: config.folder, before: kept.files, now: last.files, frozen: state.frozen });
  const alone = data.isAsked ? null : await askAlone(context, question, tests, signal);
  if (alone !== null) return alone;
  const run = await runAtExit(context, { ...question, around: data }, signal);
  if (run === null) return inconclusive(`the sources of the exit of ${exit.phase} could not be copied`);
  const { metrics, findings } = judgeCounterCheck(tests, run, exit.phase);
  const isHeld = metrics.counter_check_failing !== metrics.counter_check_tests;
  const without = isHeld ? await buildsOfRun(context) : undefined;
  const builds = await findBuilds({ workspace: config.folder, ...(without === undefined ? {} : { without }) });
  return {
    metrics,
    findings: [
      ...findings,
      ...(builds.length === 0 ? [] : [finding('counter_check.builds', { paths: builds })]),
      ...data.changed().map((path) => finding('data.changed', { path, phase: exit.phase })),
    ],
  };
};

/** Runs only their files: each test fails on the exit's sources and passes on those of now, or the whole suite runs. */
const askAlone = async (
  context: RunContext,
  question: ExitQuestion & { readonly now: Fingerprint['files'] },
  tests: readonly string[],
  signal: AbortSignal,
): Promise<CounterFound | null> => {
  const suites = selectTests(context, tests, question.now);
  if (suites.length === 0) return null;
  const ignored = await listIgnored(context.config.folder);
  const then = await runAtExit(context, { ...question, ignored, suites }, signal);
  const found = then === null ? null : judgeCounterCheck(tests, then, question.exit.phase);
  if (found?.metrics.counter_check_failing !== tests.length) return null;
  const files = [...question.now.keys()];
  const now = await runInCopy(context, { purpose: 'counter_check', files, ignored, suites }, signal);
  const passed = new Set(
    distinctTests(now?.tests ?? []).flatMap((each) => (each.state === 'passed' ? [testId(each)] : [])),
  );
  return tests.every((id) => passed.has(id)) ? found : null;
};

/**
 * One test that passes is an answer, whatever the rest of the report is like. Pure.
 * @param tests - ids of those that failed at the exit @param run - of the suite on the sources of that exit
 */
export const judgeCounterCheck = (tests: readonly string[], run: TestRun, phase: string): CounterFound => {
  const states = new Map(distinctTests(run.tests, 'must_fail').map((test) => [testId(test), test.state]));
  const having = (state: 'passed' | 'failed'): readonly string[] => tests.filter((id) => states.get(id) === state);
  const passed = having('passed');
  const failed = having('failed').length;
  if (passed.length === 0 && failed < tests.length) return inconclusive(whyNothing(tests, states, run));
  return {
    metrics: { counter_check_tests: tests.length, counter_check_failing: failed },
    findings:
      passed.length === 0
        ? []
        : [finding('counter_check.passes', { tests: passed.slice(0, SHOWN), more: cut(passed, SHOWN).more, phase })],
  };
};

const SHOWN = 5;

const inconclusive = (why: string): CounterFound => ({
  metrics: {},
  findings: [finding('counter_check.inconclusive', { why })],
});

const whyNothing = (
  tests: readonly string[],
  states: ReadonlyMap<string, string>,
  { ended, load_failures: [load], problems: [problem], unhandled_errors: [error] }: TestRun,
): string => {
  if (ended === 'timed_out') return 'the suite did not finish';
  if (load !== undefined) return `${load.file} does not load there`;
  const test = tests.find((id) => states.get(id) !== 'failed') ?? '';
  return problem ?? error ?? `the test "${test}" is ${states.get(test) ?? 'missing'} there`;
};
