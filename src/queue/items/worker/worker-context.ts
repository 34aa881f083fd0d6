/** The context of a worker: its items, its config, and those who watch it. */
import type { Ending, ExitReason } from '../../../../machines/index.ts';
import type { Config } from '../../../project/config/config.ts';
import type { WorkState } from '../../../records/fold/work-state.ts';
import type { RunMove } from '../../../records/run-branch.ts';
import type { RunEvent } from '../../../records/run-events.ts';
import type { Run } from '../../../run/create-run.ts';
import type { ItemState } from '../item-state.ts';
import type { OpenedItems } from '../open-items.ts';
import type { AgentSessionCompleted } from '../../../signals/systems/apm2/parse-exit-signal.ts';
import type { RunToSave } from '../item-store.ts';

export interface WorkerContext {
  readonly config: Config;
  readonly items: OpenedItems;
  /** Its name; each claim adds a time, so that a session is fresh. */
  readonly name: string;
  /** Proves its sessions: nobody else has it. */
  readonly secret: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly ttlMs: number;
  readonly now: () => Date;
  readonly notice: (text: string) => void;
  readonly onEvent: (event: RunEvent) => void;
  /** Receives the active run, so that it can be interrupted; `null` when it has ended. */
  readonly onRun: (run: Pick<Run, 'interrupt'> | null) => void;
  /** Repeats a call while the remote is away, as long as the lease of the session or the limits allow. */
  readonly ask: <T>(call: () => Promise<T>) => Promise<T>;
  readonly signal: AbortSignal;
}

export interface ChosenRun {
  readonly config: Config;
  readonly run: string;
  /** `over`: it completed, and its worker died before it said so. */
  readonly how: 'new' | 'resumed' | 'over';
  /** It was killed or interrupted: it resumes with its remaining limits. */
  readonly wasCutOff: boolean;
  /** How it ended, where no worker said so: one was killed, or an operator ended it. Only a person continues it. */
  readonly stopped?: string;
  readonly guidance?: string;
  /** Its place on this machine, where it came from another one. */
  readonly moved?: RunMove;
}

/** @returns `null` for a run that was aborted, and whose item a person unblocked: nothing continues it */
export const howToContinue = (
  { run, ending, openEnds }: WorkState,
  { isGoing }: Pick<ItemState, 'isGoing'>,
): Pick<ChosenRun, 'how' | 'wasCutOff' | 'stopped'> | null => {
  const end = ending ?? openEnds.halt;
  const isUntold = isGoing && end !== null && STOPS.has(end.status);
  if (end?.status === 'aborted' && !isUntold) return null;
  return {
    how: ending?.status === 'completed' ? 'over' : 'resumed',
    wasCutOff: ending === null || ending.status === 'interrupted',
    ...(isUntold ? { stopped: wordStop(run, end) } : {}),
  };
};

const STOPS: ReadonlySet<string> = new Set(['stuck', 'needs_human', 'aborted']);

export const wordStop = (run: string, { status, why }: Pick<Ending, 'status' | 'why'>): string =>
  `The run ${run} ${status === 'needs_human' ? 'needs human input' : `is ${status}`}: ${why}`;

/** `returned` to IMPLEMENTATION by a red CI; `left` in its phase; `lost` its lease; `away`: no answer of the remote. */
export type WorkedOn = 'completed' | 'returned' | 'blocked' | 'left' | 'waits' | 'lost' | 'away';

/** The end of the work of a session; `null` as its reason: interrupted, and the phase stays. */
export interface SessionEnd {
  readonly reason: ExitReason | null;
  readonly notes: string;
  /** ISO 8601: nothing can be done before; absent where the item is given back at once. */
  readonly waitsUntil?: string;
  readonly run?: string;
  readonly commit?: string | null;
  readonly branch?: string | null;
  readonly said?: Pick<AgentSessionCompleted, 'pr_url' | 'evidence_bundle_ref'>;
  /** The run as it is now; absent where there is nothing to save. */
  readonly saved?: RunToSave | undefined;
}
