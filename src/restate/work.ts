/**
 * The data that workers, the objects of the engine and their clients exchange; all of it is JSON.
 *
 * @module
 */
import { z } from 'zod';
import type { TddEvent } from '../../machines/index.ts';
import { isItemName } from '../leases/lease.ts';

/** Text without a character that a terminal or a program could take for something else. */
const plainText = z.string().regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,4096}$/u);

/** A path inside the repository. */
const innerPath = plainText.refine((path) => !path.startsWith('/') && !path.split('/').includes('..'), {
  message: 'leads out of the repository',
});

export const workSchema = z.strictObject({
  /** Its name: one component of a path, as for leases. */
  item: z.string().refine(isItemName, { message: 'is not a name of letters, digits, dots, dashes and underscores' }),
  /** A path or URL that Git can clone. */
  repository: plainText.refine((url) => !url.startsWith('-') && !url.includes('::'), { message: 'is not plain' }),
  /** The commit at which the work begins. */
  commit: z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/),
  /** From the root of the repository to the config. */
  config: innerPath,
  /** The task of a task list, relative to the config; `null` for a config with one spec. */
  spec: innerPath.nullable(),
  /** Hash of the gates: the service decides under the same ones. */
  gates: z.string().regex(/^[0-9a-f]{64}$/),
});

/** One item of work, as it is submitted. */
export type Work = Readonly<z.output<typeof workSchema>>;

/** An event of the worker's ledger for the chart. */
export interface ReportedEvent {
  /** Number of its record in the ledger. */
  readonly seq: number;
  readonly event: TddEvent;
  /** The worker's decision; `null` for all but an iteration. */
  readonly can_exit: boolean | null;
}

/** The next step of a worker with its item. */
export type Course =
  /** It is about to take the next turn. */
  | { readonly state: 'active' }
  /** Nothing can happen before that time: the engine keeps it, and the worker takes another item. */
  | { readonly state: 'waits'; readonly until: string; readonly why: string }
  /** The worker stops; another one may continue. */
  | { readonly state: 'let_go'; readonly why: string }
  /** The worker could not work on it. */
  | { readonly state: 'failed'; readonly why: string }
  /** The run ended. */
  | { readonly state: 'ended'; readonly status: EndStatus; readonly why: string };

export type EndStatus = 'completed' | 'stuck' | 'aborted' | 'needs_human';

/** Everything that a worker decided since its last report. */
export interface Report {
  readonly run: string | null;
  /** The folder of the run on the worker's machine. */
  readonly folder: string;
  /** The worker's folder of checkouts: only its workers can continue. */
  readonly site: string;
  /** In the order of the ledger. */
  readonly events: readonly ReportedEvent[];
  readonly course: Course;
}

/** The answer to a report. `go`: the worker continues. */
export interface Reply {
  readonly go: boolean;
  /** Why it does not; `null` when it does. */
  readonly why: string | null;
}

/** `open`: workers continue. The others are ends; `submit --again` opens those that need human input. */
export type ItemStatus = 'open' | EndStatus;

/** The state of an item in the engine. */
export interface ItemState {
  readonly work: Work;
  readonly status: ItemStatus;
  readonly why: string | null;
  /** Number of the last record that the chart received; -1 for none. */
  readonly seq: number;
  /** State of the chart after it. */
  readonly value: unknown;
  /** Attempts without a decision since the last report. */
  readonly failures: number;
  /** A person asked to continue after a halt. */
  readonly resume: boolean;
  readonly site: string | null;
  readonly run: string | null;
  readonly folder: string | null;
  readonly phase: string | null;
  readonly iteration: number;
}

/** A row of `status --fleet`. */
export interface ItemRow {
  readonly item: string;
  readonly status: ItemStatus;
  readonly why: string | null;
  readonly phase: string | null;
  readonly iteration: number;
  readonly run: string | null;
  readonly folder: string | null;
  /** The worker that has it. */
  readonly holder: string | null;
  /** The number of the last claim. */
  readonly turn: number;
  /** ISO 8601: nothing happens before; `null` without a wait. */
  readonly waits_until: string | null;
  /** ISO 8601, of the last change. */
  readonly at: string;
}
