/** The run between its start and its end: resumed, halted, its breaker, a session of spec 003, ended. */
import type { RecordKind } from '../record.ts';
import type { SessionCompleted } from '../session-completed.ts';
import type { Ending, BreakerRules } from '../../../machines/index.ts';
import { haltFor } from '../fold/work-position.ts';
import type { BreakerChange } from '../breaker-change.ts';
import { type RunEnded, NOTHING_OPEN, UNSTARTED, EMPTY_BASELINE } from '../fold/work-state.ts';
import { moveRun, withNewLimits } from '../fold/exit-phase.ts';
import { addThreshold, startPresetState, type GivenThreshold } from '../fold/preset-state.ts';
import { type RunMove, type BranchStart, startBranch } from '../run-branch.ts';
import type { Baseline } from '../../evidence/baseline.ts';
import type { ListsAtStart } from '../../evidence/criteria.ts';
import type { Freeze } from '../../evidence/integrity/freeze.ts';
import type { SourceListing } from '../../project/sources/fingerprint.ts';
import type { SuiteRuns } from '../suite-runs.ts';

/** The programs that wrote the record. */
interface Versions {
  /** The version of dualgate. */
  readonly dualgate: string;
  /** The version of Node. */
  readonly node: string;
}

export interface RunStarted {
  /** The id of the run. */
  readonly run: string;
  /** The complete config, with defaults. A value of `agent.env` is an HMAC under a key beside the anchors. */
  readonly config: unknown;
  /** The hash of the config: a run resumes only under the same config. */
  readonly config_hash: string;
  /** The tests as they were before the run. */
  readonly baseline: Baseline;
  /** The files that are frozen from the start: the criteria, the config and more (rule 2.7). */
  readonly frozen: Freeze;
  /** The number of acceptance criteria. */
  readonly criteria: number;
  /** Ids of the criteria that have one. */
  readonly criterion_ids: readonly string[];
  /** Ids of those that the spec marks as guards; absent without any. */
  readonly criterion_guards?: readonly string[];
  /** Ids of criteria of which one names the others, so that one test may stand for all; absent without any. */
  readonly criteria_together?: readonly (readonly string[])[];
  /** How the sources are listed, for the whole run. */
  readonly sources: SourceListing;
  /** Fingerprint of the sources. */
  readonly tree: string;
  /** The commit of HEAD; null without one. */
  readonly head: string | null;
  /** The dualgate and the Node that wrote the record. */
  readonly versions: Versions;
  /** The branch of the run; absent where it makes no commits. */
  readonly branch?: BranchStart;
  /** When the circuit breaker opens. */
  readonly breaker: BreakerRules;
  /** The items of plans and tasks at the start; absent where the config names none. */
  readonly lists?: ListsAtStart;
  /** The indicator threshold of an operator; absent where that of the config applies. */
  readonly exit_threshold?: GivenThreshold;
  /** The runs of the suite for the baseline. Absent where nothing counted them. */
  readonly suite_runs?: readonly SuiteRuns[];
}

// The event `run.started` comes from the loop, before the baseline of tests is taken.
export const runStarted: RecordKind<RunStarted> = {
  meaning: 'a run began: its config, the tests before it, the frozen files, how the sources are listed, versions',
  events: ({ baseline: { passing, skipped, known_failing: known } }) => [
    { type: 'baseline.ended', passing: passing.length, skipped: skipped.length, known_failing: known.length },
  ],
  fold: (_state, { data, at }) => {
    const {
      run,
      baseline,
      frozen,
      tree,
      branch,
      head,
      sources,
      criterion_guards: guards,
      criteria_together: together,
    } = data;
    return {
      ...UNSTARTED,
      run,
      configHash: data.config_hash,
      baseline,
      sources,
      frozen,
      criteria: {
        count: data.criteria,
        ids: data.criterion_ids,
        ...(guards !== undefined && { guards }),
        ...(together !== undefined && { together }),
      },
      tests: [...baseline.passing, ...baseline.skipped, ...baseline.known_failing],
      failing: baseline.known_failing,
      phaseTree: tree,
      base: head,
      since: at,
      phaseSince: at,
      branch: branch === undefined ? null : startBranch(branch),
      ...startPresetState(data, at),
    };
  },
  openEnds: () => NOTHING_OPEN,
  breaker: ({ data: { breaker: rules } }) => ({ type: 'BEGIN', rules }),
  trims: ({ sources: _sources, lists: _lists, ...data }) =>
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no page reads what is left out
    ({ ...data, config: null, baseline: EMPTY_BASELINE, frozen: {} }) as unknown as RunStarted,
};

export const sessionCompleted: RecordKind<SessionCompleted> = {
  meaning:
    'with `signals.dialect: apm2`, the agent completed its session (AgentSessionCompleted of spec 003): both gates exited the last phase of a work phase, or its `blocked` or `error` halts the run; the exit signal, and the work phase that follows',
  events: (session) => [{ type: 'session.completed', ...session }],
  openEnds: (ends) => ({ ...ends, session: null }),
};

export interface ChartHalted {
  /** The phase in which the work was halted. */
  readonly phase: string;
  readonly why: string;
  /** The status that the run is about to end with: a kill may come before its `run.ended`. */
  readonly status: Ending['status'];
}

export const chartHalted: RecordKind<ChartHalted> = {
  meaning: 'the work was halted for an operator, and why',
  events: ({ why }) => [{ type: 'needs.human', why }],
  openEnds: (ends, { data: { why, status } }) => ({ ...ends, session: null, halt: { status, why } }),
  moves: ({ why }) => haltFor(why),
  chart: ({ why }) => ({ type: 'HALT', why }),
};

export const breakerChanged: RecordKind<BreakerChange> = {
  meaning: 'the circuit breaker opened, cooled down for a trial, or closed: its counts, and why',
  events: (change) => [{ type: 'breaker.changed', ...change }],
  breaker: ({ data }) => (data.cooled_down === true ? { type: 'COOLED' } : null),
};

export const runEnded: RecordKind<RunEnded> = {
  meaning: 'the run ended: its status and exit code',
  events: (ended) => [{ type: 'run.ended', ...ended }],
  fold: (state, { data }) => ({ ...state, ending: data }),
  openEnds: (ends, { data: { status, why } }) => ({
    ...ends,
    halt: status === 'stuck' || status === 'needs_human' ? { status, why } : null,
  }),
};

export interface RunResumed {
  /** Fingerprint of the sources. */
  readonly tree: string;
  /** Processes that the ended run had left running and that were ended, as `pid command`. */
  readonly ended: readonly string[];
  /** The run resumed by itself: used iterations and the breaker are unchanged. Absent where an operator resumed it. */
  readonly automatic?: true;
  /** The dualgate and the Node that resume it. */
  readonly versions?: Versions;
  /** The indicator threshold of an operator, from here on; absent where it is unchanged. */
  readonly exit_threshold?: GivenThreshold;
  /** The place of the run on another machine, from here on; absent where it stays. */
  readonly moved?: RunMove;
}

export const runResumed: RecordKind<RunResumed> = {
  meaning: 'an ended or interrupted run resumes',
  events: ({ automatic }) => [{ type: 'run.resumed', ...(automatic !== undefined && { automatic }) }],
  // Time in which the run was not active does not count; other limits start again only when an operator asks for it.
  fold: (state, { data, at }) => ({
    ...state,
    ...(data.automatic === true ? { since: at, phaseSince: at } : withNewLimits(state, at)),
    thresholds: addThreshold(state.thresholds, data.exit_threshold, at),
    ending: null,
    ...(data.moved !== undefined && moveRun(state, data.moved)),
  }),
  openEnds: (ends, _entry, { ending }) => ({ ...ends, halt: null, kills: ending === null ? ends.kills + 1 : 0 }),
  breaker: ({ data }) => (data.automatic === true ? null : { type: 'RESUMED' }),
};
