/** Edits that count, judged first: a reopened test, extended settings, tests that a criterion changes (rule 2.7). */
import { join } from 'node:path';
import { rm } from 'node:fs/promises';
import { finding } from '../../evidence/findings/findings.ts';
import { findTestOfEdit, judgeEdit } from '../../evidence/integrity/edited-test.ts';
import { isSameSyntax } from '../../evidence/integrity/same-syntax/is-same-syntax.ts';
import { readAdditions } from '../../evidence/integrity/additions/script-additions.ts';
import {
  readStates,
  placesOfIds,
  placesOfTests,
  type Freeze,
  freezeFiles,
  nameFrozen,
} from '../../evidence/integrity/freeze.ts';
import type { Measured } from '../../evidence/measures/measure.ts';
import { findOpen, type JudgedEdit, freezeEdit } from '../../records/fold/reopened-tests.ts';
import { hashContent } from '../../base/files/hash-content.ts';
import { findExit, keepEdit, openKeptExit, openKeptStart, keepStart } from '../turn/kept-exit.ts';
import { type RunContext, gateOf } from '../run-context.ts';
import { runAtExit } from './run-in-copy.ts';
import { readText } from '../../base/files/open-plain.ts';
import type { Finding } from '../../../gates/iteration.ts';
import { judgeSources } from '../../evidence/integrity/earlier/judge-earlier.ts';
import { type Fingerprint, hashEntries } from '../../project/sources/fingerprint.ts';
import { makeTemporaryFolder } from '../../base/temporary-folder.ts';
import type { TestRun } from '../../runners/test-run.ts';
import type { ChangedTest } from '../../evidence/changing/judge-change.ts';
import { foldChanged } from '../../records/fold/exit-phase.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import { lastOf, type Tested } from '../iteration.ts';
import { hasEarlier, judgeChanged } from './judge-changed.ts';
import { judgeExtended } from './judge-extended.ts';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Config } from '../../project/config/config.ts';
import { findHeldByCommands, findTestFilesOf, findTestSupportOf } from '../../evidence/integrity/suite-files.ts';
import { freezeSetUp, maySetUp, listSettings } from '../../evidence/integrity/set-up-files.ts';

// The edit of a test that an operator reopened (rule 2.7): judged in the first iteration that has one, with the edited
// file on RED's sources. One that counts is frozen again; any other is a change of a frozen file.

type Judged = JudgedEdit | { readonly file: string; readonly why: string };

/** `null` when no test is open, or its file is not edited. A removed file is not an edit. */
const judgeReopened = async (context: RunContext, phase: string, signal: AbortSignal): Promise<Judged | null> => {
  const { config, journal, run } = context;
  const state = journal.state();
  const open = findOpen(state.reopened);
  if (open === null) return null;
  const { file, test } = open;
  const [now, frozen] = [(await readStates(config.folder, [file]))[file] ?? '', state.frozen[file] ?? ''];
  if (now === frozen || now === 'absent') return null;
  const refuse = (why: string): Judged => ({ file, why });
  const after = readText(join(config.folder, file)) ?? '';
  if (hashContent(after) !== now) return refuse('is not a plain text file that stays unchanged');
  const exit = findExit(config, state, phase);
  const kept = exit === null ? null : await openKeptExit(config, state, exit);
  const before = await kept?.readFrozen(file, frozen);
  if (exit === null || kept === null || typeof before !== 'string')
    return refuse('cannot be judged: the sources from before the phase are not kept any more');
  // Formatting and new tests are no edit: the test stays open.
  if (await isSameSyntax(file, before, after)) return null;
  const additions = await readAdditions(file, before, after);
  if (additions !== null && 'text' in additions) return null;
  const edited = findTestOfEdit({ file, test, before, after }, exit);
  if ('why' in edited) return refuse(edited.why);
  const there = await runAtExit(
    context,
    { purpose: 'reopened_test', kept, exit, frozen: state.frozen, edited: [file] },
    signal,
  );
  if (there === null) return refuse(`cannot be judged: the sources of the exit of ${exit.phase} could not be copied`);
  const why = judgeEdit(edited.test, exit, there);
  if (why !== null) return refuse(why);
  await keepEdit(run, after);
  return { file, test: edited.test, frozen: now };
};

/** For the measures: an edit that does not count is a change of a frozen file, with its own reason. */
const describeJudged = (judged: Judged | null): Pick<Measured, 'findings' | 'found'> => {
  if (judged === null) return {};
  const { file: path } = judged;
  return 'frozen' in judged
    ? { findings: [finding('tests.reopened', { path, test: judged.test })] }
    : { found: { reopened: finding('tampering.reopened', { path, why: judged.why }) } };
};

interface EarlierTests {
  readonly files: Fingerprint['files'];
  readonly run: Pick<TestRun, 'tests'>;
  /** Files in which a test is named as changed: they are judged with it. */
  readonly named: ReadonlySet<string>;
}

/** To be called in such a phase alone, and only if tests passed before it. */
const judgeEarlierTests = async (
  { config, journal }: RunContext,
  { files, run, named }: EarlierTests,
): Promise<readonly Finding[]> => {
  const state = journal.state();
  const start = await openKeptStart(config, state, state);
  if (start === null) return state.phaseTree === '' ? [] : [finding('tampering.earlier_unknown')];
  const moved = new Set([...start.files].flatMap(([path, word]) => (files.get(path) === word ? [] : [path])));
  if (moved.size === 0) return [];
  const before = await makeTemporaryFolder('turn');
  try {
    if (!(await start.restore(before, (path) => moved.has(path)))) return [finding('tampering.earlier_unknown')];
    const read = (folder: string, path: string): Promise<string> => Promise.resolve(readText(join(folder, path)) ?? '');
    const found = await judgeSources({
      suites: config.tests.suites,
      before: {
        paths: new Set(start.files.keys()),
        read: (path) => read(moved.has(path) ? before : config.folder, path),
      },
      now: { paths: new Set(files.keys()), read: (path) => read(config.folder, path) },
      moved,
      named,
      reported: placesOfIds(state.baseline.passing, run),
    });
    return found.map((each) => finding('tampering.earlier', each));
  } finally {
    await rm(before, { recursive: true, force: true });
  }
};

interface JudgedEdits {
  /** The state of the run, as if the edits that count had been there before. */
  readonly state: WorkState;
  readonly reopened: JudgedEdit | undefined;
  readonly changed: readonly ChangedTest[];
  /** The lines of the agent that name changed tests. */
  readonly declared: readonly string[];
  /** Frozen files that were extended, as they are now. */
  readonly anew: Freeze;
  /** For the measures. */
  readonly answer: Required<Pick<Measured, 'findings' | 'found'>>;
}

/** To be called before each turn: keeps the sources from before the phase, on which earlier tests are judged. */
const keepToChange = async (
  { config, gates, journal }: RunContext,
  phase: string,
  before: Pick<Fingerprint, 'files' | 'tree'>,
): Promise<void> => {
  const state = journal.state();
  if (hasEarlier(gateOf(gates, phase), state) && before.tree === state.phaseTree)
    await keepStart(config, state, before);
};

/** To be called before each turn: keeps the sources from before the phase where settings could be extended. */
const keepToExtend = async (
  { config, gates, journal }: RunContext,
  phase: string,
  before: Pick<Fingerprint, 'files'>,
): Promise<void> => {
  const state = journal.state();
  if (!maySetUp(config, gateOf(gates, phase).phase) || listSettings(state.frozen).length === 0) return;
  if (hashEntries(before.files) === state.phaseTree) await keepStart(config, state, before);
};

/** To be called before each turn: keeps the sources that an edit, or a runner that ends without a test, is judged on. */
export const keepBefore = async (context: RunContext, phase: string, before: Fingerprint): Promise<void> => {
  await context.kept.keep(context.config.folder, before);
  await keepToExtend(context, phase, before);
  await keepToChange(context, phase, before);
};

export const judgeEdits = async (
  context: RunContext,
  { phase, runs, received }: Pick<Tested, 'phase' | 'runs' | 'received'>,
  abort: AbortSignal,
): Promise<JudgedEdits> => {
  const judged = await judgeReopened(context, phase, abort);
  const reopened = judged !== null && 'frozen' in judged ? judged : undefined;
  const extended = await judgeExtended(context, phase, abort);
  const { run, part, after } = lastOf(runs);
  const declared = received?.declared ?? [];
  const changes = part === undefined ? await judgeChanged(context, { phase, run, lines: declared }, abort) : null;
  const changed = changes?.changed ?? [];
  const hasTests = part === undefined && hasEarlier(gateOf(context.gates, phase), context.journal.state());
  const earlier = hasTests
    ? await judgeEarlierTests(context, { files: after.files, run, named: changes?.named ?? new Set() })
    : [];
  const known = foldChanged(freezeEdit(context.journal.state(), reopened), changed);
  const { findings = [], found = {} } = describeJudged(judged);
  return {
    state: {
      ...known,
      failing: [...known.failing, ...changed.map(({ test }) => test)],
      frozen: { ...known.frozen, ...extended.frozen },
    },
    reopened,
    changed,
    declared,
    anew: extended.frozen,
    answer: {
      findings: [...extended.findings, ...(changes?.findings ?? []), ...findings],
      found: { refused: extended.refused, ...found, changes: [...(changes?.found.changes ?? []), ...earlier] },
    },
  };
};

interface Exiting {
  readonly run: TestRun;
  readonly files: Fingerprint['files'];
  readonly frozen: Freeze;
  /** Those of them that were extended in the phase. */
  readonly anew: Freeze;
}

/** Nothing for a phase whose tests must pass. */
export const freezeTests = async (
  config: Config,
  { phase }: CompiledGate,
  { run, files, frozen, anew }: Exiting,
): Promise<Freeze> => {
  const { folder, tests } = config;
  const { suites } = tests;
  if (phase.tests !== 'must_fail') return freezeFiles(folder, []);
  const named = placesOfTests(run.tests);
  const testFiles = findTestFilesOf(suites, files.keys(), named);
  const support = await findTestSupportOf(config, folder, files.keys(), testFiles);
  const held = await findHeldByCommands(config, folder, files.keys());
  const ofChecks = held.filter((path) => !Object.hasOwn(frozen, nameFrozen(folder, path)));
  const setUp = maySetUp(config, phase) ? await freezeSetUp({ workspace: folder, sources: files.keys(), frozen }) : [];
  return freezeFiles(folder, [...testFiles, ...support, ...ofChecks, ...setUp, ...Object.keys(anew)]);
};
