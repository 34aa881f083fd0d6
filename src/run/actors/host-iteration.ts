/**
 * The iterations of a loop that belongs to another program: one at a time, from its first test run to its decision. The
 * time between two of them is the agent's.
 *
 * @module
 */
import type { ActorRefFrom } from 'xstate';
import type { IterationRecord, Turn } from '../../../gates/iteration.ts';
import { type GreenRuns, type greenRunsActor, wantsAnotherGreenRun } from '../../../machines/index.ts';
import type { Started, Tested, TurnTaken } from '../../loop/iteration.ts';
import { lookAtSources } from '../../loop/look-at-sources.ts';
import { gateOf, type RunContext } from '../../loop/run-context.ts';
import { decideIteration } from '../../loop/steps/decide.ts';
import { gatherEvidence } from '../../loop/steps/gather.ts';
import { runSuite } from '../../loop/steps/tests.ts';
import { keepToChange } from '../../loop/tests/judge-changed.ts';
import { keepToExtend } from '../../loop/tests/judge-extended.ts';
import { RunError } from '../../records/run-error.ts';
import type { Fingerprint } from '../../sources/fingerprint.ts';
import { type GivenSignal, takeGivenSignal } from './given-signal.ts';

type Counter = ActorRefFrom<typeof greenRunsActor>;

export interface HostIteration {
  /** Keeps the sources as they are before the agent's next turn. */
  readonly mark: () => Promise<void>;
  /** One run of the suite; `true`: the phase needs another one in this iteration. */
  readonly runTests: (greenRuns: Counter, signal: AbortSignal) => Promise<boolean>;
  /** Measures, decides and records; the record is in the ledger when this resolves (rule 4.10). */
  readonly decide: (greenRuns: Counter, given: GivenSignal | null, signal: AbortSignal) => Promise<IterationRecord>;
  /** Resolves when nothing runs any more. */
  readonly idle: () => Promise<void>;
}

interface Going {
  readonly started: Started;
  readonly after: Fingerprint;
  /** `null` before the first test run. */
  readonly tested: Tested | null;
}

/** dualgate saw no turn: the host answers for it. */
const TURN: Turn = { outcome: 'ok', exit_code: 0, ms: 0 };
/** Without a signal, nobody says that the turn ended well: it must not let REFACTOR be exited (rule 2.8). */
const SILENT_TURN: Turn = { ...TURN, outcome: 'empty' };

export const createHostIteration = (context: RunContext): HostIteration => {
  const { config, journal, now } = context;
  let before: Fingerprint | null = null;
  let going: Going | null = null;

  const mark = async () => {
    const phase = journal.phase();
    if (phase === null) return;
    before = await lookAtSources(config, journal.state());
    await context.kept.keep(config.folder, before);
    await keepToExtend(context, phase, before);
    await keepToChange(context, phase, before);
  };

  const begin = async (): Promise<Going> => {
    const phase = journal.phase();
    if (phase === null) throw new RunError('Cannot run the tests: the work is over. Close the ledger.');
    const { halt } = journal.state().openEnds;
    if (halt !== null)
      throw new RunError(
        `Cannot run the tests: the work is halted (${halt.why}). Close the ledger, and open it again with resume.`,
      );
    const state = journal.state();
    const after = await lookAtSources(config, state);
    const prepared = {
      phase,
      iteration: state.iteration + 1,
      attempt: 1,
      green_runs_wanted: gateOf(context.gates, phase).greenRunsWanted,
      max_runs: config.tests.max_runs,
    };
    const started: Started = { prepared, startedAt: now().toISOString(), nonce: null, before: before ?? after };
    return { started, after, tested: null };
  };

  const runTests = async (greenRuns: Counter, signal: AbortSignal): Promise<boolean> => {
    signal.throwIfAborted();
    const runs = going?.tested?.runs.length ?? 0;
    // A counter that saw other runs than these, for example one that was restored: the iteration is measured anew.
    const current = going === null || countedBy(greenRuns).test_runs !== runs ? await begin() : going;
    if (current.tested === null) greenRuns.send({ type: 'ITERATION_STARTED' });
    going = current;
    const turned = takenOf(current, TURN);
    const tested = await runSuite(
      context,
      { started: current.started, turned, tested: current.tested, greenRuns },
      signal,
    );
    going = { ...current, tested };
    return wantsAnotherGreenRun(countedBy(greenRuns), current.started.prepared);
  };

  const decide = async (
    greenRuns: Counter,
    given: GivenSignal | null,
    signal: AbortSignal,
  ): Promise<IterationRecord> => {
    signal.throwIfAborted();
    const { consecutive_green_runs, test_runs } = countedBy(greenRuns);
    if (going === null || going.tested === null || going.tested.runs.length !== test_runs)
      throw new RunError(
        'Cannot gather evidence: this counter saw no test run of this iteration. Let the test-runner actor run first, with the same counter.',
      );
    const { started, tested } = going;
    const said = await takeGivenSignal(given ?? false, context.folders.transcripts);
    const turned = { ...takenOf(going, given === null ? SILENT_TURN : TURN), ...said };
    const measured = await gatherEvidence(context, { started, turned, tested, consecutive_green_runs }, signal);
    going = null;
    await decideIteration(context, measured);
    await mark();
    const { held, lastExit } = journal.state();
    return (held ?? lastExit?.decided)?.record ?? measured.record;
  };

  // One after the other, also when an actor is stopped and its restored twin begins.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next.catch(() => {});
    return next;
  };
  return {
    mark,
    runTests: (greenRuns, signal) => inTurn(() => runTests(greenRuns, signal)),
    decide: (greenRuns, given, signal) => inTurn(() => decide(greenRuns, given, signal)),
    idle: async () => void (await last),
  };
};

const takenOf = ({ after }: Going, turn: Turn): TurnTaken => ({
  turn,
  isDiscarded: false,
  commandSignals: [],
  transcript: null,
  after,
});

const countedBy = (greenRuns: Counter): GreenRuns => greenRuns.getSnapshot().context;
