/** Checks whether a suite can fail: mutants are applied, one at a time, in a copy. The workspace is only read. */
import { findBuilds } from '../../project/checkout/checkout.ts';
import { askCriteria, bySize } from './ask-criteria.ts';
import { type Kills, watchCriteria } from './criterion-kills.ts';
import { dropHunk, type Hunk, orderMutants, type Judgement } from './order-mutants.ts';
import { type Mutant, plant } from './mutant.ts';
import { type ChangedFile, findChanges, readInWorkspace } from './find-changes.ts';
import { languageOf } from './languages.ts';
import { askFiles, findMovedCode, measureReach } from './reach/ask-files.ts';
import { findStubs, isUsed } from './reach/stubs.ts';
import { findMutants, type MutantsOfFile } from './find-mutants.ts';
import { askFreshCopy, type Killed } from './fresh-copy.ts';
import { MutationError, openTrials, type Trials, withCopy } from './trials.ts';
import {
  type MutationQuestion,
  type Scope,
  TRIES,
  type MutationReport,
  percentKilled,
  shorten,
  type TestedMutant,
  type UnprovenHunk,
} from './mutation-report.ts';
import { findUnread } from './unread-code.ts';

/** A few mutants may all be impossible to kill: while too few are killed, up to this multiple is tested. */
const BEFORE_HOLDING = 2;
/** Of functions with another answer among the first mutants: one run of one mostly answers for all criteria. */
const VALUES_FIRST = 2;

/** Unchanged, with each mutant, then without each unproven hunk. @throws {WorkspaceError} when git cannot read */
export const mutateSuite = async (question: MutationQuestion): Promise<MutationReport> => {
  const kills: Killed[] = [];
  const report = await mutateInCopy(question, (killed) => {
    if (question.standing?.tests.includes(killed.killers[0] ?? '') === true) kills.push(killed);
  });
  const isOver = report.red !== undefined || report.needs !== undefined || report.ms > question.limits.minutes * 60_000;
  return isOver ? report : { ...report, ...(await askFreshCopy(question, kills[0] ?? null)) };
};

const mutateInCopy = async (
  question: MutationQuestion,
  onKilled: (killed: Killed) => void,
): Promise<MutationReport> => {
  const { seed, limits, signal, criteria = [], onEvent = () => {} } = question;
  const began = performance.now();
  const changes = await findChanges(question);
  const unread = await findUnread(question);
  const all = await findMutants(changes);
  const found = all.filter(({ mutants }) => mutants.length > 0);
  const total = found.reduce((sum, { mutants }) => sum + mutants.length, 0);
  const finish = (shown: Partial<MutationReport>): MutationReport => {
    const report = { ...NOTHING, ...(unread.length === 0 ? {} : { unread }), seed, ...shown };
    const { mutants_tested: tested, inconclusive } = report;
    const tooFew =
      (tested === 0 || percentKilled(report) < limits.percent) && tested < limits.at_least
        ? `only ${tested} of the required ${limits.at_least} mutants could be tested`
        : null;
    return { ...report, inconclusive: inconclusive ?? tooFew, ms: Math.round(performance.now() - began) };
  };
  if (total === 0 && (await findBuilds(question)).length === 0) return finish({ inconclusive: NO_LINE });
  onEvent({ type: 'mutation_check.started', files: found.length, mutants: total, seed });
  return withCopy(question, async (copy) => {
    try {
      const trials = await openTrials(question, copy, began + limits.minutes * 60_000);
      const needs = trials.needs.length === 0 ? {} : { needs: trials.needs };
      if (total === 0) return finish({ ...needs, inconclusive: NO_LINE });
      const kills = watchCriteria(criteria);
      const mutants = await testMutants(trials, found, question, kills, onKilled);
      // The share alone holds the phase: the rest costs test runs, and would say less.
      const isLow = mutants.filter(isAnswer).length >= limits.at_least && percentKilled({ mutants }) < limits.percent;
      const asked = criteria.length === 0 || isLow ? null : await askCriteria({ trials, found, criteria, kills });
      await trials.checkKillers(
        new Set([
          ...mutants.flatMap(({ end, why }) => (end === 'killed' && why !== null ? [why] : [])),
          ...kills.killers(),
        ]),
      );
      const isMoved = await findMovedCode(question, changes);
      const functions = found
        .flatMap((each) => each.functions)
        .filter(({ file, from, to }) => !isMoved(file, from, to));
      const reach = await measureReach(trials, functions, mutants, limits.percent);
      const parts = isLow ? {} : await askParts(question, trials, all, mutants);
      const hunks = await tryHunks(trials, found, mutants);
      signal?.throwIfAborted();
      const killed = mutants.filter(({ end }) => end === 'killed').length;
      const survived = mutants.filter(({ end }) => end === 'survived').length;
      return finish({
        mutants,
        mutants_tested: killed + survived,
        mutants_killed: killed,
        ...(reach === null ? {} : { reach }),
        ...(asked === null ? {} : { criteria: asked }),
        ...parts,
        ...hunks,
        ...needs,
      });
    } catch (error) {
      if (!(error instanceof MutationError)) throw error;
      const red = error.red === null || copy.missing.length > 0 ? {} : { red: error.red };
      return finish({ ...red, inconclusive: [error.message, ...copy.missing].join('; ') });
    }
  });
};

const NO_LINE = 'this run changed no line of code that can be mutated';

/** Files and functions that a test may have replaced. */
const askParts = async (
  { workspace, files, isTest, limits, atRed }: MutationQuestion,
  trials: Trials,
  all: readonly MutantsOfFile[],
  tried: readonly TestedMutant[],
): Promise<Pick<MutationReport, 'files' | 'stubs'>> => {
  const read = readInWorkspace(workspace);
  const paths = files.filter((path) => languageOf(path) !== null);
  const texts = new Map<string, string>();
  for (const path of paths.slice(0, MOST_READ)) texts.set(path, (await read(path))?.toString('utf8') ?? '');
  const changed = new Set(all.map(({ file }) => file.path));
  const textsBut = (path: string, isAsked: (other: string) => boolean): readonly string[] =>
    [...texts].flatMap(([other, text]) => (other !== path && isAsked(other) ? [text] : []));
  const used = all.filter(({ file, mutants }) =>
    mutants.length === 0
      ? false
      : isUsed(
          file,
          textsBut(file.path, (path) => isTest(path) || changed.has(path)),
        ),
  );
  const kills = await askFiles(trials, used, tried, limits);
  const others = (path: string): readonly string[] => textsBut(path, (other) => !isTest(other));
  const stubs = atRed === undefined ? null : await findStubs({ files: all, atRed, others, trials });
  return { ...(kills.length === 0 ? {} : { files: kills }), ...(stubs === null ? {} : { stubs }) };
};

/** Files in which a use of another is looked for. */
const MOST_READ = 2_000;

const NOTHING: MutationReport = {
  seed: '',
  mutants_tested: 0,
  mutants_killed: 0,
  mutants: [],
  hunks: { total: 0, tried: 0 },
  unproven: [],
  inconclusive: null,
  ms: 0,
};

const OUT_OF_BUDGET: Judgement = { end: 'out_of_budget', why: 'the mutation check ran out of time' };

/** The whole suite may still kill it. */
const isOpen = ({ end, asked }: TestedMutant): boolean => end === 'survived' && asked === 'new';

const isAnswer = ({ end }: Judgement): boolean => end === 'killed' || end === 'survived';

const testMutants = async (
  trials: Trials,
  found: readonly MutantsOfFile[],
  { seed, limits, criteria = [], onEvent = () => {} }: MutationQuestion,
  kills: Kills,
  onKilled: (killed: Killed) => void,
): Promise<readonly TestedMutant[]> => {
  const ofPath = new Map(found.map((each) => [each.file.path, each]));
  const tried: { readonly mutant: Mutant; tested: TestedMutant }[] = [];
  const answers = (): readonly TestedMutant[] => tried.map(({ tested }) => tested).filter(isAnswer);
  const isEnough = (): boolean => percentKilled({ mutants: answers() }) >= limits.percent;
  const test = async (source: MutantsOfFile, mutant: Mutant, scope: Scope): Promise<TestedMutant> => {
    const planted = plant(source.file.text, mutant);
    const judgement = (await trials.run(source.file, planted, scope, kills.watch(mutant))) ?? OUT_OF_BUDGET;
    const { path, line, kind } = mutant;
    if (judgement.end === 'killed') onKilled({ source: source.file, line, planted, killers: judgement.killers ?? [] });
    return {
      path,
      line,
      kind,
      before: shorten(mutant.before),
      after: shorten(mutant.shows ?? mutant.after),
      ...judgement,
      ...(scope === 'new' ? { asked: scope } : {}),
    };
  };
  /** Only the whole suite can hold the phase: it is asked about survivors while too few were killed. */
  const askWhole = async (): Promise<void> => {
    if (answers().length < limits.at_least) return;
    for (const each of tried.filter(({ tested }) => isOpen(tested))) {
      if (isEnough()) return;
      const source = ofPath.get(each.mutant.path);
      const tested = source === undefined ? null : await test(source, each.mutant, 'whole');
      if (tested === null || tested.end === 'out_of_budget') return;
      each.tested = tested;
      onEvent({ type: 'mutant.tested', ...tested });
    }
  };
  /** A second mutant at a place where one was killed would show nothing new, and costs a run of the suite. */
  const killedAt = new Set<string>();
  const values = criteria.length === 0 ? [] : bySize(found).slice(0, VALUES_FIRST);
  const ordered = orderMutants(
    found.flatMap(({ mutants }) => mutants),
    seed,
  );
  for (const mutant of [...values.map((value) => value.inForm('other')), ...ordered]) {
    // Compared twice, not after each mutant: a share that is compared often is high by chance at some point.
    if (answers().length === limits.mutants) await askWhole();
    const isAnswered = answers().length === limits.mutants && isEnough();
    if (isAnswered || answers().length >= limits.mutants * BEFORE_HOLDING || tried.length >= limits.mutants * TRIES)
      break;
    const source = ofPath.get(mutant.path);
    if (source === undefined || !source.isParseable(mutant)) continue;
    if (mutant.again === true && killedAt.has(placeOf(mutant))) continue;
    const tested = await test(source, mutant, trials.first);
    tried.push({ mutant, tested });
    if (tested.end === 'killed') killedAt.add(placeOf(mutant));
    if (!isOpen(tested)) onEvent({ type: 'mutant.tested', ...tested });
    if (tested.end === 'out_of_budget') break;
  }
  await askWhole();
  for (const { tested } of tried) if (isOpen(tested)) onEvent({ type: 'mutant.tested', ...tested });
  return tried.map(({ tested }) => tested);
};

const placeOf = ({ path, kind, from, to }: Mutant): string => `${kind} ${from}-${to} ${path}`;

const tryHunks = async (
  trials: Trials,
  found: readonly MutantsOfFile[],
  tried: readonly TestedMutant[],
): Promise<Pick<MutationReport, 'hunks' | 'unproven'>> => {
  // No test needs a hunk of comments or types, and that is correct.
  const hunks = found.flatMap(({ file, mutants }) =>
    file.hunks.filter((hunk) => mutants.some(({ line }) => isIn(hunk, line))).map((hunk) => ({ file, hunk })),
  );
  const killed = tried.filter(({ end }) => end === 'killed');
  const isProven = ({ file, hunk }: { readonly file: ChangedFile; readonly hunk: Hunk }): boolean =>
    killed.some(({ path, line }) => path === file.path && isIn(hunk, line));
  const unproven: UnprovenHunk[] = [];
  let count = hunks.filter(isProven).length;
  for (const { file, hunk } of hunks.filter((each) => !isProven(each))) {
    const judgement = await trials.run(file, file.isNew ? null : dropHunk(file.text, hunk), trials.first);
    if (judgement === null) break;
    count += 1;
    const asked = trials.first === 'new' ? { asked: trials.first } : {};
    if (judgement.end === 'survived') unproven.push({ path: file.path, line: hunk.line, lines: hunk.lines, ...asked });
  }
  return { hunks: { total: hunks.length, tried: count }, unproven };
};

const isIn = ({ line, lines }: Hunk, at: number): boolean => at >= line && at < line + lines;
