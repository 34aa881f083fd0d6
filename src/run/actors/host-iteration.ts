/** The iterations of a loop that belongs to another program: one at a time, from its first test run to its decision. */
import type { ActorRefFrom } from 'xstate';
import type { IterationRecord, Turn } from '../../../gates/iteration.ts';
import { type GreenRuns, type greenRunsActor, wantsAnotherGreenRun } from '../../../machines/index.ts';
import type { Tested, Turned } from '../../loop/iteration.ts';
import { beginIteration } from '../../loop/prepare.ts';
import { lookAtSources, type RunContext } from '../../loop/run-context.ts';
import { decideIteration } from '../../loop/decide.ts';
import { measureIteration } from '../../loop/agreement/measure-iteration.ts';
import { runSuite } from '../../loop/tests.ts';
import { keepBefore } from '../../loop/tests/judge-edits.ts';
import { type GivenSignal, takeGivenSignal } from '../../loop/turn/read-exit-signal.ts';
import { RunError } from '../../records/run-error.ts';
import type { Fingerprint } from '../../project/sources/fingerprint.ts';

type Counter = ActorRefFrom<typeof greenRunsActor>;

export interface HostIteration {
  /** Keeps the sources as they are before the agent's next turn. */
  readonly mark: () => Promise<void>;
  /** One run of the suite; `true`: the phase needs another one in this iteration. */
  readonly runTests: (greenRuns: Counter, signal: AbortSignal) => Promise<boolean>;
  /** Measures, decides and records; the record is in the ledger when this resolves (rule 4.10). */
  readonly decide: (greenRuns: Counter, given: GivenSignal | null, signal: AbortSignal) => Promise<IterationRecord>;
  readonly idle: () => Promise<void>;
}

/** dualgate saw no turn: the host answers for it. */
const TURN: Turn = { outcome: 'ok', exit_code: 0, ms: 0 };
/** Without a signal, nobody says that the turn ended well: it must not let REFACTOR be exited (rule 2.8). */
const SILENT_TURN: Turn = { ...TURN, outcome: 'empty' };

export const createHostIteration = (context: RunContext): HostIteration => {
  const { config, journal } = context;
  let before: Fingerprint | null = null;
  let going: Turned | Tested | null = null;

  const mark = async () => {
    const phase = journal.phase();
    if (phase === null) return;
    before = await lookAtSources(config, journal.state());
    await keepBefore(context, phase, before);
  };

  const begin = async (): Promise<Turned> => {
    const phase = journal.phase();
    if (phase === null) throw new RunError('Cannot run the tests: the work is over. Close the ledger.');
    const { halt } = journal.state().openEnds;
    if (halt !== null)
      throw new RunError(
        `Cannot run the tests: the work is halted (${halt.why}). Close the ledger, and open it again with resume.`,
      );
    const after = await lookAtSources(config, journal.state());
    return {
      ...beginIteration(context, phase, { attempt: 1, nonce: null, before: before ?? after }),
      turn: TURN,
      is_discarded: false,
      commandSignals: [],
      transcript: null,
      after,
    };
  };

  const runTests = async (greenRuns: Counter, signal: AbortSignal): Promise<boolean> => {
    signal.throwIfAborted();
    // A counter that saw other runs than these, for example one that was restored: the iteration is measured anew.
    if (going === null || countedBy(greenRuns).test_runs !== runsOf(going)) going = await begin();
    if (runsOf(going) === 0) greenRuns.send({ type: 'ITERATION_STARTED' });
    going = await runSuite(context, going, greenRuns, signal);
    return wantsAnotherGreenRun(countedBy(greenRuns), going);
  };

  const decide = async (
    greenRuns: Counter,
    given: GivenSignal | null,
    signal: AbortSignal,
  ): Promise<IterationRecord> => {
    signal.throwIfAborted();
    const { consecutive_green_runs, test_runs } = countedBy(greenRuns);
    if (going === null || !('runs' in going) || going.runs.length !== test_runs)
      throw new RunError(
        'Cannot gather evidence: this counter saw no test run of this iteration. Let the test-runner actor run first, with the same counter.',
      );
    const said = await takeGivenSignal(given ?? false, context.folders.transcripts);
    const tested = { ...going, ...said, turn: given === null ? SILENT_TURN : TURN };
    const measured = await measureIteration(context, tested, consecutive_green_runs, signal);
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

const runsOf = (iteration: Turned | Tested): number => ('runs' in iteration ? iteration.runs.length : 0);

const countedBy = (greenRuns: Counter): GreenRuns => greenRuns.getSnapshot().context;
