/** The PRP block of a record, with the measured numbers (rules.md, appendix): one line of blocks in `phase-status.log`. */
import { describeApproval } from '../records/fold/open-approval.ts';
import type { Decision } from '../../gates/decide.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import { countIn, type Metrics } from '../../gates/metrics.ts';
import { sayUnmet } from '../../gates/say-unmet.ts';
import { sayCommand } from '../records/events/say-command.ts';
import { beginSentence } from '../base/text/plain-line.ts';
import { lastHold } from '../records/hold.ts';
import type { WorkRecord } from '../records/records.ts';
import { type StatusBlock, writeStatusBlock } from '../signals/systems/prp/write-status-block.ts';
import type { WorkState } from '../records/fold/work-state.ts';

/** The block, or null for a record that does not change it. */
export const statusBlockOf = (record: WorkRecord, state: WorkState, phase: string | null): string | null => {
  const { breaker } = state;
  const circuitBreaker = { state: breaker.state, noProgressCount: breaker.no_progress };
  const block = blockOf(record, state, phase);
  return block === null
    ? null
    : writeStatusBlock({
        ...UNMEASURED,
        timestamp: record.at,
        // When the work is over, the phase that was exited last.
        phase: phase ?? state.lastExit?.phase ?? 'DONE',
        iteration: Math.max(1, state.iteration),
        circuitBreaker,
        ...block,
      });
};

type Part = Partial<StatusBlock> & Pick<StatusBlock, 'recommendation'>;

const blockOf = (record: WorkRecord, state: WorkState, phase: string | null): Part | null => {
  const whileActive = (part: Part): Part | null => (phase === null ? null : part);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- most records change nothing of the block
  switch (record.type) {
    case 'run.started':
    case 'run.resumed':
    case 'phase.exited':
      return whileActive({ iteration: 1, recommendation: 'Begin the phase' });
    case 'tests.ended': {
      const { counts, part, iteration } = record.data;
      const { suite_passing: passing, suite_failing: failing, suite_skipped: skipped } = counts;
      // Part of the suite says nothing of the whole.
      const tests = part === undefined ? { total: passing + failing + skipped, passing, failing, skipped } : null;
      return { iteration, tests, recommendation: 'Gather the evidence' };
    }
    case 'iteration.decided':
      return decidedBlock(record.data.record, record.data.decision, state.breaker.state);
    case 'chart.halted':
      return {
        status: 'BLOCKED',
        blockers: [record.data.why],
        exitSignal: saidBefore(state, phase),
        recommendation: ASK_OPERATOR,
      };
    case 'breaker.changed': {
      const { to, why, open_until, exhausted } = record.data;
      const wait = exhausted ? '' : `Wait until ${open_until}, or: `;
      return whileActive({
        status: to === 'OPEN' ? 'BLOCKED' : 'IN_PROGRESS',
        blockers: to === 'OPEN' && why !== null ? [why] : [],
        recommendation: to === 'OPEN' ? `${wait}${ASK_OPERATOR}` : GO_ON[to],
      });
    }
    case 'run.ended':
      return record.data.status === 'completed'
        ? {
            ...lastExitOf(state),
            timestamp: record.at,
            status: 'COMPLETE',
            progressPercent: 100,
            recommendation: record.data.why,
          }
        : null;
    case 'approval.asked':
      return {
        iteration: record.data.record.iteration,
        status: 'BLOCKED',
        blockers: ['a person has to approve the exit'],
        recommendation: describeApproval({ at: record.at, asked: record.data }).says,
      };
    case 'operator.skipped':
      return {
        phase: record.data.phase,
        blockers: [sayCommand('forced', record.data)],
        recommendation: 'Resume',
      };
    case 'operator.rolled_back':
      return whileActive({ recommendation: `Begin the phase: ${sayCommand('rollbacks', record.data)}` });
    case 'operator.reset':
      return whileActive({ recommendation: `Continue: ${sayCommand('resets', record.data)}` });
    case 'operator.accepted': {
      const { files, config, ...given } = record.data;
      const changed = config === undefined ? {} : { config: config.changed };
      const said = sayCommand('accepted', { ...given, ...changed, files: Object.keys(files) });
      return whileActive({ recommendation: beginSentence(said) });
    }
    case 'operator.reopened':
      return whileActive({ recommendation: beginSentence(sayCommand('reopened', record.data)) });
    case 'operator.aborted':
      return {
        status: 'BLOCKED',
        blockers: [sayCommand('aborted', record.data)],
        recommendation: 'Begin a new run',
      };
    default:
      return null;
  }
};

/** The signal of the iteration after which the run halts; `null` where none was decided. */
const saidBefore = (state: WorkState, phase: string | null): boolean | null => {
  const held = lastHold(state, phase);
  return held?.record.iteration === state.iteration ? held.record.signal.value : null;
};

/** The options when the breaker opens (rules.md, appendix). */
const ASK_OPERATOR = 'Reset and resume, guide the agent, skip the phase, or abort';
const GO_ON = { CLOSED: 'Continue', HALF_OPEN: 'Continue: one more like this opens the breaker' } as const;

const UNMEASURED: Omit<StatusBlock, 'timestamp' | 'phase' | 'iteration' | 'recommendation' | 'circuitBreaker'> = {
  status: 'IN_PROGRESS',
  progressPercent: 0,
  tests: null,
  files: null,
  dualGate: { gate1: false, gate1Detail: 'not measured', gate2: false, canExit: false },
  blockers: [],
  exitSignal: null,
  nonce: null,
  refactoringComplete: false,
};

/** For a completed run, its last exit once more; at a forced exit nothing was measured, and the agent gave no signal. */
const lastExitOf = ({ lastExit, breaker }: WorkState): Partial<StatusBlock> => {
  const decided = lastExit?.decided ?? null;
  return decided === null ? { exitSignal: false } : decidedBlock(decided.record, decided.decision, breaker.state);
};

const decidedBlock = (
  record: IterationRecord,
  decision: Decision,
  breaker: StatusBlock['circuitBreaker']['state'],
): StatusBlock => {
  const { metrics, signal } = record;
  const { gate_1, gate_2, can_exit } = decision;
  return {
    timestamp: record.ended_at,
    phase: record.phase,
    status: can_exit ? 'COMPLETE' : decision.next === 'hold' && breaker !== 'OPEN' ? 'IN_PROGRESS' : 'BLOCKED',
    iteration: record.iteration,
    progressPercent: can_exit ? 100 : progressOf(record, decision),
    tests:
      metrics.tests_total === undefined
        ? null
        : {
            total: metrics.tests_total,
            passing: metrics.tests_passing ?? 0,
            failing: metrics.tests_failing ?? 0,
            skipped: metrics.tests_skipped ?? 0,
          },
    files: {
      created: countIn(metrics, 'files_created'),
      modified: countIn(metrics, 'files_modified'),
      deleted: countIn(metrics, 'files_deleted'),
    },
    circuitBreaker: { state: breaker, noProgressCount: record.without_progress },
    dualGate: { gate1: gate_1.satisfied, gate1Detail: detailOf(metrics), gate2: gate_2.satisfied, canExit: can_exit },
    blockers: decision.halt === undefined ? signal.blockers : [decision.halt.says, ...signal.blockers],
    exitSignal: signal.value,
    recommendation: can_exit ? 'Exit the phase' : sayUnmet(decision).join('; '),
    nonce: null,
    refactoringComplete: metrics.refactoring_complete ?? false,
  };
};

/** Spec 001, "Status Block Integration". */
const detailOf = ({ tests_passing, tests_total, consecutive_green_runs = 0 }: Metrics): string =>
  tests_total === undefined
    ? 'not measured'
    : `tests_passing: ${tests_passing}/${tests_total}, consecutive_runs: ${consecutive_green_runs}`;

/** Appendix of rules.md: progress depends on what the phase's gate asks for. */
const progressOf = ({ metrics }: IterationRecord, { gate_1: { values } }: Decision): number => {
  const { docs_generated = 0, required_docs_count = 1 } = metrics;
  if ('docs_generated' in values) {
    return percent(
      Math.min(docs_generated, required_docs_count) + countIn(metrics, 'diagrams_valid'),
      required_docs_count + Math.max(1, countIn(metrics, 'diagrams_total')),
    );
  }
  if ('max_refactor_iterations' in values) return percent(metrics.iteration ?? 0, metrics.max_refactor_iterations ?? 0);
  if ('criteria_count' in values) return percent(metrics.tests_failing ?? 0, metrics.criteria_count ?? 0);
  return percent(metrics.tests_passing ?? 0, metrics.tests_total ?? 0);
};

const percent = (part: number, whole: number): number =>
  whole <= 0 ? 0 : Math.min(99, Math.floor((100 * part) / whole));
