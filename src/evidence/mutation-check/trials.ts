/** Runs of a suite in a scratch copy: one of the unchanged copy, for comparison, then one for each change. */
import { mkdir, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Checkout } from '../../project/checkout/checkout.ts';
import { withCheckout } from '../../project/checkout/open-checkout.ts';
import { isGreen, testId } from '../../runners/is-green.ts';
import type { TestRun } from '../../runners/test-run.ts';
import type { Watch } from './criterion-kills.ts';
import { type ChangedFile, findChanges } from './find-changes.ts';
import { type Judgement, judgeRun, passedIn } from './order-mutants.ts';
import type { MutationQuestion, Scope } from './mutation-report.ts';
import { DualgateError } from '../../../gates/errors.ts';

/**
 * The tests destroyed the copy for the mutation check; it is inconclusive, and the run continues. Fix:
 * docs/how-to/mutation-check.md.
 */
export class MutationError extends DualgateError {
  override readonly name = 'ProbeError';
  readonly code = 'E_MUTATION_CHECK';
  /** Why the suite is not green in the unchanged copy, as a clause; `null` for everything else. */
  readonly red: string | null;

  constructor(message: string, { red = null }: { readonly red?: string | null } = {}) {
    super(message);
    this.red = red;
  }
}

export interface Trials {
  /** The tests that are asked first. `new`: they are green alone in the unchanged copy. */
  readonly first: Scope;
  /** Ignored code without which the suite is not green. */
  readonly needs: readonly string[];
  /** `text`: `null` removes it. Answers `null` when time is over. @throws {MutationError} when the copy is not green */
  readonly run: (
    source: Pick<ChangedFile, 'path' | 'text' | 'encoding'>,
    text: string | null,
    scope: Scope,
    watch?: Watch,
  ) => Promise<Judgement | null>;
  /** A test that fails in the unchanged copy has killed nothing. @throws {MutationError} when one of these does */
  readonly checkKillers: (ids: ReadonlySet<string>) => Promise<void>;
}

/** Earlier tests may look at what no new one does. */
export const runBoth = async (
  trials: Trials,
  source: Parameters<Trials['run']>[0],
  text: string,
): Promise<Judgement | null> => {
  const first = await trials.run(source, text, trials.first);
  return first?.end === 'survived' && trials.first === 'new' ? trials.run(source, text, 'whole') : first;
};

/** A mutant may make a suite slower, but not forever. */
const SLOWER = 3;
const GRACE_MS = 5_000;
/** A shorter suite finishes sooner than it can be ended. */
const WORTH_ENDING_MS = 5_000;

const OUT_OF_TIME = 'the mutation check ran out of time';

const redCopy = (red: string): MutationError =>
  new MutationError(`the suite is not green in a copy of the workspace (${red})`, { red });

const asRed = (error: unknown): MutationError => {
  if (error instanceof MutationError && error.red !== null) return error;
  throw error;
};

/** The result of the unchanged copy. */
interface Control {
  readonly ms: number;
  readonly passed: ReadonlySet<string>;
}

export const withCopy = <T>(
  { workspace, root, files, without, sandbox }: MutationQuestion,
  use: (copy: Checkout) => Promise<T>,
): Promise<T> => {
  const from = { workspace, root, files, ...(without === undefined ? {} : { without }) };
  return withCheckout(
    { from, at: 'mutants', dependencies: 'lend', ...(sandbox === undefined ? {} : { sandbox }) },
    use,
  );
};

/** A socket has a path of 104 bytes at most, and tests make some in the temporary folder: the rest is theirs. */
const LONGEST = 80;
const NAMES_TEMPORARY = /te?mp_?dir|gettemp|\btempfile\b|mkdtemp/i;

/**
 * A folder for temporary files of its own, where changed code or a changed test names that folder: what another test run left
 * there is not in it. None in a sandbox, which has one.
 */
export const temporaryOf = async (
  copy: Pick<Checkout, 'root'>,
  question: MutationQuestion,
): Promise<Readonly<Record<string, string>>> => {
  const folder = join(dirname(copy.root), 'tmp');
  if (question.hasSandbox === true || folder.length > LONGEST) return {};
  const changes = await findChanges({ ...question, isTest: () => false });
  if (!changes.some(({ text }) => NAMES_TEMPORARY.test(text))) return {};
  await mkdir(folder, { recursive: true });
  return { TMPDIR: folder };
};

/** @param until - on the clock of `performance.now()` @throws {MutationError} when the copy is not green */
export const openTrials = async (question: MutationQuestion, copy: Checkout, until: number): Promise<Trials> => {
  const { ignored, mark, signal, suites, first = [], counts, onRun = () => {} } = question;
  const write = createSourceWriter(copy.folder);
  const env = await temporaryOf(copy, question);
  const left = (): number => until - performance.now();
  const measure = async (scope: Scope, timeoutMs: number, mayStop: (id: string) => boolean): Promise<TestRun> => {
    const enough = new AbortController();
    const limit = (ofSuite: number): number => Math.max(1, Math.round(Math.min(ofSuite, timeoutMs, left())));
    const run = await copy.run(
      (scope === 'new' ? first : suites).map((suite) => ({ ...suite, timeoutMs: limit(suite.timeoutMs) })),
      {
        mark,
        env,
        isList: suites.length > 1,
        signal: signal === undefined ? enough.signal : AbortSignal.any([signal, enough.signal]),
        onTest: (test) => {
          if (test.state === 'failed' && mayStop(testId(test))) enough.abort();
        },
      },
    );
    onRun(scope, run.ms);
    signal?.throwIfAborted();
    return run;
  };
  const measureClean = (scope: Scope): Promise<TestRun> => measure(scope, Number.POSITIVE_INFINITY, () => false);
  const controls = new Map<Scope, Control>();
  const keepControl = (scope: Scope, run: TestRun): void => {
    controls.set(scope, { ms: run.ms, passed: passedIn(run, counts) });
  };
  const controlOf = async (scope: Scope): Promise<Control> => {
    const known = controls.get(scope);
    if (known !== undefined) return known;
    const run = await measureClean(scope);
    if (!isGreen(run, ignored)) throw left() <= 0 ? new MutationError(OUT_OF_TIME) : redCopy(whyRed(run));
    keepControl(scope, run);
    return controlOf(scope);
  };
  /** Finds out what is green in the copy: the new tests alone, or else the whole suite. */
  const establish = async (): Promise<MutationError | null> => {
    const alone = first.length === 0 ? null : await measureClean('new');
    if (alone !== null && isGreen(alone, ignored)) keepControl('new', alone);
    return controls.has('new') ? null : controlOf('whole').then(() => null, asRed);
  };

  let red = await establish();
  const isAlone = red === null;
  if (red !== null && copy.builds.length > 0) {
    await copy.bringBuilds();
    red = await establish();
  }
  if (red !== null) throw red;
  const scope = controls.has('new') ? 'new' : 'whole';
  return {
    needs: isAlone ? [] : copy.builds,
    first: scope,
    run: async (source, text, asked, watch) => {
      if (left() <= 0) return null;
      const control = await controlOf(asked);
      if (left() <= 0) return null;
      await write(source.path, text, source.encoding);
      try {
        const mayStop = (id: string): boolean =>
          control.ms >= WORTH_ENDING_MS && control.passed.has(id) && watch?.isOpen() !== true;
        const run = await measure(asked, control.ms * SLOWER + GRACE_MS, mayStop);
        watch?.look(run, control.passed);
        return run.ended === 'timed_out' && left() <= 0 ? null : judgeRun(run, control.passed, ignored);
      } finally {
        await write(source.path, source.text, source.encoding);
      }
    },
    checkKillers: async (ids) => {
      if (scope === 'whole' || ids.size === 0 || left() <= 0) return;
      const { tests } = await measureClean('new');
      const failed = tests.find((test) => test.state === 'failed' && ids.has(testId(test)));
      if (failed !== undefined)
        throw new MutationError(`${testId(failed)} fails in the end without a mutant, too: it shows nothing`);
    },
  };
};

const whyRed = ({ tests, load_failures: [load], problems: [problem], unhandled_errors: [error] }: TestRun): string => {
  const failed = tests.find(({ state }) => state === 'failed');
  if (failed !== undefined) return `${testId(failed)} fails there`;
  if (load !== undefined) return `${load.file} does not load there`;
  return problem ?? error ?? 'not every test passes there';
};

/** Each write has a later time than the one before, by full seconds, because caches depend on it. */
export const createSourceWriter = (
  copy: string,
): ((path: string, text: string | null, encoding?: 'utf8' | 'latin1') => Promise<void>) => {
  let writes = 0;
  return async (path, text, encoding = 'utf8') => {
    const at = join(copy, path);
    if ((await realpath(dirname(at)).catch(() => null)) !== dirname(at)) {
      throw new MutationError(
        `Cannot apply a mutant to ${path}: its folder in the copy is not the one that was copied. Check whether the tests change their own sources.`,
      );
    }
    await rm(at, { recursive: true, force: true });
    if (text === null) return;
    await writeFile(at, text, { flag: 'wx', encoding });
    writes += 1;
    const time = Math.floor(Date.now() / 1_000) + 2 * writes;
    await utimes(at, time, time);
  };
};
