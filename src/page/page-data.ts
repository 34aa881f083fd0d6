/**
 * The data of the page, live or as a file: the chart of the config, and the ledger's records. Nothing else: everything that
 * the page shows of an ended run is in its ledger.
 *
 * @module
 */
import type { AskedGate } from '../../gates/list-clauses.ts';
import type { ChartPicture } from '../graph/chart-picture.ts';
import type { Order } from '../orders/order.ts';
import type { RunEvent } from '../records/run-events.ts';
import type { StatusName } from '../view/status-name.ts';
import type { RunLimits } from '../records/fold/run-sums.ts';
import type { LedgerData, WorkRecord } from '../records/catalogue/records.ts';
import type { TaskStatus } from '../work/describe-list.ts';
import type { PageRow, PageStatus } from './page-status.ts';
import type { ReportSection } from './report-section.ts';
import type { Totals } from './trim-value.ts';

/** A phase of the config, as the page names it. Conditions are as the config writes them. */
export interface PagePhase {
  readonly phase: string;
  readonly purpose: string;
  readonly gate_1: string;
  readonly gate_2: string;
  /** What its gates ask, clause by clause (`src/page/head-of.ts`). Absent: only what was not met can be told. */
  readonly asks?: AskedGate;
  /** Green runs in a row that an iteration has to have; null where no condition asks for any. Absent: not told. */
  readonly green_runs_wanted?: number | null;
  /** Decided iterations that it may use. Absent: not told. */
  readonly max_iterations?: number;
}

/**
 * A record of the ledger; what is long is cut, and says so (`src/page/trim-record.ts`). Of `run.started`, `config` is null, `baseline`
 * and `frozen` are empty, `sources` and `lists` absent.
 */
export type PageRecord = WorkRecord & {
  /** Of what was cut, how much there was; absent when nothing was. */
  readonly totals?: Totals;
};

/** A record, and the iteration that it belongs to. */
export type PlacedRecord = PageRecord & {
  /** Among the iterations of the run, from 1; 0 before the first. */
  readonly n: number;
};

export interface PageHead {
  readonly v: 1;
  readonly run: string;
  /** What is to be done, as the config names it. */
  readonly spec: string;
  readonly chart: ChartPicture;
  readonly phases: readonly PagePhase[];
  /** Absent: not told. */
  readonly limits?: RunLimits;
  /** When the circuit breaker opens. Absent: not told. */
  readonly breaker?: NonNullable<LedgerData['run.started']['breaker']>;
  /** Whether a loop goes on with it. Always false in a report. */
  readonly going: boolean;
  /** A loop was active when the report was written; absent otherwise. */
  readonly was_going?: true;
  /** Whether orders can be given here. Always false in a report. */
  readonly orders: boolean;
  /** ISO 8601: when this was made. */
  readonly at: string;
}

/** A run in a page that is one file. */
export interface PageData extends PageHead {
  readonly status: PageStatus;
  /** Of every iteration, in order. */
  readonly rows: readonly PageRow[];
  /** Of the last iterations (`src/page/page-window.ts`), in order. */
  readonly records: readonly PlacedRecord[];
  /** All that the report in words has. */
  readonly sections: readonly ReportSection[];
}

/** A task of a list of work, and what became of it. */
export interface PageTask {
  /** Its spec. */
  readonly task: string;
  readonly name: string;
  /** Specs that have to be done before. */
  readonly needs: readonly string[];
  readonly is: TaskStatus['is'];
  /** Its last run; null before it began. */
  readonly run: string | null;
  /** Whether an operator forced a phase of that run. */
  readonly forced: boolean;
  /** Why it was deferred; null unless it is. `again`: it is tried again by itself. */
  readonly aside: TaskStatus['aside'];
  /** A name in git of work that no branch has. */
  readonly kept: string | null;
  readonly branch: string | null;
  /** Why the file of a task that is done could not be marked; null when it was. */
  readonly unmarked: string | null;
  /** The command by which a person lets it go on; null where there is none. */
  readonly resume: string | null;
}

/** Where a list of work stands. */
export interface PageList {
  readonly list: string;
  readonly status: StatusName;
  /** In one sentence; '' while it goes on. */
  readonly why: string;
  /** In their order. */
  readonly tasks: readonly PageTask[];
  /** Specs that were done before it began. */
  readonly done_before: readonly string[];
}

/** The data of a page that is one file, of one run or of several: in `<script type="application/json" id="dualgate-data">`. */
export interface PageFile {
  readonly v: 1;
  /** At least one, in the order in which they began. */
  readonly runs: readonly PageData[];
  /** The list of work that one of them belongs to; absent where there is none. */
  readonly list?: PageList;
}

/** One of `GET /runs`: `{ "runs": PageRun[] }`. What goes on stands first, then the last one; `run` of the page's own address names the one to begin with. */
export interface PageRun {
  readonly run: string;
  readonly spec: string;
  readonly status: StatusName;
  /** ISO 8601: its last record. */
  readonly at: string;
}

/**
 * What was not sent at first. `GET /rows?run=RUN&from=N&to=N` answers rows alone, `GET /records?run=RUN&n=N` one iteration: its row, and its
 * records, the last ones where they are too many.
 */
export interface PagePart {
  readonly rows: readonly PageRow[];
  readonly records: readonly PlacedRecord[];
}

/** The body of `POST /orders`. */
export interface PageOrder {
  readonly run: string;
  readonly order: Extract<Order['order'], 'skip' | 'abort' | 'reset' | 'guide'> | 'resume';
  /** Why; of `guide`, what the agent is to read. */
  readonly reason: string;
  /** Of `skip`: the phase that was confirmed. The order is refused when the work has left it meanwhile. */
  readonly phase?: string | undefined;
}

/** What `POST /orders` answers: an order waits for the end of the agent's turn for as long as the page waits for its answer. */
export interface PageAnswer {
  readonly ok: boolean;
  /** For people, in a sentence or two. */
  readonly said: string;
}

/**
 * What the server sends over `GET /events?run=RUN`, by the `event:` of Server-Sent Events; `data:` is one line of JSON.
 * `records` carries `id:` with the number of its last record, from which a lost connection goes on.
 */
export interface PageMessages {
  readonly head: PageHead;
  /** In order; of a long run those of the last iterations (`src/page/page-window.ts`). */
  readonly records: readonly PlacedRecord[];
  /** Where the run stands behind the records that were sent last. */
  readonly status: PageStatus;
  /** At first of the last iterations, then of those that the records began or brought on; in order. */
  readonly rows: readonly PageRow[];
  /** What a loop says between two records: counts of tests while they stream in, what is waited for. */
  readonly event: RunEvent;
  /** Where the list of work stands that the run belongs to: at the beginning, and when that has changed. */
  readonly list: PageList;
  /** Whether a loop goes on with it has changed. */
  readonly going: boolean;
  /**
   * What is shown cannot be believed, or does not go on, and why: a ledger that was tampered with, say. Stays on the page. `sound`, of a
   * ledger that is broken: so many records before the break follow from each other, and were told; 0: nothing that was told is to be shown.
   */
  readonly trouble: { readonly said: string; readonly sound?: number };
  /** The last message: the server ends. What is shown stays; the page closes its `EventSource` and does not connect again. */
  readonly over: { readonly said: string };
}
