/** Before a turn: checks the limits and fingerprints the tree. */
import { type Course, describeBreaker, type Ending, type Wait } from '../../machines/index.ts';
import { endOfCooldown, findNotEnded, pausedAfter, endOfMinutes, findLimit } from './limits.ts';
import { nextCallAt } from '../records/fold/spending.ts';
import { answeredMeasurement, waitForAnswer } from './approval.ts';
import { decideIteration } from './decide.ts';
import { lookAtSources, gateOf, type RunContext } from './run-context.ts';
import { RunError } from '../records/run-error.ts';
import type { Prepared } from './iteration.ts';
import { keepBefore } from './tests/judge-edits.ts';

/** The facts before the turn; the operator command or the limit that ends the run; or the wait that comes first. */
type Preparation = Course<Prepared> | { readonly wait: Wait };

export const prepareTurn = async (context: RunContext): Promise<Preparation> => {
  const { config, journal, now, emit } = context;
  const ended = findOperatorEnd(context);
  if (ended !== null) return { end: ended };
  const used = context.budget?.reached() ?? null;
  if (used !== null) return { end: { status: 'paused', why: used } };
  guideAtStart(context);
  const phase = journal.phase();
  if (phase === null) throw new RunError('Cannot start an iteration: the work is over.');
  const settled = await settleApproval(context);
  if (settled !== null) return settled;
  const state = journal.state();
  if (state.breaker.state === 'OPEN') return rest(context, phase);
  const limit = findLimit(config, phase, state, context.stopwatch.elapsedMs);
  if (limit !== null) return halt(context, phase, limit);
  // A turn begins only when a call is left for its review.
  const calls = config.limits.calls_per_hour - (config.review === undefined ? 0 : 1);
  const call = nextCallAt(state.spending, calls, now().getTime());
  if (call !== null) {
    const why = `${config.limits.calls_per_hour} turns began within the last hour (limits.calls_per_hour)`;
    return waitFirst(context, phase, { for: 'calls', until: call }, why);
  }
  const shared = context.budget?.nextCall(now()) ?? null;
  if (shared !== null) return waitFirst(context, phase, { for: 'calls', until: shared.until }, shared.why);
  context.budget?.begin(now());
  const gate = gateOf(context.gates, phase);
  if (state.iteration === 0 && state.discarded === 0)
    emit({ type: 'phase.entered', phase, purpose: gate.phase.purpose });
  const before = await lookAtSources(config, state);
  await keepBefore(context, phase, before);
  const nonce = config.signals.require_nonce ? context.newNonce() : null;
  return { go: beginIteration(context, phase, { attempt: state.discarded + 1, nonce, before }) };
};

export const beginIteration = (
  { config, gates, journal, now }: Pick<RunContext, 'config' | 'gates' | 'journal' | 'now'>,
  phase: string,
  known: Pick<Prepared, 'attempt' | 'nonce' | 'before'>,
): Prepared => ({
  phase,
  iteration: journal.state().iteration + 1,
  green_runs_wanted: gateOf(gates, phase).greenRunsWanted,
  max_runs: config.tests.max_runs,
  startedAt: now().toISOString(),
  ...known,
});

/** An exit that waits for a person: decided if answered, else it waits again. `null`: the next turn may begin. */
const settleApproval = async (context: RunContext): Promise<Preparation | null> => {
  const { approval, halt: halted } = context.journal.state().openEnds;
  if (approval === undefined) return null;
  // There was no answer in time.
  if (halted !== null) return { end: halted };
  const measured = await answeredMeasurement(context, approval);
  if (measured === null) return { wait: waitForAnswer(context) };
  const course = await decideIteration(context, measured);
  if ('end' in course) return course;
  return course.go === null ? prepareTurn(context) : { wait: course.go };
};

/** Operator commands since the last turn take precedence over limits. */
const findOperatorEnd = ({ journal, until }: RunContext): Ending | null => {
  const over = findNotEnded(journal);
  if (over !== null) return over;
  const { forced, since } = journal.state();
  const last = forced.at(-1);
  return last !== undefined && last.phase === until && last.at >= since ? pausedAfter(until) : null;
};

/** An open breaker keeps the iteration from starting (rule 4.3). */
const rest = (context: RunContext, phase: string): Preparation => {
  const { breaker } = context.journal.state();
  const why = describeBreaker(breaker) ?? 'Exit gate not passing';
  return breaker.exhausted
    ? halt(context, phase, why)
    : waitFirst(context, phase, { for: 'breaker', until: endOfCooldown(breaker, context.now()) }, why);
};

/** A wait that ends after the time of the run is pointless. */
const waitFirst = (
  context: RunContext,
  phase: string,
  wait: { readonly for: Wait['for']; readonly until: Date },
  why: string,
): Preparation => {
  const { config, journal, emit } = context;
  const state = journal.state();
  const end = endOfMinutes(config, phase, state);
  const until = wait.until.toISOString();
  if (wait.until >= end.at)
    return halt(
      context,
      phase,
      `${why}; the wait would last until ${until}, but ${end.key} end ${end.at.toISOString()}`,
    );
  emit({
    type: 'waiting',
    phase,
    iteration: state.iteration + 1,
    attempt: state.discarded + 1,
    for: wait.for,
    until,
    why,
  });
  return { wait: { for: wait.for, until } };
};

const halt = ({ journal }: RunContext, phase: string, why: string): Course<never> => {
  journal.write('chart.halted', { phase, why, status: 'stuck' });
  return { end: { status: 'stuck', why } };
};

const guideAtStart = ({ journal, guidance = null, config }: RunContext): void => {
  const phase = journal.phase();
  const { iteration, discarded, guidance: given } = journal.state();
  if (guidance === null || phase === null || phase !== config.phases[0]?.phase) return;
  if (iteration === 0 && discarded === 0 && given.length === 0)
    journal.write('operator.guided', { phase, ...guidance });
};
