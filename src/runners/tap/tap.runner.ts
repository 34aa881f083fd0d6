/** Anything that prints TAP 13 or 14 on its standard output; only ever named, never guessed. */
import type { Runner } from '../runner.ts';
import { plainLine } from '../../base/text/plain-line.ts';
import { type TapPoint, parseTapLine, readTapDetail } from './tap-lines.ts';
import { createBlockCutter, linesOf } from '../../base/cut-lines.ts';
import { collectTests, type OnTest, type SuiteReader, isNamedHook } from '../report/suite-report.ts';
import { boundMessage, isResult } from '../test-run.ts';
import {
  collectCommentTests,
  joinAssertions,
  type CommentTests,
  makeNamesLast,
  addPlan,
  countPoint,
  judgeLevel,
  namePoint,
  type LeveledTest,
  openLevel,
  type PendingPoint,
  type TapLevel,
} from './comment-tests.ts';

const MOST_LETTERS = 120;

/** @param line - of the stream, trimmed */
const describeDoubt = ({ doubt }: TapPoint, line: string): string => {
  const shown = plainLine(line, MOST_LETTERS);
  return doubt === 'directive'
    ? `the line \`${shown}\` of the TAP stream is a skipped or todo test to some readers, and the name of a test to others. To skip a test, its line needs " # SKIP" or " # TODO" once, with the blanks. If it is a name, give the test another one without this "#"`
    : `The line \`${shown}\` of the TAP stream counts as a test with "#" in its name. To other readers it is a skipped or todo test: to skip a test, its line needs " # SKIP" or " # TODO" and then a blank.`;
};

/** A reader of one TAP stream. Tests have no file: TAP has none. Subtests are reported when their parent ends. */
export const readTap = (onTest: OnTest): SuiteReader => {
  const found = collectTests(onTest);
  const problems = new Set<string>();
  const notes = new Set<string>();
  const hooks: string[] = [];
  const root = openLevel();
  const levels: TapLevel[] = [root];
  /** Comments of the stream before its first point. */
  const comments: string[] = [];
  let commentTests: CommentTests | null = null;
  let inDetails: { readonly of: PendingPoint; readonly end: string } | null = null;
  let versions = 0;
  let isTap = false;

  const levelAt = (depth: number): TapLevel => {
    while (levels.length <= depth) levels.push(openLevel());
    return levels[depth] ?? root;
  };
  const addTest = (test: Pick<LeveledTest, 'state' | 'message'> & { readonly name: string }): void =>
    found.add({ file: '', ...test });
  const flush = (level: TapLevel): void => {
    const { pending } = level;
    if (pending === null) return;
    level.pending = null;
    const tests = readPointTests(pending);
    if (level !== root) level.tests.push(...tests);
    else if (commentTests !== null && pending.subtests === null)
      commentTests.add({ ...pending, description: pending.name, state: stateOf(pending) });
    else
      for (const { path, ...test } of tests) {
        const name = path.join(' > ');
        if (test.state === 'failed' && isNamedHook(name))
          hooks.push(boundMessage([name, test.message ?? ''].join('\n').trim()));
        else addTest({ name, ...test });
      }
  };
  /** Ends the levels below. */
  const closeSubtests = (level: TapLevel, parent: string) => {
    const closed = levels.splice(levels.indexOf(level) + 1);
    const [first] = closed;
    if (first === undefined) return { subtests: null, hasAssertions: false, isSkipped: false };
    // brittle plans no assertions; it names their test before them and after.
    const hasAssertions = first.plan === null && parent !== '' && level.comment === parent;
    for (const each of closed.toReversed()) flush(each);
    for (const each of closed)
      for (const problem of judgeLevel(hasAssertions && each === first ? { ...each, plan: each.points } : each, parent))
        problems.add(problem);
    if (closed.length > 1) problems.add('subtests of the TAP stream have no parent');
    return { subtests: first.tests, hasAssertions, isSkipped: first.isSkipped };
  };
  const beginPoint = (level: TapLevel, point: TapPoint, line: string): void => {
    flush(level);
    if (level === root && root.points === 0 && commentTests === null && versions === 1 && levels.length === 1) {
      if (!point.hasDash && root.plan === null && comments.length > 0) commentTests = collectCommentTests(addTest);
      for (const comment of comments) commentTests?.begin(comment);
    }
    const number = countPoint(level, point);
    if (point.doubt === 'directive') problems.add(describeDoubt(point, line));
    if (point.doubt === 'description') notes.add(describeDoubt(point, line));
    const name = namePoint(level, point, number);
    const details = { isBlock: point.brace !== null, message: '', operator: '', at: '' };
    level.pending = { point, name, ...closeSubtests(level, name), ...details };
    level.comment = null;
  };
  const endBlock = (level: TapLevel | undefined): void => {
    if (level?.pending?.isBlock !== true) return;
    Object.assign(level.pending, { isBlock: false, ...closeSubtests(level, level.pending.name) });
    flush(level);
  };
  const addComment = (level: TapLevel | undefined, text: string): void => {
    if (level === undefined) return;
    level.comment = text;
    if (level !== root || root.plan !== null) return;
    if (root.points === 0) comments.push(text);
    if (commentTests === null) return;
    flush(root);
    commentTests.begin(text);
  };

  const readLine = (line: string): void => {
    if (inDetails !== null) {
      const { of, end } = inDetails;
      if (line.startsWith(end) && line.trimEnd() === end) inDetails = null;
      else {
        const { message, ...others } = readTapDetail(line);
        of.message ||= message;
        Object.assign(of, others);
      }
      return;
    }
    const parsed = parseTapLine(line);
    const level = levels[parsed.level];
    switch (parsed.kind) {
      case 'version':
        if (parsed.level === 0) versions += 1;
        break;
      case 'plan':
        addPlan(levelAt(parsed.level), parsed);
        break;
      case 'point':
        beginPoint(levelAt(parsed.level), parsed, line.trim());
        break;
      case 'bail_out':
        problems.add(`the TAP stream bailed out: ${line.trim().slice('Bail out!'.length).trim()}`);
        break;
      case 'comment':
        addComment(level, parsed.text);
        break;
      case 'yaml_start':
        if (level?.pending != null) inDetails = { of: level.pending, end: line.trimEnd().replace('---', '...') };
        break;
      case 'block_start':
        if (level?.pending != null) level.pending.isBlock = true;
        break;
      case 'block_end':
        endBlock(level);
        break;
      case 'other':
    }
    isTap ||= ['version', 'plan', 'point'].includes(parsed.kind);
  };

  const cutter = createBlockCutter((block) => {
    for (const line of linesOf(block)) readLine(line.endsWith('\r') ? line.slice(0, -1) : line);
  });
  return {
    push: cutter.push,
    finish: () => {
      const rest = cutter.rest().toString('utf8');
      if (rest !== '') readLine(rest);
      if (inDetails !== null) problems.add('the details of the last test in the TAP stream have no end');
      if (levels.length > 1) problems.add('subtests of the TAP stream have no parent');
      for (const level of levels.toReversed()) flush(level);
      if (versions > 1) problems.add('there is more than one TAP stream');
      const last = commentTests?.open() ?? (versions > 0 ? root.comment : null);
      for (const level of levels) for (const problem of judgeLevel(level, null)) problems.add(problem);
      if (root.plan === null && isTap && last !== null) problems.add(describeCut(last.replace(/^Subtest: /, '')));
      const { errors, notes: repeated } = commentTests?.end() ?? { errors: [], notes: [] };
      return {
        report_fresh: isTap,
        report_complete: isTap && problems.size === 0,
        tests: makeNamesLast(found.tests),
        load_failures: [],
        unhandled_errors: [...hooks, ...errors],
        problems: [...problems],
        ...(notes.size + repeated.length > 0 && { notes: [...notes, ...repeated] }),
      };
    },
  };
};

const describeCut = (test: string): string =>
  `the TAP stream ends in the test "${test}": an error outside of its assertions ended the process. A stub must return a wrong value, so that the test fails at an assertion`;

const stateOf = ({ point: { ok, directive }, isSkipped }: PendingPoint): LeveledTest['state'] =>
  directive !== null || (ok && isSkipped) ? 'skipped' : ok ? 'passed' : 'failed';

/** The tests of a point: itself, and its subtests (rule 2.13). */
const readPointTests = (pending: PendingPoint): readonly LeveledTest[] => {
  const { point, name, subtests, hasAssertions, isBlock, message } = pending;
  // Without an end of the block, the brace is a part of the name.
  const path = [isBlock && point.brace === 'description' ? `${name} {`.trim() : name];
  const state = stateOf(pending);
  if (hasAssertions) return [{ path, ...joinAssertions({ state }, message, subtests ?? []) }];
  const nested = (subtests ?? []).map((test) => ({ ...test, path: [...path, ...test.path] }));
  const parent = {
    state,
    hasSubtests: subtests !== null,
    hasFailedSubtests: nested.some((test) => test.state === 'failed'),
  };
  if (!isResult(parent)) return nested;
  return [...nested, { path, state, ...(state === 'failed' && { message: boundMessage(message) }) }];
};

export const tapRunner: Runner = {
  report: 'stdout',
  refused: { program: /^tap$/, options: { failed: '--save', changed: '--changed' } },
  read: readTap,
  standsFor: 'anything that prints TAP',
  detect: {
    isInScript: (words) =>
      words.some((word) => ['tape', 'tap', '--tap', '--reporter=tap', '--test-reporter=tap'].includes(word)),
    drops: { failFast: ['--bail', '-b'] },
    command: () => null,
  },
  frozen: {
    everywhere: ['.taprc'],
    member: 'tap',
    packages: /^(?:tap|@tapjs\/[^/]+)$/,
    scopes: ['@tapjs'],
    programs: ['tap'],
  },
  // By its old custom, `t/name.t`; bats prints it.
  tests: { files: ['**/*.{t,bats}', '**/t/**/*'], modules: { script: ['tap'] } },
  withoutFiles: 'TAP names no files',
  prepare: (command) => ({ command, env: {} }),
};
