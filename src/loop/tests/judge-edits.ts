/**
 * The edits of files that were frozen or tested before, and count: a reopened test, settings that were extended, tests
 * that a criterion changes (rule 2.7). Each is judged before anything is measured by it.
 *
 * @module
 */
import { placesOfTests } from '../../integrity/test-files.ts';
import { type Freeze, freezeFiles, nameFrozen } from '../../integrity/freeze.ts';
import type { ChangedTest } from '../../evidence/changing/judge-change.ts';
import type { Measured } from '../../measures/measure.ts';
import { foldChanged } from '../../records/fold/exit-phase.ts';
import { freezeEdit, type JudgedEdit } from '../../records/fold/reopened-tests.ts';
import type { WorkState } from '../../records/fold/work-state.ts';
import type { Fingerprint } from '../../sources/fingerprint.ts';
import { lastOf, type Tested } from '../iteration.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { hasEarlier, judgeChanged, keepToChange } from './judge-changed.ts';
import { judgeEarlierTests } from './judge-earlier-tests.ts';
import { judgeExtended, keepToExtend } from './judge-extended.ts';
import { describeJudged, judgeReopened } from './judge-reopened.ts';
import type { CompiledGate } from '../../../gates/compile-gates.ts';
import type { Config } from '../../config/shape-config.ts';
import { findHeldByCommands, findTestFilesOf, findTestSupportOf } from '../../integrity/suite-files.ts';
import { freezeSetUp, maySetUp } from '../../integrity/set-up-files.ts';
import type { TestRun } from '../../testing/test-run.ts';

interface JudgedEdits {
  /** The state of the run, as if the edits that count had been there before. */
  readonly state: WorkState;
  /** Absent when there is none. */
  readonly reopened: JudgedEdit | undefined;
  readonly changed: readonly ChangedTest[];
  /** The lines of the agent that name changed tests. */
  readonly declared: readonly string[];
  /** Frozen files that were extended, as they are now. */
  readonly anew: Freeze;
  /** For the measures. */
  readonly answer: Required<Pick<Measured, 'findings' | 'found'>>;
}

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
  /** The sources. */
  readonly files: Fingerprint['files'];
  /** The files that are already frozen. */
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
