/**
 * Before a turn: are the limits kept, and what is the tree like? Interrupt comes before this, the gates long after (RULES 4.3).
 *
 * @module
 */
import type { Course, Prepared, Settlement } from '../../machines/index.ts';
import { pausedAfter } from './decide-iteration.ts';
import { lookAtSources } from './look-at-sources.ts';
import { RunError } from './run-error.ts';
import { gateOf, type RunSite } from './run-site.ts';
import { findUnsettled } from './settle-run.ts';

/** The next turn, or the order or the limit that ends the run. */
export const prepareTurn = async (site: RunSite): Promise<Course<Prepared>> => {
  const { config, journal, now, announce } = site;
  const ordered = findOrderedEnd(site);
  if (ordered !== null) return { settle: ordered };
  const phase = journal.phase();
  if (phase === null) throw new RunError('Cannot begin an iteration: the work is over.');
  const limit = findLimit(site);
  if (limit !== null) {
    journal.write('chart.halted', { phase, why: limit });
    announce({ type: 'needs.human', why: limit });
    return { settle: { status: 'stuck', why: limit } };
  }
  const state = journal.state();
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
  site.workbench.begin({
    prepared,
    startedAt: now().toISOString(),
    nonce: config.signals.require_nonce ? site.newNonce() : null,
    before: await lookAtSources(config, state),
    afterTurn: null,
    turn: null,
    words: [],
    transcript: null,
    testRuns: [],
    exit: null,
    gone: [],
  });
  return { go: prepared };
};

/** What an operator ordered since the last turn ends the run before any limit does. */
const findOrderedEnd = ({ journal, until }: RunSite): Settlement | null => {
  const over = findUnsettled(journal);
  if (over !== null) return over;
  const { forced, since } = journal.state();
  const last = forced.at(-1);
  return last !== undefined && last.phase === until && last.at >= since ? pausedAfter(until) : null;
};

const findLimit = ({ config, journal, now }: RunSite): string | null => {
  const { runAllowanceUsed, since } = journal.state();
  const { iterations, minutes } = config.limits;
  if (runAllowanceUsed >= iterations) return `The run used all of its ${iterations} iterations (limits.iterations)`;
  const spent = (now().getTime() - new Date(since).getTime()) / 60_000;
  return spent >= minutes ? `The run used all of its ${minutes} minutes (limits.minutes)` : null;
};
