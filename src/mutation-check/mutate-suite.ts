/**
 * Checks whether a suite can fail: mutants are applied, one at a time, to a copy of the code that a run changed, and
 * the suite runs there. A suite that kills none of them cannot tell working code from broken code. The workspace itself
 * is only read.
 *
 * @module
 */
import { dropHunk, type Hunk } from './diff-lines.ts';
import { type Mutant, plant, type MutantKind } from './mutant.ts';
import { type ChangedFile, findChanges } from './find-changes.ts';
import type { Judgement } from './judge-run.ts';
import { MutationError } from './mutation-error.ts';
import type { MutationQuestion } from './mutation-question.ts';
import {
  type MutationReport,
  percentKilled,
  shorten,
  type TestedMutant,
  type UnprovenHunk,
} from './mutation-report.ts';
import { makeScratchCopy } from './scratch-copy.ts';
import { openTrials, type Trials } from './trials.ts';
import { languageOf, SCRIPT_AS_TEXT } from './languages.ts';
import { findScriptMutants, stillParses } from './script-mutants.ts';
import { parserFor } from './syntax-tree.ts';
import { findTextMutants } from './text-mutants.ts';
import { withoutPatches } from './without-patches.ts';
import { createHash } from 'node:crypto';

/** Inconclusive mutants are replaced by others, up to this multiple of the wanted number. */
const TRIES = 4;
/** A few mutants may all be impossible to kill: while too few are killed, up to this multiple is tested. */
const BEFORE_HOLDING = 2;

/**
 * Runs the suite in a copy: once unchanged, then with each mutant, then without each hunk that no killed mutant has
 * shown to be needed.
 *
 * @throws {WorkspaceError} when the repository cannot be read
 */
export const mutateSuite = async (question: MutationQuestion): Promise<MutationReport> => {
  const { seed, limits, signal, onEvent = () => {} } = question;
  const began = performance.now();
  const changes = await findChanges(question);
  const found = await findMutants(changes);
  const total = found.reduce((sum, { mutants }) => sum + mutants.length, 0);
  const finish = (shown: Partial<MutationReport>): MutationReport => {
    const report = { ...NOTHING, seed, ...shown };
    const { mutants_tested: tested, inconclusive } = report;
    const tooFew =
      (tested === 0 || percentKilled(report) < limits.percent) && tested < limits.at_least
        ? `only ${tested} of the required ${limits.at_least} mutants could be tested`
        : null;
    return { ...report, inconclusive: inconclusive ?? tooFew, ms: Math.round(performance.now() - began) };
  };
  if (total === 0) return finish({ inconclusive: 'this run changed no line of code that can be mutated' });
  onEvent({ type: 'mutation_check.started', files: found.length, mutants: total, seed });
  const copy = await makeScratchCopy(question);
  try {
    const trials = await openTrials(question, copy, began + limits.minutes * 60_000);
    if (trials.problem !== null) return finish({ inconclusive: [trials.problem, ...copy.missing].join('; ') });
    const mutants = await testMutants(trials, found, question);
    const hunks = await tryHunks(trials, found, mutants);
    signal?.throwIfAborted();
    const killed = mutants.filter(({ end }) => end === 'killed').length;
    const survived = mutants.filter(({ end }) => end === 'survived').length;
    return finish({ mutants, mutants_tested: killed + survived, mutants_killed: killed, ...hunks });
  } catch (error) {
    if (error instanceof MutationError) return finish({ inconclusive: error.message });
    throw error;
  } finally {
    await copy.remove();
  }
};

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

const testMutants = async (
  trials: Trials,
  found: readonly MutantsOfFile[],
  { seed, limits, onEvent = () => {} }: MutationQuestion,
): Promise<readonly TestedMutant[]> => {
  const ofPath = new Map(found.map((each) => [each.file.path, each]));
  const tried: TestedMutant[] = [];
  /** A second mutant at a place where one was killed would show nothing new, and costs a run of the suite. */
  const killedAt = new Set<string>();
  const isAnswer = ({ end }: Judgement): boolean => end === 'killed' || end === 'survived';
  for (const mutant of orderMutants(
    found.flatMap(({ mutants }) => mutants),
    seed,
  )) {
    const answers = tried.filter(isAnswer);
    const isEnough = percentKilled({ mutants: answers }) >= limits.percent;
    // Compared twice, not after each mutant: a share that is compared often is high by chance at some point.
    const isAnswered = answers.length === limits.mutants && isEnough;
    if (isAnswered || answers.length >= limits.mutants * BEFORE_HOLDING || tried.length >= limits.mutants * TRIES)
      break;
    const source = ofPath.get(mutant.path);
    if (source === undefined || !source.isParseable(mutant)) continue;
    if (mutant.again === true && killedAt.has(placeOf(mutant))) continue;
    const { path, line, kind } = mutant;
    const judgement = (await trials.run(source.file, plant(source.file.text, mutant))) ?? OUT_OF_BUDGET;
    const one = { path, line, kind, before: shorten(mutant.before), after: shorten(mutant.after), ...judgement };
    tried.push(one);
    if (judgement.end === 'killed') killedAt.add(placeOf(mutant));
    onEvent({ type: 'mutant.tested', ...one });
    if (judgement.end === 'out_of_budget') break;
  }
  return tried;
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
    const judgement = await trials.run(file, file.isNew ? null : dropHunk(file.text, hunk));
    if (judgement === null) break;
    count += 1;
    if (judgement.end === 'survived') unproven.push({ path: file.path, line: hunk.line, lines: hunk.lines });
  }
  return { hunks: { total: hunks.length, tried: count }, unproven };
};

const isIn = ({ line, lines }: Hunk, at: number): boolean => at >= line && at < line + lines;

interface MutantsOfFile {
  readonly file: ChangedFile;
  readonly mutants: readonly Mutant[];
  /** Whether the text is still valid with the mutant; where that is unknown, a run decides. */
  readonly isParseable: (mutant: Mutant) => boolean;
}

/** Files without any are left out. */
const findMutants = async (changes: readonly ChangedFile[]): Promise<readonly MutantsOfFile[]> => {
  const found: MutantsOfFile[] = [];
  for (const file of changes) found.push(await findInFile(file));
  return found.filter(({ mutants }) => mutants.length > 0);
};

const findInFile = async (file: ChangedFile): Promise<MutantsOfFile> => {
  const { path, text } = file;
  const lines = withoutPatches(text, file.lines);
  const language = languageOf(path);
  const always = (): boolean => true;
  if (language === null) return { file, mutants: [], isParseable: always };
  if (language !== 'script')
    return { file, mutants: findTextMutants(path, text, lines, language), isParseable: always };
  const parse = await parserFor(path);
  try {
    const mutants = findScriptMutants(path, text, lines, parse);
    return { file, mutants, isParseable: (mutant) => stillParses(text, mutant, parse) };
  } catch (error) {
    // Flow, or a proposal that the parser does not know.
    if (error instanceof SyntaxError) {
      return { file, mutants: findTextMutants(path, text, lines, SCRIPT_AS_TEXT), isParseable: always };
    }
    throw error;
  }
};

/**
 * Kinds that a test of the behaviour kills first; a constant may matter to no test. An answer that is missing is noticed
 * by any test, so the input in its place comes next.
 */
const KINDS: readonly MutantKind[] = [
  'return',
  'input',
  'condition',
  'operator',
  'arguments',
  'statement',
  'body',
  'constant',
  'guard',
];

/**
 * The order of mutants: by a seed, spread over kinds and files. Pure: the same seed and the same mutants give the
 * same order, on any machine.
 *
 * All of them, each kind in turn, and within a kind the file with the fewest so far; alternatives at one place come
 * last.
 */
export const orderMutants = (mutants: readonly Mutant[], seed: string): readonly Mutant[] => [
  ...spread(
    mutants.filter(({ again }) => again === undefined),
    seed,
  ),
  ...spread(
    mutants.filter(({ again }) => again === true),
    seed,
  ),
];

const spread = (mutants: readonly Mutant[], seed: string): readonly Mutant[] => {
  const drawn = mutants
    .map((mutant) => ({ mutant, lot: draw(seed, mutant) }))
    .sort((one, other) => (one.lot < other.lot ? -1 : 1))
    .map(({ mutant }) => mutant);
  const waiting = new Map(KINDS.map((kind) => [kind, drawn.filter((mutant) => mutant.kind === kind)]));
  const ofFile = new Map<string, number>();
  const ordered: Mutant[] = [];
  while (ordered.length < mutants.length) {
    for (const kind of KINDS) {
      const left = waiting.get(kind) ?? [];
      const fewest = Math.min(...left.map(({ path }) => ofFile.get(path) ?? 0));
      const next = left.findIndex(({ path }) => (ofFile.get(path) ?? 0) === fewest);
      const [mutant] = next === -1 ? [] : left.splice(next, 1);
      if (mutant === undefined) continue;
      ordered.push(mutant);
      ofFile.set(mutant.path, (ofFile.get(mutant.path) ?? 0) + 1);
    }
  }
  return ordered;
};

/** Only the hash of seed and mutant: the other candidates do not affect it. */
const draw = (seed: string, { path, from, to, after }: Mutant): string =>
  createHash('sha256')
    .update(JSON.stringify([seed, path, from, to, after]))
    .digest('hex');
