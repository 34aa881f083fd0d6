/** The start of a run (rule 2.6): checks that everything is present and that the suite is sound. */
import { type Config, isSession, specsOf } from '../project/config/config.ts';
import {
  findMoved,
  takeFingerprint,
  findSourceListing,
  type Fingerprint,
  linksOf,
  type SourceListing,
} from '../project/sources/fingerprint.ts';
import { placesOfTests, type Freeze, freezeFiles } from '../evidence/integrity/freeze.ts';
import { suitesOf } from '../project/config/check-suites.ts';
import { withoutOutput } from '../runners/empty-run.ts';
import type { TestRun } from '../runners/test-run.ts';
import { explainBroken } from '../runners/why-no-test/why-no-test.ts';
import { type DrawnBaseline, FAILING, isBroken, nameSome, drawBaseline } from '../evidence/baseline.ts';
import { type Course, type BreakerRules, DEFAULT_BREAKER_RULES } from '../../machines/index.ts';
import { listOthers, proposeWrites, renderWrites } from '../evidence/propose-writes.ts';
import { VERSIONS } from '../base/version.ts';
import { describeBranch } from '../loop/commits/own-repository.ts';
import { makeCommit } from '../loop/commits/commit.ts';
import { describeUnstarted, listWriting } from '../evidence/measures/checks.measure.ts';
import { readListsAtStart } from '../evidence/measures/plans.measure.ts';
import { readSpecCriteria } from '../evidence/measures/read-spec-criteria.ts';
import { describeConfig, hashConfig } from '../records/hash-config.ts';
import { findMissing } from './preflight.ts';
import { foreseeHold } from '../evidence/measures/documents.measure.ts';
import type { MeasuredCheck } from '../evidence/measures/measure.ts';
import { createCheckRunner } from '../loop/run-checks.ts';
import { measureSuite } from '../loop/tests/measure-suite.ts';
import type { RunContext } from '../loop/run-context.ts';
import { listHooks } from '../agents/hosts/installed-hooks.ts';
import { findHiddenSuiteFiles } from '../evidence/hidden-suite-files.ts';
import {
  findHeldByCommands,
  findHeldFromStartOf,
  findTestFilesOf,
  findTestSupportOf,
} from '../evidence/integrity/suite-files.ts';

interface FirstFacts {
  readonly fingerprint: Fingerprint;
  readonly sources: SourceListing;
  readonly reported: readonly string[];
}

export const freezeAtStart = async (
  config: Config,
  { fingerprint: { files }, sources, reported }: FirstFacts,
): Promise<Freeze> => {
  const {
    folder,
    files: configFiles,
    work,
    tests: { suites, hidden },
    phases,
    agent,
  } = config;
  // If no phase will freeze tests when it is exited, they are frozen now.
  const isGuarded = phases.some(({ tests }) => tests === 'must_fail');
  const tests = isGuarded ? [] : findTestFilesOf(suites, files.keys(), reported);
  return freezeFiles(folder, [
    ...specsOf(work),
    ...configFiles,
    ...tests,
    ...(await findTestSupportOf(config, folder, files.keys(), tests)),
    ...(await findHeldByCommands(config, folder, files.keys())),
    ...(await findHeldFromStartOf(config, folder, files.keys(), linksOf(files), sources)),
    ...(await findHiddenSuiteFiles(folder, hidden?.command ?? [])).frozen,
    ...(isSession(agent) ? listHooks(process.env) : []),
  ]);
};

interface BaselineRefusal {
  /** The cause, a clause without a full stop; `null` if the suite reports completely, so that its tests are the problem. */
  readonly says: string | null;
  /** One line each, not bounded: the problems, and the last lines of the runner's output. */
  readonly details: readonly string[];
  /** The problems as sentences for one line, bounded. */
  readonly sentences: readonly string[];
  readonly fix: string;
}

/** @param runs - the runs that the baseline was drawn from, in their order. @returns `null` if it has no problem */
export const refuseBaseline = (
  runs: readonly TestRun[],
  { problems, failing }: DrawnBaseline,
  config: Pick<Config, 'tests' | 'folder'>,
): BaselineRefusal | null => {
  if (problems.length === 0) return null;
  const broken = runs.find(isBroken);
  const cause =
    broken === undefined ? null : explainBroken(broken, suitesOf(config), { workspace: config.folder, isBroken });
  // The cause may be one of them.
  const beside = problems.filter((problem) => cause?.says.includes(problem) !== true);
  const others = beside.filter((problem) => !problem.startsWith(FAILING));
  const fix =
    failing.length > 0 ? FIX.failing : others.some((each) => each.startsWith('flaky')) ? FIX.flaky : FIX.names;
  return {
    says: cause?.says ?? null,
    details: [...beside.map(withoutOutput), ...listOutput(broken)],
    sentences: [
      ...others.slice(0, MOST_NAMED),
      ...(others.length > MOST_NAMED ? [`And ${others.length - MOST_NAMED} more problems`] : []),
      ...(failing.length === 0 ? [] : [`${FAILING}${nameSome(failing)}`]),
    ],
    fix: cause?.fix ?? fix,
  };
};

const MOST_NAMED = 10;

const FIX = {
  failing:
    'Fix the suite, or list the tests that may fail under tests.known_failing: dualgate doctor --write-known-failing does it.',
  flaky: 'Fix the flaky tests, or list them under tests.known_failing.',
  names: 'Give each test a name of its own that is the same in every run.',
} as const;

const listOutput = (run: TestRun | undefined): readonly string[] =>
  (run?.suites ?? (run === undefined ? [] : [run])).flatMap(({ last_output: lines = [] }) =>
    lines.length === 0 ? [] : ['its last output:', ...lines.map((line) => `  ${line}`)],
  );

/** Runs the suite twice on one tree and begins the ledger, or reports every problem. */
export const takeBaseline = async (context: RunContext, signal: AbortSignal): Promise<Course<null>> => {
  const { config, emit } = context;
  const missing = await findMissing(config, context);
  if (missing.length > 0) return refuse(missing);

  const held = await foreseeHold(context.gates);
  if (held !== null) emit({ type: 'notice', text: held });
  emit({ type: 'baseline.started' });
  const sources = await findSourceListing(config.folder);
  const look = () => takeFingerprint(config.folder, { writes: config.tests.writes, sources });
  const before = await look();
  const first = await measureSuite(context, { signal, at: {}, purpose: 'baseline' });
  const between = await look();
  const second = await measureSuite(context, { signal, at: {}, purpose: 'baseline' });
  signal.throwIfAborted();
  const after = await look();
  const drawn = drawBaseline(first, second, config.tests.known_failing);
  const refusal = refuseBaseline([first, second], drawn, config);
  if (refusal !== null) return refuse([...refusal.sentences, ...asSentence(refusal.says), refusal.fix]);
  const moved = findMoved(before, after);
  if (moved.length > 0) {
    const others = listOthers(moved, before.files, after.files);
    const writes = [...config.tests.writes, ...proposeWrites(moved, others)];
    // Such as the version that go adds to go.mod, and the Cargo.lock of a library.
    const once =
      findMoved(between, after).length === 0
        ? ' If they should be there, commit them: the second run left them as they are.'
        : '';
    return refuse([
      `The suite itself writes sources: ${moved.slice(0, MAX_NAMED).join(', ')}.${once} Add files that it writes for itself to .gitignore, or under tests in the config: ${renderWrites(writes)}.`,
    ]);
  }
  const runCheck = createCheckRunner(context, {}, { look, base: null, signal });
  const checks: MeasuredCheck[] = [];
  for (const check of config.checks) checks.push(await runCheck(check));
  const unfit = [...describeUnstarted(checks), ...listWriting(after, checks).map(({ text }) => text)];
  if (unfit.length > 0) return refuse(unfit);
  const criteria = await readSpecCriteria(config);
  const branch = await describeBranch(config, after);
  context.journal.write('run.started', {
    run: context.run,
    config: describeConfig(config),
    config_hash: hashConfig(config),
    baseline: drawn.baseline,
    frozen: await freezeAtStart(config, {
      fingerprint: after,
      sources,
      reported: placesOfTests(second.tests),
    }),
    criteria: criteria.count,
    criterion_ids: criteria.ids,
    ...(criteria.guards !== undefined && { criterion_guards: criteria.guards }),
    ...(criteria.together !== undefined && { criteria_together: criteria.together }),
    sources,
    tree: after.tree,
    head: after.head,
    versions: VERSIONS,
    ...(branch === null ? {} : { branch }),
    breaker: breakerRulesOf(config),
    ...(config.plans === null ? {} : { lists: await readListsAtStart(config) }),
    ...(context.exitThreshold == null ? {} : { exit_threshold: context.exitThreshold }),
    ...context.suiteRuns?.take(),
  });
  await makeCommit(context, 'live');
  return { go: null };
};

const MAX_NAMED = 20;

const asSentence = (clause: string | null): readonly string[] => (clause === null ? [] : [`The cause: ${clause}`]);

const refuse = (problems: readonly string[]): Course<null> => {
  const shown = problems.slice(0, MAX_NAMED).map((problem) => (problem.endsWith('.') ? problem : `${problem}.`));
  const rest = problems.length > MAX_NAMED ? [`And ${problems.length - MAX_NAMED} more.`] : [];
  const why = ['The run did not start:', ...shown, ...rest].join(' ');
  return { end: { status: 'needs_human', why } };
};

/** Without a value of an embedder's phase for the same error, rule 4.4 apply. */
const SAME_ERROR = 5;

export const breakerRulesOf = ({
  phases,
  circuit_breaker,
}: Pick<Config, 'phases' | 'circuit_breaker'>): BreakerRules => ({
  phases: Object.fromEntries(
    phases.map(({ phase, circuit_breaker: { no_progress, same_error = SAME_ERROR } }) => [
      phase,
      { no_progress, same_error },
    ]),
  ),
  failed_turns: DEFAULT_BREAKER_RULES.failed_turns,
  stagnation_threshold: circuit_breaker.stagnation_threshold,
  cooldown_ms: circuit_breaker.cooldown_ms,
  reopenings: circuit_breaker.reopenings,
});
