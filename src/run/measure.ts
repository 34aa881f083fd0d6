/** One decision on the current workspace, measured and judged as in the loop, on a journal in memory. No run is changed. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { createActor } from 'xstate';
import { decide, type Decision } from '../../gates/decide.ts';
import type { IterationRecord, Turn } from '../../gates/iteration.ts';
import { greenRunsActor, wantsAnotherGreenRun } from '../../machines/index.ts';
import type { Config } from '../project/config/config.ts';
import { finding } from '../evidence/findings/findings.ts';
import type { Freeze } from '../evidence/integrity/freeze.ts';
import { checkOptions, checkValue, type OptionKind, KINDS } from '../base/check-options.ts';
import { findSourceListing } from '../project/sources/fingerprint.ts';
import { freezeAtStart } from './take-baseline.ts';
import type { Measured, Tested, Turned } from '../loop/iteration.ts';
import { measureTested } from '../loop/measure.ts';
import { beginIteration } from '../loop/prepare.ts';
import { lookAtSources, gateOf, type RunContext } from '../loop/run-context.ts';
import { createPassingContext } from '../loop/create-run-context.ts';
import { RunError } from '../records/run-error.ts';
import { type GivenSignal, takeGivenSignal } from '../loop/turn/read-exit-signal.ts';
import type { RunEventBody } from '../records/run-events.ts';
import { readCurrentRun, runFolders } from '../records/run-folders.ts';
import { runSuite } from '../loop/tests.ts';
import { makeTemporaryFolder } from '../base/temporary-folder.ts';
import { readCheckpoint } from '../view/read-checkpoint.ts';
import { readRunSummary, type RunSummary, statusSince } from '../view/read-run.ts';
import { isConfigOf } from '../records/hash-config.ts';

export interface MeasureOptions {
  /** @default the phase of the current run, else the first of the config */
  readonly phase?: string;
  /** The agent's exit signal. @default no signal */
  readonly signal?: GivenSignal;
  /**
   * The `frozen` of an earlier measurement: `tests_intact` compares the files with it. @default those of the current
   * run; without a run nothing is frozen, `tests_intact` is unmeasured, and every phase is held
   */
  readonly frozen?: Freeze;
  readonly abort?: AbortSignal;
  /** Receives every event as it happens; must not throw. */
  readonly onEvent?: (event: RunEventBody) => void;
}

export interface MeasuredNow {
  /** The run whose frozen files count; null when no run has started, or the last one is over: then nothing is frozen yet. */
  readonly run: string | null;
  readonly record: IterationRecord;
  readonly decision: Decision;
  /** For the next measurement: what was frozen so far, and after an exit also what that exit freezes. JSON. */
  readonly frozen: Freeze;
}

/** There was no turn that ended well and changed nothing: such a turn would let REFACTOR be exited (rule 2.8). */
const NO_TURN: Turn = { outcome: 'empty', exit_code: 0, ms: 0 };

const KINDS_OF_OPTIONS = {
  phase: KINDS.text,
  signal: KINDS.exitSignal,
  frozen: KINDS.freeze,
  abort: KINDS.abortSignal,
  onEvent: KINDS.function,
} as const satisfies Readonly<Record<keyof MeasureOptions, OptionKind>>;

/**
 * Measures and decides; the decision's `can_exit` says whether the phase may be exited. It keeps nothing between two
 * calls, and several may be active at the same time.
 * @throws {OptionError} when an option is unknown or of another kind
 * @throws {RunError} when the phase is not in the config, or the work is over
 * @throws the reason of `abort` when it aborts
 */
export const measure = async (config: Config, options: MeasureOptions = {}): Promise<MeasuredNow> => {
  checkValue('measure', 'config', config, KINDS.config);
  checkOptions('measure', options, KINDS_OF_OPTIONS);
  return measureNow(config, options);
};

/**
 * As `measure`. @param options.asNewRun - without a run, the files count as those of a run that begins now: for a
 * person who reads that nothing is frozen yet
 */
export const measureNow = async (
  config: Config,
  options: MeasureOptions & { readonly asNewRun?: boolean },
): Promise<MeasuredNow> => {
  const { signal: given = false, abort = new AbortController().signal, onEvent: emit = () => {} } = options;
  abort.throwIfAborted();
  const folder = await makeTemporaryFolder('check');
  try {
    const known = await findRunSummary(config);
    const phase = options.phase ?? (known === null ? config.phases[0]?.phase : known.phase);
    if (phase === undefined || phase === null)
      throw new RunError(
        'Cannot check the workspace: the work of its run is over. Name a phase: dualgate check PHASE.',
      );
    const names = config.phases.map((each) => each.phase);
    if (!names.includes(phase))
      throw new RunError(`Cannot check the phase ${phase}: the config has ${names.join(', ')}.`);

    const inPlace = known?.phase === phase;
    const folders = { ...runFolders(folder, 'check'), transcripts: folder, reports: folder };
    // A mark of its own, to distinguish processes that its suite leaves running from those of another check.
    const context = createPassingContext({ run: `check-${randomUUID()}`, config, folders, emit });
    const gate = gateOf(context.gates, phase);
    const fresh = context.journal.state();
    const { baseline, writes, sources } = known?.state ?? fresh;
    const listing = sources ?? (await findSourceListing(config.folder));
    const before = await lookAtSources(config, { sources: listing, writes });
    const isUnderWay = known !== null && known.phase !== null;
    const frozen = isUnderWay
      ? { ...options.frozen, ...known.state.frozen }
      : (options.frozen ?? (await freezeAtStart(config, { fingerprint: before, sources: listing, reported: [] })));
    const hasFrozen = isUnderWay || options.frozen !== undefined || options.asNewRun === true;
    const state = inPlace ? known.state : { ...fresh, baseline, sources: listing, writes, frozen };
    const checking: RunContext = {
      ...context,
      onlyWhole: true,
      journal: { ...context.journal, state: () => state, phase: () => phase },
    };
    const turned: Turned = {
      ...beginIteration(checking, phase, { attempt: 1, nonce: null, before }),
      turn: NO_TURN,
      is_discarded: false,
      ...(await takeGivenSignal(given, folder)),
      after: before,
    };
    const { record: measured, exit } = await measureUntilGreen(checking, turned, abort);
    const record = hasFrozen ? measured : withoutFreeze(measured);
    const decision = decide(gate, record);
    return {
      run: isUnderWay ? known.run : null,
      record,
      decision,
      frozen: { ...frozen, ...(decision.can_exit ? exit?.frozen : {}) },
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Files that were never frozen cannot be shown to be unchanged. */
const withoutFreeze = (record: IterationRecord): IterationRecord => {
  const { tests_intact: _unmeasured, ...metrics } = record.metrics;
  const findings = [...record.findings, finding('tampering.nothing_frozen')];
  return Object.freeze({ ...record, metrics: Object.freeze(metrics), findings });
};

/** As the loop does: again while green, until the phase has the green runs that it needs. */
const measureUntilGreen = async (context: RunContext, turned: Turned, signal: AbortSignal): Promise<Measured> => {
  const greenRuns = createActor(greenRunsActor).start();
  const counted = () => greenRuns.getSnapshot().context;
  let tested: Tested = await runSuite(context, turned, greenRuns, signal);
  while (wantsAnotherGreenRun(counted(), tested)) tested = await runSuite(context, tested, greenRuns, signal);
  // Read before it is stopped: the stop reaches the counter as an event too, and that is no green run.
  const { consecutive_green_runs } = counted();
  greenRuns.stop();
  return measureTested(context, tested, consecutive_green_runs, signal);
};

/** `null` without a run. Under another config its ledger is folded again. @throws {LedgerError} when what was read is broken */
export const findRunSummary = async (config: Config): Promise<RunSummary | null> => {
  const run = readCurrentRun(config.folder);
  if (run === null) return null;
  const checkpoint = readCheckpoint(run, runFolders(config.folder, run).ledger);
  const summary = checkpoint === null ? null : statusSince(checkpoint);
  return summary !== null && isConfigOf(summary.state.configHash, config) ? summary : readRunSummary(config, run);
};
