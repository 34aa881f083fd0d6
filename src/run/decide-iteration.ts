/**
 * The decision on an iteration, in the one order that survives a crash: decide, ledger, chart, and only then the news.
 *
 * @module
 */
import { decide, type Decision, MISSING_SIGNAL, PREMATURE_SIGNAL } from '../../gates/decide.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import { renderUnmet } from '../../gates/verdict.ts';
import { adviseDenied } from '../agents/advise.ts';
import type { Course, Settlement } from '../../machines/index.ts';
import { draftExit } from './commits/begin-branch.ts';
import { makeCommit } from './commits/make-commit.ts';
import { describeMoved } from './describe-measurement.ts';
import { RunError } from './run-error.ts';
import { gateOf, type RunSite } from './run-site.ts';
import type { PhaseExit } from './work-record.ts';

/** Decides, records, tells the chart; the run goes on unless the work is done, paused or halted. */
export const decideIteration = async (site: RunSite, measured: IterationRecord): Promise<Course<null>> => {
  if (measured.run !== site.run)
    throw new RunError(`Cannot decide a record of the run ${measured.run}: this is ${site.run}.`);
  const { journal, announce } = site;
  const { record, decision, exit } = await decideOnTree(site, measured);
  const { phase, iteration } = record;
  const { gone, probe, calibration = null } = site.workbench.facts();
  journal.write('iteration.decided', {
    record,
    decision,
    ...(decision.can_exit && exit !== null ? { exit } : {}),
    ...(gone.length === 0 ? {} : { gone }),
    ...(calibration === null ? {} : { calibration }),
    ...(probe === undefined ? {} : { probe }),
  });
  announce({ type: 'iteration.decided', phase, iteration, decision });
  return decision.can_exit ? leave(site, record) : hold(site, record, decision, calibration?.proposed);
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
const decideOnTree = async (site: RunSite, record: IterationRecord): Promise<DecidedOn> => {
  const gate = gateOf(site.gates, record.phase);
  const decision = decide(gate, record);
  const { exit, last } = site.workbench.facts();
  const { branch, writes } = site.journal.state();
  if (!decision.can_exit || exit === null || branch === null || last === undefined) return { record, decision, exit };
  const draft = await draftExit(site.config, { branch, writes }, last.files);
  if ('tree' in draft) return { record, decision, exit: { ...exit, git_tree: draft.tree } };
  const moved: IterationRecord = Object.freeze({
    ...record,
    metrics: Object.freeze({ ...record.metrics, tree_stable: false }),
    notes: [...record.notes, ...describeMoved(draft.moved)],
  });
  return { record: moved, decision: decide(gate, moved), exit };
};

const leave = async (site: RunSite, { phase, iteration }: IterationRecord): Promise<Course<null>> => {
  const { journal, announce, until } = site;
  journal.write('phase.left', { phase, iteration, forced_exit: false });
  announce({ type: 'phase.left', phase, iteration, forced_exit: false });
  await makeCommit(site, 'live');
  if (journal.phase() === null)
    return { settle: { status: 'completed', why: completionOf(journal.state().forced.length) } };
  return until === phase ? { settle: pausedAfter(phase) } : { go: null };
};

const hold = (
  { journal, announce }: RunSite,
  record: IterationRecord,
  decision: Decision,
  proposed: readonly string[] = [],
): Course<null> => {
  const { phase, iteration, notes } = record;
  const { reason, halt } = decision;
  const unmet = [...decision.gate_1.unmet, ...decision.gate_2.unmet].map(renderUnmet);
  const proposing = proposed.length === 0 ? {} : { proposed_writes: proposed };
  announce({ type: 'phase.held', phase, iteration, reason, unmet, notes, ...proposing });
  if (reason === PREMATURE_SIGNAL) announce({ type: 'signal.premature', phase, iteration, warning: reason });
  if (reason === MISSING_SIGNAL) announce({ type: 'signal.missing', phase, iteration, warning: reason });
  if (halt === undefined) return { go: null };
  const why = halt.code === 'permission_denied' ? `${halt.says}. ${adviseDenied()}` : halt.says;
  journal.write('chart.halted', { phase, why });
  announce({ type: 'needs.human', why });
  return { settle: { status: decision.next === 'needs_human' ? 'needs_human' : 'stuck', why } };
};

/** The run got as far as it was asked to go. */
export const pausedAfter = (phase: string): Settlement => ({
  status: 'paused',
  why: `${phase} was left, as --until asked; dualgate resume goes on`,
});

/** A forced exit stays visible for ever (RULES 1.6). */
export const completionOf = (forced: number): string =>
  forced === 0
    ? 'Every phase was left by both of its gates'
    : `The last phase was left; ${forced} of the phases by a forced exit`;
