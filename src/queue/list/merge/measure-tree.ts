/** Measures a merge in a clean checkout, before a ref has it: the suite twice, as a baseline, and the gates' checks. */
import { rm } from 'node:fs/promises';
import { compileGates } from '../../../../gates/compile-gates.ts';
import { metricOfCheck } from '../../../project/config/own-measure.ts';
import type { Config } from '../../../project/config/config.ts';
import { drawBaseline, FAILING, nameSome } from '../../../evidence/baseline.ts';
import { addHiddenSuite } from '../../../loop/tests/blame-runner.ts';
import { measureSuite } from '../../../loop/tests/measure-suite.ts';
import { createCheckRunner } from '../../../loop/run-checks.ts';
import type { RunContext } from '../../../loop/run-context.ts';
import { asksForMetric } from '../../../evidence/measures/measure.ts';
import { runFolders } from '../../../records/run-folders.ts';
import { createPassingContext } from '../../../loop/create-run-context.ts';
import { findMoved, takeFingerprint } from '../../../project/sources/fingerprint.ts';
import { makeTemporaryFolder } from '../../../base/temporary-folder.ts';
import type { TestRun } from '../../../runners/test-run.ts';
import type { MeasuredMerge } from '../list-record.ts';
import { randomUUID } from 'node:crypto';
import { endMarked } from '../../../base/processes/find-processes.ts';
import { watchOver } from '../../../run/end-killed-run.ts';
import { listCommit } from '../../../prove/run-commits.ts';
import { withCheckout } from '../../../prove/measure-checkout.ts';
import { findPlace } from '../../../prove/prove-change.ts';

// A clean checkout, for the suite of a merge and the command of CI: what starts there ends with it, also at a kill.

interface CheckoutToWatch {
  readonly config: Config;
  readonly object: string;
  readonly signal: AbortSignal;
  readonly onNotice: (text: string) => void;
}

const SETUP_MS = 30 * 60_000;

interface CheckoutOf {
  readonly config: { readonly folder: string; readonly setup: readonly string[] | null };
  readonly object: string;
  readonly signal: AbortSignal;
}

/** @param use - receives the workspace in it @throws as `withCheckout` */
const withCheckoutOf = async <T>(
  { config: { folder, setup }, object, signal }: CheckoutOf,
  use: (folder: string) => Promise<T>,
): Promise<T> => {
  const [repository = '', place = ''] = await findPlace(folder);
  const files = await listCommit(repository, object);
  const where = { repository, place, files, setup, setupTimeoutMs: SETUP_MS, signal };
  return withCheckout(where, (checkout) => use(checkout.folder));
};

/** @param use - gets workspace and `DUALGATE_RUN` @throws {ProofError} when the setup fails, or the signal aborts */
export const inWatchedCheckout = async <T>(
  { config, object, signal, onNotice }: CheckoutToWatch,
  use: (folder: string, mark: string) => Promise<T>,
): Promise<T> =>
  withCheckoutOf({ config, object, signal }, async (folder) => {
    const mark = `checkout-${randomUUID()}`;
    const watchdog = watchOver({ run: mark, folder }, onNotice);
    try {
      return await use(folder, mark);
    } finally {
      await endMarked({ name: 'DUALGATE_RUN', value: mark });
      await watchdog.end();
    }
  });

interface TreeToMeasure {
  readonly config: Config;
  readonly tree: string;
  readonly expected: readonly string[];
  readonly signal: AbortSignal;
  readonly onNotice: (text: string) => void;
}

type Measured = Pick<MeasuredMerge, 'runs' | 'checks' | 'why'>;

/** @throws {ProofError} when the checkout cannot be set up, or the signal aborts */
export const measureTree = async ({ config, tree, expected, signal, onNotice }: TreeToMeasure): Promise<Measured> => {
  const home = await makeTemporaryFolder('merge');
  try {
    return await inWatchedCheckout({ config, object: tree, signal, onNotice }, async (folder, mark) => {
      const context = createPassingContext({
        run: mark,
        config: { ...config, folder },
        folders: { ...runFolders(home, 'merge'), transcripts: home, reports: home },
        emit: () => {},
      });
      return measureIn(context, expected, signal);
    });
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
};

const measureIn = async (context: RunContext, expected: readonly string[], signal: AbortSignal): Promise<Measured> => {
  const { config } = context;
  const look = () => takeFingerprint(config.folder, { writes: config.tests.writes });
  const before = await look();
  const last = config.phases.findLast(({ tests }) => tests !== 'must_fail')?.phase ?? null;
  const runSuites = async (): Promise<TestRun> => {
    const shown = await measureSuite(context, { signal, at: {} });
    return last === null ? shown : addHiddenSuite(context, last, shown, signal);
  };
  const first = await runSuites();
  signal.throwIfAborted();
  const red = judgeRuns(first, first, config, expected);
  if (red !== null) return { runs: [first].map(count), checks: [], why: red };
  const second = await runSuites();
  signal.throwIfAborted();
  const runs = [first, second].map(count);
  const flaky = judgeRuns(first, second, config, expected);
  if (flaky !== null) return { runs, checks: [], why: flaky };
  const gates = compileGates(config);
  const asked = config.checks.filter(({ name }) => gates.some((gate) => asksForMetric(gate, metricOfCheck(name))));
  const runCheck = createCheckRunner(context, {}, { look, base: null, signal });
  const checks: { readonly name: string; readonly ok: boolean }[] = [];
  const failed: string[] = [];
  for (const check of asked) {
    const { result } = await runCheck(check);
    const ok = result.ok === true;
    checks.push({ name: check.name, ok });
    if (!ok) failed.push(`the check ${check.name} failed (exit code ${result.exit_code ?? 'none'})`);
  }
  const moved = findMoved(before, await look());
  if (moved.length > 0) failed.push(`suite and checks write sources: ${nameSome(moved)}`);
  return { runs, checks, why: failed.length === 0 ? null : failed.join('; ') };
};

/** In one sentence without a full stop; `null` if they are green. */
const judgeRuns = (first: TestRun, second: TestRun, { tests }: Config, expected: readonly string[]): string | null => {
  const { baseline, failing, problems } = drawBaseline(first, second, tests.known_failing);
  if (failing.length > 0) return `tests fail: ${nameSome(failing)}`;
  const problem = problems.find((each) => !each.startsWith(FAILING));
  if (problem !== undefined) return problem.replace('before the run started', 'on the merged files');
  const counted = new Set([...baseline.passing, ...baseline.known_failing]);
  const missing = expected.filter((id) => !counted.has(id));
  return missing.length === 0 ? null : `tests are missing or skipped: ${nameSome(missing)}`;
};

const count = ({ tests, exit_code, ms }: TestRun): MeasuredMerge['runs'][number] => {
  const having = (wanted: string) => tests.filter(({ state }) => state === wanted).length;
  return { passing: having('passed'), failing: having('failed'), skipped: having('skipped'), exit_code, ms };
};
