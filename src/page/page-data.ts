/**
 * What the page is made of, live or as a file: the chart of the config, and the ledger's records. Nothing else: whatever the
 * page shows of a run that is over can be read in its ledger.
 *
 * @module
 */
import type { ChartPicture } from '../graph/chart-picture.ts';
import type { RunEvent } from '../run/run-events.ts';
import type { WorkRecord } from '../run/work-record.ts';

/** A phase of the config, as the page names it. Conditions are as the config writes them. */
export interface PagePhase {
  readonly phase: string;
  readonly purpose: string;
  readonly gate_1: string;
  readonly gate_2: string;
}

/** A record of the ledger; what is long is cut, and says so (`src/page/trim-record.ts`). */
export type PageRecord = WorkRecord;

export interface PageHead {
  readonly v: 1;
  readonly run: string;
  /** What is to be done, as the config names it. */
  readonly spec: string;
  readonly chart: ChartPicture;
  readonly phases: readonly PagePhase[];
  /** Whether a loop goes on with it. Always false in a report. */
  readonly going: boolean;
  /** Whether orders can be given here. Always false in a report. */
  readonly orders: boolean;
  /** ISO 8601: when this was made. */
  readonly at: string;
}

/** The data of a page that is one file: in `<script type="application/json" id="dualgate-data">`. */
export interface PageData extends PageHead {
  readonly records: readonly PageRecord[];
}

/**
 * What the server sends over `GET /events?run=RUN`, by the `event:` of Server-Sent Events; `data:` is one line of JSON.
 * `records` carries `id:` with the number of its last record, from which a lost connection goes on.
 */
export interface PageMessages {
  readonly head: PageHead;
  readonly records: readonly PageRecord[];
  /** What a loop says between two records: counts of tests while they stream in, what is waited for. */
  readonly news: RunEvent;
  /** Whether a loop goes on with it has changed. */
  readonly going: boolean;
}
