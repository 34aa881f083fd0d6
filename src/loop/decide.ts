/** The decision on an iteration, in the only order that survives a crash: decide, ledger, chart, then the events. */
import { judgeCompletion } from '../../gates/confidence.ts';
import { decide, type Decision } from '../../gates/decide.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import { adviseDenied } from '../agents/advise.ts';
import { type Course, describeBreaker, type Ending, type Wait } from '../../machines/index.ts';
import { endOfBackoff, recordBreaker, completionOf, pausedAfter } from './limits.ts';
import { recordSession, emitSession } from './record-session.ts';
import { draftExit } from './commits/own-repository.ts';
import { keepExit } from './turn/kept-exit.ts';
import { askApproval, keptOf } from './approval.ts';
import { makeCommit } from './commits/commit.ts';
import { describeExitGate } from '../records/exit-gate-entry.ts';
import { findingsOfMoved } from '../evidence/measures/tree.measure.ts';
import { RunError } from '../records/run-error.ts';
import type { Measured } from './iteration.ts';
import { gateOf, type RunContext } from './run-context.ts';
import type { PhaseExit } from '../records/fold/reopened-tests.ts';

const needsAnswer = ({ approval }: Decision, record: Pick<IterationRecord, 'approval'>): boolean =>
  approval?.satisfied === false && record.approval === undefined;

/** The run continues unless the work is done, paused or halted. Nothing is decided before a person's approval. */
export const decideIteration = async (context: RunContext, measured: Measured): Promise<Course<Wait | null>> => {
  if (measured.record.run !== context.run)
    throw new RunError(`Cannot decide a record of the run ${measured.record.run}: this is ${context.run}.`);
  const { journal } = context;
  const { record, decision, exit } = await decideOnTree(context, measured);
  if (needsAnswer(decision, record)) return askApproval(context, { ...measured, record, exit });
  const { breaker } = journal.state();
  const exitGate = describeExitGate(context.config.exit_gate, record, decision);
  const verdict = record.confidence === undefined ? null : judgeCompletion(record.confidence, decision);
  journal.write('iteration.decided', {
    ...keptOf({ ...measured, record, exit: decision.can_exit ? exit : null }),
    decision,
    ...(verdict === null ? {} : { completion: verdict }),
    ...(exitGate === null ? {} : { exit_gate: exitGate }),
    ...context.suiteRuns?.take(),
  });
  const session = recordSession(context);
  const left = decision.can_exit ? await leave(context, record) : null;
  recordBreaker(context, breaker);
  const course = left ?? haltOrGoOn(context, record, decision);
  // Last: a listener continues from the commit of the exit.
  if (session !== null) await emitSession(context, session);
  return course;
};

interface Decided {
  /** The measured one, unless a file has changed since. */
  readonly record: IterationRecord;
  readonly decision: Decision;
  readonly exit: PhaseExit | null;
}

/** Its tree is made before the decision is written: a file that changed meanwhile was not measured (rule 2.4). */
const decideOnTree = async (context: RunContext, { record, exit, last }: Measured): Promise<Decided> => {
  const gate = gateOf(context.gates, record.phase);
  const decision = decide(gate, record);
  const { branch, writes } = context.journal.state();
  if (decision.can_exit && gate.phase.tests === 'must_fail')
    await keepExit(context.config, context.journal.state(), last);
  if (!decision.can_exit || exit === null || branch === null) return { record, decision, exit };
  const draft = await draftExit(context.config, { branch, writes }, last.files);
  if ('tree' in draft) return { record, decision, exit: { ...exit, git_tree: draft.tree } };
  const moved: IterationRecord = Object.freeze({
    ...record,
    metrics: Object.freeze({ ...record.metrics, tree_stable: false }),
    findings: [...record.findings, ...findingsOfMoved(draft.moved)],
  });
  return { record: moved, decision: decide(gate, moved), exit };
};

const leave = async (context: RunContext, { phase, iteration }: IterationRecord): Promise<Course<null>> => {
  const { journal, until } = context;
  journal.write('phase.exited', { phase, iteration, forced_exit: false });
  await makeCommit(context, 'live');
  if (journal.phase() === null)
    return { end: { status: 'completed', why: completionOf(journal.state().forced.length) } };
  return until === phase ? { end: pausedAfter(phase) } : { go: null };
};

/** First reasons that need human input, then the breaker, then the limit (rule 4.3). */
const haltOrGoOn = (
  context: RunContext,
  { phase, iteration, attempt }: IterationRecord,
  decision: Decision,
): Course<Wait | null> => {
  const { journal, emit, config, now } = context;
  const { breaker } = journal.state();
  const end = findHalt(decision, breaker.exhausted ? describeBreaker(breaker) : null);
  if (end !== null) {
    const { why, status } = end;
    journal.write('chart.halted', { phase, why, status });
    return { end };
  }
  if (breaker.failed_turns === 0 || breaker.state === 'OPEN') return { go: null };
  const until = endOfBackoff(breaker.failed_turns, config.circuit_breaker.backoff_ms, now()).toISOString();
  const why = 'The turn failed; the next one starts after a pause';
  emit({ type: 'waiting', phase, iteration: iteration + 1, attempt, for: 'retry', until, why });
  return { go: { for: 'retry', until } };
};

const findHalt = ({ halt, next }: Decision, broken: string | null): Ending | null => {
  if (halt !== undefined && next === 'needs_human') {
    const why = halt.code === 'permission_denied' ? `${halt.says}. ${adviseDenied()}` : halt.says;
    return { status: 'needs_human', why };
  }
  const why = broken ?? halt?.says ?? null;
  return why === null ? null : { status: 'stuck', why };
};
