/** The data of the page, live or as a file: the chart, and the ledger's records. An ended run is all in its ledger. */
import type { AskedGate } from '../../gates/list-clauses.ts';
import type { ChartPicture } from './graph/chart-picture.ts';
import type { OperatorCommand } from '../run/operator-commands/operator-command.ts';
import type { RunEvent } from '../records/run-events.ts';
import type { StatusName } from '../view/status-name.ts';
import type { RunLimits } from '../records/fold/run-sums.ts';
import type { LedgerData, WorkRecord } from '../records/records.ts';
import type { ItemStatus } from '../queue/items/item-store.ts';
import type { TaskStatus } from '../queue/list/describe-list.ts';
import type { PageRow, PageStatus } from './page-status.ts';
import type { PageAgent } from './page-transcript.ts';
import type { ReportSection } from './report/report.ts';
import type { PageSaid } from './say-record.ts';
import type { Totals } from './trim-value.ts';

/** A phase of the config, as the page names it. Conditions are as the config writes them. */
export interface PagePhase {
  readonly phase: string;
  readonly purpose: string;
  readonly gate_1: string;
  readonly gate_2: string;
  /** The clauses of its gates (`src/page/head-of.ts`). Absent: only the unmet clauses are known. */
  readonly asks?: AskedGate;
  /** Consecutive green runs that an iteration needs; null when no condition needs any. Absent: unknown. */
  readonly green_runs_wanted?: number | null;
  /** Maximum of decided iterations. Absent: unknown. */
  readonly max_iterations?: number;
}

/**
 * A record of the ledger; long values are cut and marked (`src/page/render-page.ts`). In `run.started`, `config` is
 * null, `baseline` and `frozen` are empty, `sources` and `lists` are absent.
 */
export type PageRecord = WorkRecord & {
  /** The original amount of each cut value; absent when nothing was cut. */
  readonly totals?: Totals;
};

export type PlacedRecord = PageRecord & {
  /** Among the iterations of the run, from 1; 0 before the first. */
  readonly n: number;
  /** In words; empty for one that needs none. */
  readonly said: readonly PageSaid[];
};

/** An event of the loop, and in words what no record will say of it; null for nothing. */
export type PageEvent = RunEvent & { readonly news: string | null };

export interface PageHead {
  readonly v: 1;
  readonly run: string;
  readonly spec: string;
  readonly chart: ChartPicture;
  readonly phases: readonly PagePhase[];
  /** Absent: unknown. */
  readonly limits?: RunLimits;
  /** When the circuit breaker opens. Absent: unknown. */
  readonly breaker?: NonNullable<LedgerData['run.started']['breaker']>;
  /** Whether a loop is active. Always false in a report. */
  readonly going: boolean;
  /** A loop was active when the report was written; absent otherwise. */
  readonly was_going?: true;
  /** Whether operator commands are accepted here. Always false in a report. */
  readonly commands: boolean;
  /** ISO 8601: when this was made. */
  readonly at: string;
}

/** A run in a page that is one file. */
export interface PageData extends PageHead {
  readonly status: PageStatus;
  readonly rows: readonly PageRow[];
  /** The last iterations (`src/page/page-transcript.ts`), in order. */
  readonly records: readonly PlacedRecord[];
  readonly sections: readonly ReportSection[];
}

/** A task of a list of work, with its result. */
export interface PageTask {
  readonly task: string;
  readonly name: string;
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
  /** The merge commit, and the branch that was moved to it; absent where nothing was merged. */
  readonly merged?: TaskStatus['merged'];
  /** Done on its branch, which waits to be merged; absent when it does not. */
  readonly ready?: true;
  /** Why the file of a task that is done could not be marked; null when it was. */
  readonly unmarked: string | null;
  /** Command with which a person resumes it; null without one. */
  readonly resume: string | null;
}

export interface PageList {
  readonly list: string;
  readonly status: StatusName;
  /** In one sentence; '' while it is active. */
  readonly why: string;
  readonly tasks: readonly PageTask[];
  readonly done_before: readonly string[];
}

export interface PageItem extends Pick<ItemStatus, 'item' | 'title' | 'phase' | 'holder' | 'blocked' | 'run'> {
  /** Of its last result; null before. */
  readonly branch: string | null;
}

/** The answer to `GET /items`. */
export interface PageItems {
  /** Those that are done last, each part by name; not all of many. */
  readonly items: readonly PageItem[];
  readonly total: number;
  /** Why they cannot be shown; null when nothing is wrong. */
  readonly problem: string | null;
}

/** The data of a page that is one file, of one run or of several: in `<script type="application/json" id="dualgate-data">`. */
export interface PageFile {
  readonly v: 1;
  /** At least one, in the order in which they began. */
  readonly runs: readonly PageData[];
  /** The list of work that one of them belongs to; absent where there is none. */
  readonly list?: PageList;
}

/** Of `GET /runs`: `{ "runs": PageRun[] }`. Active runs first, then the latest; the address names the first to show. */
export interface PageRun {
  readonly run: string;
  readonly spec: string;
  readonly status: StatusName;
  /** ISO 8601: its last record. */
  readonly at: string;
}

/**
 * A part that the server did not send at first. `GET /rows?run=RUN&from=N&to=N` answers rows alone. `GET
 * /records?run=RUN&n=N` answers one iteration: its row and its records, or the last of them if there are too many.
 */
export interface PagePart {
  readonly rows: readonly PageRow[];
  readonly records: readonly PlacedRecord[];
}

/** The body of `POST /commands`. */
export interface PageCommand {
  readonly run: string;
  readonly command: Extract<OperatorCommand['command'], 'skip' | 'abort' | 'reset' | 'guide'> | 'resume';
  /** Why; of `guide`, what the agent is to read. */
  readonly reason: string;
  /** Of `skip`: the phase that was confirmed. The command is refused when the work has left it meanwhile. */
  readonly phase?: string | undefined;
}

/** Answer to `POST /commands`: a command waits for the end of the agent's turn for as long as the page waits for its answer. */
export interface PageAnswer {
  readonly ok: boolean;
  /** For people, in a sentence or two. */
  readonly said: string;
}

/**
 * The messages of the server over `GET /events?run=RUN`, by the `event:` of Server-Sent Events; `data:` is one line of
 * JSON. `records` carries `id:` with the number of its last record, from which a lost connection continues.
 */
export interface PageMessages {
  readonly head: PageHead;
  /** In order; of a long run those of the last iterations (`src/page/page-transcript.ts`). */
  readonly records: readonly PlacedRecord[];
  /** The status of the run after the last sent records. */
  readonly status: PageStatus;
  /** At first of the last iterations, then of those that the records began or brought on; in order. */
  readonly rows: readonly PageRow[];
  /** An event of the loop between two records: for example counts of tests while they stream in. */
  readonly event: PageEvent;
  /** The status of the task list of the run: at the start, and after each change. */
  readonly list: PageList;
  /** The last lines of the agent that works: after each change. */
  readonly agent: PageAgent;
  readonly going: boolean;
  /**
   * The shown records cannot be trusted, or will not continue, and why. Stays on the page. `sound`, for a broken
   * ledger: the number of valid sent records before the break; 0: the page must show none.
   */
  readonly trouble: { readonly said: string; readonly sound?: number };
  /** The last message: the server ends. The page keeps its content, closes its `EventSource`, and connects no more. */
  readonly over: { readonly said: string };
}
