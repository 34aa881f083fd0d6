/**
 * The decision on an iteration, in the one order that survives a crash: decide, ledger, chart, and only then the news.
 *
 * @module
 */
import { judgeCompletion } from '../../../gates/confidence.ts';
import { decide, type Decision } from '../../../gates/decide.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';
import { adviseDenied } from '../../agents/advise.ts';
import { type Course, describeBreaker, type Settlement, type Wait } from '../../../machines/index.ts';
import { endOfBackoff } from '../breaker/plan-pause.ts';
import { recordBreaker } from '../breaker/record-breaker.ts';
import { recordSession } from '../record-session.ts';
import { tellSession } from '../tell-session.ts';
import { draftExit } from '../commits/begin-branch.ts';
import { makeCommit } from './commit.ts';
import { describeExitGate } from '../../records/exit-gate-entry.ts';
import { findingsOfMoved } from '../../measures/tree.measure.ts';
import { completionOf, pausedAfter } from '../settlement.ts';
import { RunError } from '../../records/run-error.ts';
import type { Measured } from '../iteration.ts';
import { gateOf, type RunSite } from '../run-site.ts';
import type { PhaseExit } from '../../records/catalogue/decision.records.ts';

/** Decides, records, tells the chart; the run goes on unless the work is done, paused or halted. */
export const decideIteration = async (site: RunSite, measured: Measured): Promise<Course<Wait | null>> => {
  if (measured.record.run !== site.run)
    throw new RunError(`Cannot decide a record of the run ${measured.record.run}: this is ${site.run}.`);
  const { journal } = site;
  const { record, decision, exit } = await decideOnTree(site, measured);
  const { gone, probe, calibration } = measured;
  const { breaker } = journal.state();
  const exitGate = describeExitGate(site.config.exit_gate, record, decision);
  const verdict = record.confidence === undefined ? null : judgeCompletion(record.confidence, decision);
  journal.write('iteration.decided', {
    record,
    decision,
    ...(verdict === null ? {} : { completion: verdict }),
    ...(decision.can_exit && exit !== null ? { exit } : {}),
    ...(gone.length === 0 ? {} : { gone }),
    ...(calibration === null ? {} : { calibration }),
    ...(probe === undefined ? {} : { probe }),
    ...(exitGate === null ? {} : { exit_gate: exitGate }),
  });
  const session = recordSession(site);
  const left = decision.can_exit ? await leave(site, record) : null;
  recordBreaker(site, breaker);
  const course = left ?? haltOrGoOn(site, record, decision);
  // Last: whoever is told goes on from the commit of the exit.
  if (session !== null) await tellSession(site, session);
  return course;
};

interface DecidedOn {
  readonly record: IterationRecord;
  readonly decision: Decision;
  readonly exit: PhaseExit | null;
}

/**
 * What is committed has to be what was measured: its tree is made before the decision is written, and what moved meanwhile
 * was not measured (RULES 2.4).
 */
const decideOnTree = async (site: RunSite, { record, exit, last }: Measured): Promise<DecidedOn> => {
  const gate = gateOf(site.gates, record.phase);
  const decision = decide(gate, record);
  const { branch, writes } = site.journal.state();
  if (!decision.can_exit || exit === null || branch === null) return { record, decision, exit };
  const draft = await draftExit(site.config, { branch, writes }, last.files);
  if ('tree' in draft) return { record, decision, exit: { ...exit, git_tree: draft.tree } };
  const moved: IterationRecord = Object.freeze({
    ...record,
    metrics: Object.freeze({ ...record.metrics, tree_stable: false }),
    findings: [...record.findings, ...findingsOfMoved(draft.moved)],
  });
  return { record: moved, decision: decide(gate, moved), exit };
};

const leave = async (site: RunSite, { phase, iteration }: IterationRecord): Promise<Course<null>> => {
  const { journal, until } = site;
  journal.write('phase.left', { phase, iteration, forced_exit: false });
  await makeCommit(site, 'live');
  if (journal.phase() === null)
    return { settle: { status: 'completed', why: completionOf(journal.state().forced.length) } };
  return until === phase ? { settle: pausedAfter(phase) } : { go: null };
};

/** What needs a person, then the breaker, then the limit (RULES 4.3); an open breaker is waited out before the next turn. */
const haltOrGoOn = (
  site: RunSite,
  { phase, iteration, attempt }: IterationRecord,
  decision: Decision,
): Course<Wait | null> => {
  const { journal, announce, config, now } = site;
  const { breaker } = journal.state();
  const settle = findHalt(decision, breaker.spent ? describeBreaker(breaker) : null);
  if (settle !== null) {
    const { why, status } = settle;
    journal.write('chart.halted', { phase, why, status });
    return { settle };
  }
  if (breaker.failed_turns === 0 || breaker.state === 'OPEN') return { go: null };
  const until = endOfBackoff(breaker.failed_turns, config.circuit_breaker.backoff_ms, now()).toISOString();
  const why = 'The turn failed, and the next one is not begun at once';
  announce({ type: 'waiting', phase, iteration: iteration + 1, attempt, for: 'retry', until, why });
  return { go: { for: 'retry', until } };
};

const findHalt = ({ halt, next }: Decision, broken: string | null): Settlement | null => {
  if (halt !== undefined && next === 'needs_human') {
    const why = halt.code === 'permission_denied' ? `${halt.says}. ${adviseDenied()}` : halt.says;
    return { status: 'needs_human', why };
  }
  const why = broken ?? halt?.says ?? null;
  return why === null ? null : { status: 'stuck', why };
};
