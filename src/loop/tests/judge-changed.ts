/**
 * Earlier tests that the spec or the agent names as changed by a criterion, in a phase whose tests must fail (rule
 * 2.7). A change counts if an edited test fails on the sources from before the phase, with the change alone, and every
 * other earlier test passes there. Anything else in such a file, and a change that does not count, holds the phase.
 */
import { join } from 'node:path';
import type { Finding } from '../../../gates/iteration.ts';
import { type Config, specsOf } from '../../project/config/config.ts';
import { finding } from '../../evidence/findings/findings.ts';
import { textsOfTests } from '../../evidence/integrity/edited-test.ts';
import {
  type DeclaredChange,
  findMeant,
  readDeclared,
  readReplaced,
} from '../../evidence/changing/declared-changes.ts';
import {
  type BeforeAndAfter,
  type ChangedTest,
  judgeBefore,
  judgeFiles,
  judgeResult,
  snapshotsOf,
  writeChanged,
  isOfFile,
  mayHaveTests,
} from '../../evidence/changing/judge-change.ts';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Found } from '../../evidence/measures/measure.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { fileOfTest, testId } from '../../runners/is-green.ts';
import type { TestRun } from '../../runners/test-run.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { type KeptExit, openKeptStart } from '../turn/kept-exit.ts';
import { runInCopy } from './run-in-copy.ts';
import { readText } from '../../base/files/open-plain.ts';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { makeTemporaryFolder } from '../../base/temporary-folder.ts';

interface ChangedQuestion {
  readonly phase: string;
  readonly run: TestRun;
  readonly lines: readonly string[];
}

interface JudgedChanges {
  readonly changed: readonly ChangedTest[];
  readonly findings: readonly Finding[];
  /** They hold the phase. */
  readonly found: Pick<Found, 'changes'>;
  /** Files with a test that is named as changed, and the values that are recorded for it. */
  readonly named: ReadonlySet<string>;
}

const NOTHING: JudgedChanges = { changed: [], findings: [], found: {}, named: new Set() };

const mayChange = ({ existing_tests }: Config, gate: CompiledGate, state: WorkState): boolean =>
  existing_tests === 'named' && hasEarlier(gate, state);

/** Whether there are earlier tests, which have to stay as they were. */
export const hasEarlier = ({ phase: { tests } }: CompiledGate, { baseline }: WorkState): boolean =>
  tests === 'must_fail' && baseline.passing.length > 0;

export const judgeChanged = async (
  context: RunContext,
  { phase, run, lines }: ChangedQuestion,
  signal: AbortSignal,
): Promise<JudgedChanges> => {
  const { config, journal, gates } = context;
  const state = journal.state();
  if (gateOf(gates, phase).phase.tests !== 'must_fail' || !run.report_complete) return NOTHING;
  const ofAgent = readDeclared([...state.declared, ...lines]);
  if (config.existing_tests === 'frozen')
    return ofAgent.length === 0 ? NOTHING : { ...NOTHING, found: { changes: [finding('tampering.change_frozen')] } };
  if (!mayChange(config, gateOf(gates, phase), state)) return NOTHING;
  const { passing } = state.baseline;
  const states = new Map(run.tests.map((each) => [testId(each), each.state]));
  const { named: tests, refused } = nameTests([...readSpecs(config), ...ofAgent], state, states);
  const worse = passing.filter((id) => states.get(id) !== 'passed');
  const start = await openKeptStart(config, state, state);
  const texts = await readTexts(config.folder, start, [...tests.keys(), ...worse].map(fileOfTest));
  const placeOf = (id: string, said = ''): string => fileOfTest(id) || findFile(id, texts, said);
  const named = new Map([...tests].map(([id, { said, ...each }]) => [id, { ...each, file: placeOf(id, said) }]));
  const isEditedFile = (id: string): boolean => {
    const text = texts.get(placeOf(id));
    if (text === undefined || text.before === null) return false;
    const others = snapshotsOf(placeOf(id), text).map((path) => texts.get(path));
    return [text, ...others].some((each) => each?.before !== each?.after);
  };
  // Another finding names a test that is gone from a file that nobody edited.
  // A test that did not run, because a file does not load, is not changed by that.
  const hasResult = (id: string): boolean => states.has(id) || run.load_failures.length === 0;
  const offered = worse
    .filter((id) => hasResult(id) && !named.has(id) && (isEditedFile(id) || states.get(id) === 'failed'))
    .slice(0, MAX_OFFERS)
    .map((test) => finding(isEditedFile(test) ? 'changes.offer' : 'changes.broken', { test }));
  const changed = [...named.values()].filter(
    (each) => each.what === 'removed' || states.get(each.test) !== 'passed' || isEdited(each, texts.get(each.file)),
  );
  if (refused.length > 0 || changed.length === 0) return { ...NOTHING, findings: offered, found: { changes: refused } };
  const own = changed.flatMap(({ file }) => [file, ...snapshotsOf(file, texts.get(file) ?? GONE)]);
  const ofNamed = { named: new Set(own) };
  const why = await judge(context, { changed, texts, start, run }, signal);
  if (why !== null) return { ...ofNamed, changed: [], findings: offered, found: { changes: [why] } };
  return {
    ...ofNamed,
    changed,
    findings: [
      ...changed.map(({ test, because, what }) => finding('changes.counts', { test, because, what })),
      ...offered,
    ],
    found: {},
  };
};

/** A run without progress ends after three iterations: an agent that copies these lines has to come to their end before. */
const MAX_OFFERS = 10;
const GONE: BeforeAndAfter = { before: null, after: null };

const nameTests = (
  declared: readonly DeclaredChange[],
  { baseline: { passing }, criteria }: WorkState,
  states: ReadonlyMap<string, string>,
) => {
  const named = new Map<string, Omit<ChangedTest, 'file'> & { readonly said: string }>();
  const refused: Finding[] = [];
  for (const { test: written, because, by } of declared) {
    const test = findMeant(written, passing);
    const why =
      test === null
        ? 'no single test that passed before has this name'
        : criteria !== null && !criteria.ids.includes(because)
          ? `the spec has no criterion ${because}`
          : null;
    if (why !== null) refused.push(finding('tampering.change_refused', { test: written, because, why }));
    else if (test !== null)
      named.set(test, { test, because, by, said: fileOfTest(written), what: states.has(test) ? 'edited' : 'removed' });
  }
  return { named, refused };
};

const readSpecs = ({ folder, work }: Config): readonly DeclaredChange[] =>
  specsOf(work).flatMap((path) => readReplaced(readText(join(folder, path)) ?? ''));

/** A test of which nobody can tell is one. */
const isEdited = ({ test }: ChangedTest, texts: BeforeAndAfter | undefined): boolean => {
  if (texts === undefined || texts.before === texts.after) return false;
  const [before, after] = [texts.before, texts.after].map((text) =>
    text === null ? null : textsOfTests(text, [test])?.get(test),
  );
  return before === undefined || before === null || before !== after;
};

interface Judging {
  readonly changed: readonly ChangedTest[];
  readonly texts: ReadonlyMap<string, BeforeAndAfter>;
  readonly start: KeptExit | null;
  readonly run: TestRun;
}

const judge = async (
  context: RunContext,
  { changed, texts, start, run }: Judging,
  signal: AbortSignal,
): Promise<Finding | null> => {
  const { passing } = context.journal.state().baseline;
  const refuseOne = ({ test, because }: ChangedTest, why: string): Finding =>
    finding('tampering.change_refused', { test, because, why });
  const [first] = changed;
  if (first === undefined) return null;
  for (const each of changed) {
    const why = judgeResult(each, changed, passing, run);
    if (why !== null) return refuseOne(each, why);
  }
  if (start === null) return refuseOne(first, 'the sources from before the phase are not kept');
  const unplaced = changed.find((each) => each.file === '');
  if (unplaced !== undefined)
    return refuseOne(unplaced, 'no single file of tests has this name on one line, or as a row');
  const judged = await judgeFiles({ texts, changed, earlier: passing, run });
  if ('why' in judged) return refuseOne(judged.first, `it ${judged.why}`);
  const there = await runInCopy(
    context,
    {
      purpose: 'changed_tests',
      fill: async (to) => {
        if (!(await start.restore(to))) return false;
        await writeChanged(to, judged.written);
        return true;
      },
    },
    signal,
  );
  if (there === null) return refuseOne(first, 'the sources from before the phase cannot be copied');
  const why = judgeBefore(changed, passing, there);
  return why === null ? null : refuseOne(first, why);
};

const readTexts = async (
  folder: string,
  start: KeptExit | null,
  files: readonly string[],
): Promise<ReadonlyMap<string, BeforeAndAfter>> => {
  if (files.length === 0) return new Map();
  // Without the name of its file, a test can be in any file of tests.
  const others = files.includes('') ? [...(start?.files.keys() ?? [])].filter(mayHaveTests) : [];
  const read = new Set([...files, ...others].filter((file) => file !== ''));
  const to = await makeTemporaryFolder('turn');
  const readAll = async (paths: ReadonlySet<string>): Promise<[string, BeforeAndAfter][]> => {
    await start?.restore(to, (path) => paths.has(path));
    return [...paths].map((file) => {
      const now = join(folder, file);
      // A file that is there and cannot be read is not gone.
      return [file, { before: readText(join(to, file)), after: existsSync(now) ? (readText(now) ?? '') : null }];
    });
  };
  try {
    const texts = await readAll(read);
    return new Map([...texts, ...(await readAll(new Set(texts.flatMap(([file, each]) => snapshotsOf(file, each)))))]);
  } finally {
    await rm(to, { recursive: true, force: true });
  }
};

/** The one file that has the test, or the one of several that is named; otherwise empty. */
const findFile = (id: string, texts: ReadonlyMap<string, BeforeAndAfter>, said: string): string => {
  const files = [...texts].flatMap(([path, { before }]) => (isOfFile(id, path, before) ? [path] : []));
  const [file, ...others] = files.includes(said) ? [said] : files;
  return file !== undefined && others.length === 0 ? file : '';
};
