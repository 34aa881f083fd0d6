/**
 * Reads TAP 13 and 14 from a stream in which tested code may print too. It is complete when every level has one plan and
 * as many test points as planned, numbered in order: a line that looks like a test point spoils that.
 *
 * @module
 */
import { createBlockCutter, linesOf } from '../../lines/cut-blocks.ts';
import { collectTests, type OnTest, type SuiteReader } from '../report/suite-report.ts';
import { parseTapLine, readTapMessage, type TapPoint } from './tap-lines.ts';
import { boundMessage } from '../bound-message.ts';
import type { TestCase } from '../test-run.ts';

/** A point whose block of details may still follow. */
interface PendingPoint {
  readonly level: number;
  readonly point: TapPoint;
  readonly subtests: readonly LeveledTest[] | null;
  message: string;
}

/** A reader of one TAP stream. Tests have no file: TAP has none. Subtests are reported when their parent ends. */
export const readTap = (onTest: OnTest): SuiteReader => {
  const found = collectTests(onTest);
  const problems = new Set<string>();
  const levels: TapLevel[] = [openLevel()];
  let pending: PendingPoint | null = null;
  let yamlEnd: string | null = null;
  let versions = 0;
  let isTap = false;

  const levelAt = (depth: number): TapLevel => {
    while (levels.length <= depth) levels.push(openLevel());
    return levels[depth] ?? openLevel();
  };
  const flush = (): void => {
    if (pending === null) return;
    const { level, point, subtests, message } = pending;
    pending = null;
    for (const test of readPointTests(point, message, subtests)) {
      if (level > 0) levelAt(level).tests.push(test);
      else
        found.add({
          file: '',
          name: test.path.join(' > '),
          state: test.state,
          ...(test.message !== undefined && { message: test.message }),
        });
    }
  };
  const closeSubtests = (depth: number): readonly LeveledTest[] | null => {
    if (levels.length <= depth + 1) return null;
    const closed = levels.splice(depth + 1);
    for (const level of closed) for (const problem of judgeLevel(level)) problems.add(problem);
    if (closed.length > 1) problems.add('subtests of the TAP stream have no parent');
    return closed[0]?.tests ?? null;
  };

  const readLine = (line: string): void => {
    if (yamlEnd !== null) {
      if (line.startsWith(yamlEnd) && line.trimEnd() === yamlEnd) yamlEnd = null;
      else if (pending !== null) pending.message ||= readTapMessage(line);
      return;
    }
    const parsed = parseTapLine(line);
    const { level } = parsed;
    if (parsed.kind === 'yaml_start' && pending?.level === level) yamlEnd = `${' '.repeat(level * 4 + 2)}...`;
    else if (parsed.kind !== 'other') flush();
    if (parsed.kind === 'version' && level === 0) versions += 1;
    if (parsed.kind === 'version' || parsed.kind === 'plan' || parsed.kind === 'point') isTap = true;
    if (parsed.kind === 'bail_out')
      problems.add(`the TAP stream bailed out: ${line.trim().slice('Bail out!'.length).trim()}`);
    if (parsed.kind === 'plan') addPlan(levelAt(level), parsed.tests);
    if (parsed.kind !== 'point') return;
    const subtests = closeSubtests(level);
    countPoint(levelAt(level), parsed);
    pending = { level, point: parsed, subtests, message: '' };
  };

  const cutter = createBlockCutter((block) => {
    for (const line of linesOf(block)) readLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  });
  return {
    push: cutter.push,
    finish: () => {
      const rest = cutter.rest().toString('utf8');
      if (rest !== '') readLine(rest);
      flush();
      if (yamlEnd !== null) problems.add('the details of the last test in the TAP stream have no end');
      if (levels.length > 1) problems.add('subtests of the TAP stream have no parent');
      if (versions > 1) problems.add('there is more than one TAP stream');
      for (const level of levels) for (const problem of judgeLevel(level)) problems.add(problem);
      return {
        report_fresh: isTap,
        report_complete: isTap && problems.size === 0,
        tests: found.tests,
        load_failures: [],
        unhandled_errors: [],
        problems: [...problems],
      };
    },
  };
};

/**
 * One level of a TAP stream: its plan, its test points, and the subtests that wait for the name of their parent.
 *
 * Named by its path within the level.
 */
type LeveledTest = Pick<TestCase, 'state' | 'message'> & { readonly path: readonly string[] };

/** The facts about a level that is not closed yet. */
interface TapLevel {
  plan: number | null;
  points: number;
  readonly tests: LeveledTest[];
  readonly problems: string[];
}

const openLevel = (): TapLevel => ({ plan: null, points: 0, tests: [], problems: [] });

/** Adds `1..N`. */
const addPlan = (level: TapLevel, tests: number): void => {
  if (level.plan !== null) level.problems.push('the TAP stream has two plans');
  level.plan = tests;
};

/** Counts a point, and checks its number. */
const countPoint = (level: TapLevel, { number, description }: TapPoint): void => {
  level.points += 1;
  if (number !== null && number !== level.points) {
    level.problems.push(`test ${number} (${description}) of the TAP stream is in the place of test ${level.points}`);
  }
};

/** The problems of a level at its end; empty when there are none. */
const judgeLevel = ({ plan, points, problems }: TapLevel): readonly string[] => {
  if (plan === null) return [...problems, 'the TAP stream has no plan (1..N): it was cut off, or is not TAP'];
  if (plan !== points) return [...problems, `the TAP stream planned ${plan} tests and has ${points}`];
  return problems;
};

/** The tests of a point: itself, or its subtests; with subtests it is a test only if it failed and none of them did. */
const readPointTests = (
  point: TapPoint,
  message: string,
  subtests: readonly LeveledTest[] | null,
): readonly LeveledTest[] => {
  const nested = (subtests ?? []).map((test) => placeBelow(test, point.description));
  const state = point.directive !== null ? 'skipped' : point.ok ? 'passed' : 'failed';
  const isExplained = nested.some((test) => test.state === 'failed');
  if (subtests !== null && (state !== 'failed' || isExplained)) return nested;
  return [
    ...nested,
    { path: [point.description], state, ...(state === 'failed' && { message: boundMessage(message) }) },
  ];
};

const placeBelow = (test: LeveledTest, parent: string): LeveledTest => ({ ...test, path: [parent, ...test.path] });
