/** Whether the test of a guard can fail, a mutant of its own shows (rule 2.14). Changed code comes first. */
import { createHash } from 'node:crypto';
import { extname } from 'node:path/posix';
import { posix } from 'node:path';
import type { Checkout } from '../../project/checkout/checkout.ts';
import type { PlacedSuite } from '../../runners/run-suites.ts';
import { type ChangedFile, findChanges, readInWorkspace } from './find-changes.ts';
import { type Judgement, orderMutants } from './order-mutants.ts';
import { languageOf } from './languages.ts';
import { findMutants, type MutantsOfFile } from './find-mutants.ts';
import { plant } from './mutant.ts';
import { MutationError, openTrials, withCopy } from './trials.ts';
import type { MutationQuestion, Scope } from './mutation-report.ts';

// The frozen tests choose the mutants: an agent that adds an empty test draws no others (rule 2.10).

/** @param files - the words of all sources, by their paths @param frozen - without a frozen test, all tests count */
export const seedOfTests = (
  tests: Iterable<string>,
  files: ReadonlyMap<string, string>,
  frozen: Readonly<Record<string, string>>,
): string => {
  const all = [...tests].sort();
  const kept = all.filter((path) => Object.hasOwn(frozen, path));
  const hash = createHash('sha256');
  for (const path of kept.length > 0 ? kept : all) hash.update(`${frozen[path] ?? files.get(path) ?? ''}\t${path}\0`);
  return hash.digest('hex').slice(0, 16);
};

// The words of the mutant as comments at the end: a test that compares the text of the code finds them.

const COMMENTS: Readonly<Record<string, string>> = { '.py': '#', '.rb': '#', '.ex': '#', '.lua': '--' };

/** The text, and behind it each line that only the other text has. */
const withTextBeside = (path: string, text: string, other: string): string => {
  const own = new Set(text.split('\n'));
  const mark = COMMENTS[extname(path)] ?? '//';
  const lines = other.split('\n').filter((line) => line.trim() !== '' && !own.has(line));
  return [text.replace(/\n?$/, '\n'), ...lines.map((line) => `${mark} ${line.replace(/\r$/, '')}\n`)].join('');
};

/** A criterion that held when RED was exited. */
export interface AskedGuard {
  readonly id: string;
  /** Whether a test is one of it, by its name. */
  readonly isNamed: (test: string) => boolean;
  /** Files with its tests, relative to the workspace. */
  readonly files: readonly string[];
  /** Those that can run these files alone; else all. */
  readonly suites: readonly PlacedSuite[];
}

export interface GuardEnd {
  readonly id: string;
  readonly isKilled: boolean;
  /** Mutants that were tried. */
  readonly tried: number;
  /** Why none could be; '' otherwise. */
  readonly why: string;
}

/** A guard may look at one branch of many; each mutant costs a run of its file. */
const MOST_TRIED = 30;
const MOST_FILES = 12;

/** One answer for each guard. The minutes of the mutation check are for all guards together, too. */
export const killGuards = async (
  question: MutationQuestion,
  guards: readonly AskedGuard[],
): Promise<readonly GuardEnd[]> => {
  const until = performance.now() + question.limits.minutes * 60_000;
  const changed = await findMutants(await findChanges(question));
  return withCopy(question, async (copy) => {
    const ends: GuardEnd[] = [];
    for (const guard of guards) ends.push(await killGuard({ question, guard, changed, copy, until }));
    return ends;
  });
};

interface GuardQuestion {
  readonly question: MutationQuestion;
  readonly guard: AskedGuard;
  /** The mutants of the code that the run changed. */
  readonly changed: readonly MutantsOfFile[];
  readonly copy: Checkout;
  readonly until: number;
}

const killGuard = async ({ question, guard, changed, copy, until }: GuardQuestion): Promise<GuardEnd> => {
  const { id, isNamed } = guard;
  let tried = 0;
  const end = (isKilled: boolean, why = ''): GuardEnd => ({ id, isKilled, tried, why });
  try {
    const isPart = guard.suites.length > 0;
    const suites = isPart ? guard.suites : question.suites;
    const onRun = (_: Scope, ms: number): void => question.onRun?.(isPart ? 'new' : 'whole', ms);
    const trials = await openTrials({ ...question, suites, first: [], counts: isNamed, onRun }, copy, until);
    for (const find of [() => changed, async () => findMutants(await findNear(question, guard))]) {
      const found = await find();
      const ofPath = new Map(found.map((each) => [each.file.path, each]));
      for (const mutant of orderMutants(
        found.flatMap(({ mutants }) => mutants),
        question.seed,
      )) {
        const source = ofPath.get(mutant.path);
        if (tried >= MOST_TRIED) return end(false);
        if (source === undefined || !source.isParseable(mutant)) continue;
        const { path, text } = source.file;
        const planted = plant(text, mutant);
        const judged = await trials.run(source.file, withTextBeside(path, planted, text), 'whole');
        if (judged === null) return end(false, 'the mutation check ran out of time');
        tried += 1;
        if (judged.end !== 'killed') continue;
        // A test that waits for something else than the code, or that reads its text, fails without a mutant, too.
        const clean = await trials.run(source.file, withTextBeside(path, text, planted), 'whole');
        return clean?.end === 'survived' ? end(true) : end(false, whyUnclean(clean));
      }
    }
    return end(false);
  } catch (error) {
    if (error instanceof MutationError) return end(false, error.message);
    throw error;
  }
};

const whyUnclean = (clean: Judgement | null): string =>
  clean === null
    ? 'the mutation check ran out of time'
    : clean.end === 'killed'
      ? `${clean.why} fails in the end without a mutant, too: it shows nothing`
      : (clean.why ?? '');

/** Whole files: code from before the run may be what holds already. */
const findNear = async (
  { workspace, files, isTest }: MutationQuestion,
  guard: AskedGuard,
): Promise<readonly ChangedFile[]> => {
  const read = readInWorkspace(workspace);
  const textOf = async (path: string): Promise<string> => (await read(path))?.toString('utf8') ?? '';
  const words = new Set((await Promise.all(guard.files.map(textOf))).flatMap((text) => text.match(/[\w-]+/g) ?? []));
  const folders = new Set(guard.files.map((path) => posix.dirname(path)));
  const near = files.filter(
    (path) =>
      languageOf(path) !== null &&
      !isTest(path) &&
      (words.has(posix.basename(path).replace(/\..*$/, '')) || folders.has(posix.dirname(path))),
  );
  const found = near.slice(0, MOST_FILES).map(async (path): Promise<ChangedFile> => {
    const text = await textOf(path);
    const lines = new Set(text.split('\n').map((_, i) => i + 1));
    return { path, text, isNew: false, hunks: [], lines };
  });
  return Promise.all(found);
};
