/**
 * Before a turn: are the limits kept, and what is the tree like? Interrupt comes before this, the gates long after (RULES 4.3).
 *
 * @module
 */
import { type Course, describeBreaker, type Prepared, type Settlement, type Wait } from '../../../machines/index.ts';
import { endOfCooldown } from '../breaker/plan-pause.ts';
import { nextCallAt } from '../../records/fold/spending.ts';
import { findUnsettled, pausedAfter } from '../settlement.ts';
import { endOfMinutes, findLimit } from '../find-limit.ts';
import { lookAtSources } from '../look-at-sources.ts';
import { RunError } from '../../records/run-error.ts';
import type { Begun } from '../iteration.ts';
import { gateOf, type RunSite } from '../run-site.ts';

/** What is known before the turn; the order or the limit that ends the run; or what has to be waited for first. */
type Beginning = Course<Begun> | { readonly wait: Wait };

export const prepareTurn = async (site: RunSite): Promise<Beginning> => {
  const { config, journal, now, announce } = site;
  const ordered = findOrderedEnd(site);
  if (ordered !== null) return { settle: ordered };
  const phase = journal.phase();
  if (phase === null) throw new RunError('Cannot begin an iteration: the work is over.');
  const state = journal.state();
  if (state.breaker.state === 'OPEN') return rest(site, phase);
  const limit = findLimit(config, phase, state, site.stopwatch.spentMs);
  if (limit !== null) return halt(site, phase, limit);
  const call = nextCallAt(state.spending, config.limits.calls_per_hour, now().getTime());
  if (call !== null) {
    const why = `${config.limits.calls_per_hour} turns began within the last hour (limits.calls_per_hour)`;
    return waitFirst(site, phase, { for: 'calls', until: call }, why);
  }
  const gate = gateOf(site.gates, phase);
  const prepared: Prepared = {
    phase,
    iteration: state.iteration + 1,
    attempt: state.voids + 1,
    green_runs_wanted: gate.greenRunsWanted,
    max_runs: config.tests.max_runs,
  };
  if (state.iteration === 0 && state.voids === 0)
    announce({ type: 'phase.entered', phase, purpose: gate.phase.purpose });
  return {
    go: {
      prepared,
      startedAt: now().toISOString(),
      nonce: config.signals.require_nonce ? site.newNonce() : null,
      before: await lookAtSources(config, state),
    },
  };
};

/** What an operator ordered since the last turn ends the run before any limit does. */
const findOrderedEnd = ({ journal, until }: RunSite): Settlement | null => {
  const over = findUnsettled(journal);
  if (over !== null) return over;
  const { forced, since } = journal.state();
  const last = forced.at(-1);
  return last !== undefined && last.phase === until && last.at >= since ? pausedAfter(until) : null;
};

/** An open breaker keeps the iteration from starting (RULES 4.3). */
const rest = (site: RunSite, phase: string): Beginning => {
  const { breaker } = site.journal.state();
  const why = describeBreaker(breaker) ?? 'Exit gate not passing';
  return breaker.spent
    ? halt(site, phase, why)
    : waitFirst(site, phase, { for: 'breaker', until: endOfCooldown(breaker, site.now()) }, why);
};

/** What ends after the minutes of the run do is not worth waiting for. */
const waitFirst = (
  site: RunSite,
  phase: string,
  wait: { readonly for: Wait['for']; readonly until: Date },
  why: string,
): Beginning => {
  const { config, journal, announce } = site;
  const state = journal.state();
  const end = endOfMinutes(config, phase, state);
  const until = wait.until.toISOString();
  if (wait.until >= end.at)
    return halt(
      site,
      phase,
      `${why}; this would be waited out until ${until}, and ${end.key} end ${end.at.toISOString()}`,
    );
  announce({
    type: 'waiting',
    phase,
    iteration: state.iteration + 1,
    attempt: state.voids + 1,
    for: wait.for,
    until,
    why,
  });
  return { wait: { for: wait.for, until } };
};

const halt = ({ journal }: RunSite, phase: string, why: string): Course<never> => {
  journal.write('chart.halted', { phase, why, status: 'stuck' });
  return { settle: { status: 'stuck', why } };
};
