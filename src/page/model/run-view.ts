/**
 * The whole run for the page: its status, its sums and its iterations, from the status and rows that the server sent.
 * The records have only the details of an iteration.
 *
 * @module
 */
import { statusNameOf, type StatusName, whyOf } from '../../view/status-name.ts';
import { type Position, startOf } from '../../records/fold/work-position.ts';
import type { PageHead } from '../page-data.ts';
import type { PageRow, PageStatus } from '../page-status.ts';
import type { PageState } from './page-state.ts';
import { listPhaseRows, type PhaseRow } from './phase-rows.ts';
import { lastStretch } from './rows.ts';

export interface RunView {
  readonly head: PageHead;
  readonly status: StatusName;
  /** In one sentence; '' while it is active. */
  readonly why: string;
  readonly position: Position;
  /** How many iterations started. */
  readonly count: number;
  /** Those of them that the page has, in order: of a long run the last ones, and those that were looked at. */
  readonly iterations: readonly PageRow[];
  /** Those that are drawn along time: the last ones, without a gap. */
  readonly drawn: readonly PageRow[];
  /** Events before the first iteration. */
  readonly before: PageStatus['before'];
  /** How many were decided. */
  readonly decided: number;
  readonly phases: readonly PhaseRow[];
  readonly clock: Pick<PageStatus, 'worked_ms' | 'counts_from'>;
  readonly usage: PageStatus['usage'];
  /** Counted since the run began, or since an operator resumed it; null where it is unknown. */
  readonly budget: PageStatus['budget'];
  /** Runs of the suite, by purpose; null before the first record. */
  readonly suite: Pick<PageStatus, 'suite_runs' | 'suite_ms'> | null;
  /** Null before the first record. */
  readonly breaker: PageStatus['breaker'] | null;
  /** When the breaker opens in the current phase; null if unknown. */
  readonly thresholds: { readonly no_progress: number; readonly same_error: number } | null;
  /** Why the current phase was held last; null if that is over, or if a person is asked. */
  readonly hold: PageStatus['held'];
  /** The first sentence, and the commands of a person: the recommended one first. */
  readonly now: PageStatus['active'];
  /** The step of the iteration that is not decided, by the records; null between two. */
  readonly step: NonNullable<PageStatus['step']> | null;
  /** Why the loop waits, by the records; null if it continued. */
  readonly waits: PageStatus['waits'];
  /** The exit that waits for a person; null where none does. */
  readonly approval: NonNullable<PageStatus['approval']> | null;
  readonly forced: PageStatus['forced_exits'];
  readonly began: string | null;
}

export const viewRun = (sent: PageHead, { rows: iterations, status }: Pick<PageState, 'rows' | 'status'>): RunView => {
  const head = sent.phases.length > 0 ? sent : { ...sent, phases: phasesIn(status) };
  const drawn = lastStretch(iterations);
  const position = status?.position ?? startOf(head.phases.map(({ phase }) => phase));
  const byPhase = status?.by_phase ?? [];
  return {
    head,
    status: showStatus(head, status),
    why:
      head.was_going === true && !head.going
        ? 'The run was active when this report was written'
        : whyOf(status?.ending ?? null, head.going),
    position,
    count: Math.max(status?.iterations ?? 0, iterations.at(-1)?.n ?? 0),
    iterations,
    drawn,
    before: status?.before ?? [],
    decided: byPhase.reduce((sum, each) => sum + each.iterations, 0),
    phases: listPhaseRows(head.phases, { byPhase, iterations: drawn, position, going: head.going }),
    clock: status ?? { worked_ms: 0, counts_from: null },
    usage: status?.usage ?? null,
    budget: status?.budget ?? null,
    suite: status,
    breaker: status?.breaker ?? null,
    thresholds: head.breaker?.phases[position.phase ?? ''] ?? null,
    hold: status?.approval !== undefined && status.approval.answer === undefined ? null : (status?.held ?? null),
    now: (head.going ? status?.active : status?.ended) ?? { says: '', next: [] },
    step: status?.step ?? null,
    waits: status?.waits ?? null,
    approval: status?.approval ?? null,
    forced: status?.forced_exits ?? [],
    began: status?.began ?? null,
  };
};

/** The head has the surroundings: whether a loop is active now, or was when the report was written. */
export const showStatus = ({ going, was_going: wasGoing }: PageHead, status: PageStatus | null): StatusName =>
  statusNameOf(status?.ending ?? null, going || wasGoing === true);

/** The records name the phases even if the config can no longer be read. */
const phasesIn = (status: PageStatus | null): PageHead['phases'] =>
  (status?.by_phase ?? []).map(({ phase }) => ({ phase, purpose: '', gate_1: '', gate_2: '' }));
