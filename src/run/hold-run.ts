/**
 * A run in one's hands: its workspace locked, its ledger opened, its chart folded from it, its views kept up.
 * The loop holds a run as long as it goes on, an operator as long as one change takes.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import type { InspectionEvent } from 'xstate';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import type { Config } from '../config/shape-config.ts';
import { anchorFolder, readAnchor, writeAnchor } from '../ledger/anchor.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { createLedger, openLedger } from '../ledger/ledger.ts';
import { takeLock } from '../ledger/lock.ts';
import { createRedactData } from '../redact/redact-data.ts';
import { createCheckpoints } from '../view/checkpoint.ts';
import { decisionLogsOf } from '../view/decision-logs.ts';
import { beginFold, foldRecord } from '../records/fold/fold-records.ts';
import { type Journal, openJournal } from '../records/journal.ts';
import type { RunNews } from '../records/run-events.ts';
import { createRunFolders, createStateFolder, type RunFolders, runFolders } from '../records/run-folders.ts';
import { describeStatus } from '../view/run-status.ts';
import { createViews } from '../view/views.ts';
import { RunError } from '../records/run-error.ts';
import { replaceFile } from '../ledger/files/write-view.ts';

interface RunToHold {
  readonly config: Config;
  readonly run: string;
  /** `new`: its ledger must not be there yet, and is made with its first record. */
  readonly as: 'new' | 'begun';
  readonly now: () => Date;
  /** Receives the events of each record. @default nobody */
  readonly announce?: (news: RunNews) => void;
  /** Hears what an operator should know and nothing depends on. */
  readonly onNotice?: (text: string) => void;
  readonly inspect?: (event: InspectionEvent) => void;
  /** False for an operator's command, which lets no loop go on. @default true */
  readonly isLoop?: boolean;
}

export interface HeldRun {
  readonly folders: RunFolders;
  readonly journal: Journal;
  /** The last line of the ledger that a crash had torn and that was cut off; null when there was none. */
  readonly tornLine: string | null;
  /** What nobody can tell of a run that was begun, in a sentence, where it has no anchor; null where it has one. */
  readonly unanchored: string | null;
  /** Gives everything back. */
  readonly close: () => void;
}

/** Records whose hash is kept outside the workspace too (CONTRACTS, "The ledger"). */
const ANCHORED: ReadonlySet<string> = new Set([
  'run.started',
  'phase.left',
  'operator.skipped',
  'operator.aborted',
  'operator.reset',
  'operator.accepted',
  'operator.rolled_back',
  'run.settled',
]);

/**
 * @throws {LockError} when another process holds the workspace
 * @throws {LedgerError} when the ledger of a run that was begun is broken
 * @throws {RunError} when a run that was begun has no ledger
 */
export const holdRun = ({
  config,
  run,
  as,
  now,
  announce = () => {},
  onNotice = () => {},
  inspect,
  isLoop = true,
}: RunToHold): HeldRun => {
  const folders = runFolders(config.folder, run);
  if (as === 'begun' && !existsSync(folders.ledger)) {
    throw new RunError(
      `Cannot find the run ${run}: it has no ledger in ${config.folder}. Choose one of .dualgate/runs.`,
    );
  }
  // Who is refused leaves no folder of a run.
  createStateFolder(folders);
  const lock = takeLock(folders.lock, { run, now });
  try {
    createRunFolders(folders);
    const anchors = anchorFolder(process.env);
    const phases = config.phases.map(({ phase }) => phase);
    const machine = createTddMachine(config).provide(bindGates(config));
    let past = beginFold(machine);
    const onPast = (record: LedgerRecord) => {
      past = foldRecord(machine, past, record);
    };
    const anchor = as === 'begun' ? readAnchor(anchors, run) : null;
    const reading = { now, anchor, onRecord: onPast };
    const opened = as === 'begun' ? openLedger(folders.ledger, reading) : null;
    const { spec } = config.work;
    const logs = decisionLogsOf(config, folders);
    const redact = createRedactData(config, process.env);
    const begun = opened !== null;
    const views = createViews({ folders, phases, machine, begun, run, spec, isLoop, logs, redact, onNotice });
    let ledger = opened?.ledger ?? null;
    const checkpoints = createCheckpoints(run, ledger?.size ?? 0);
    const journal = openJournal({
      machine,
      phases,
      ledger: () => (ledger ??= createLedger(folders.ledger, { now })),
      past,
      onRecord: (record, state, sealed) => {
        views.show({ record, state, phase: journal.phase() }, sealed);
        if (ANCHORED.has(record.type) && !writeAnchor(anchors, run, sealed)) {
          onNotice(`The head of the ledger could not be anchored outside the workspace (in ${anchors}).`);
        }
        // What is named is known outside the workspace by then: see `findUnfinished`.
        if (record.type === 'run.started') nameCurrent(folders.current, run, onNotice);
        checkpoints.see(sealed, ledger?.size ?? 0, () => ({
          state,
          status: redact(describeStatus({ state, phases, phase: journal.phase(), head: sealed })),
        }));
      },
      announce,
      ...(inspect === undefined ? {} : { inspect }),
    });
    const close = () => {
      journal.close();
      lock.release();
    };
    const unanchored = opened !== null && anchor === null ? describeUnanchored(anchors) : null;
    return { folders, journal, tornLine: opened?.tornLine ?? null, unanchored, close };
  } catch (error) {
    lock.release();
    throw error;
  }
};

/** From its next anchor on nobody could tell. */
const describeUnanchored = (folder: string): string =>
  `No anchor of this run is in ${folder}: whether its ledger was cut off at its end, or sealed anew, is not known.`;

/**
 * Which run `status` and `resume` mean; without it a person has to name it, and the run goes on. Synced: a name that a power cut
 * took away would let another run begin beside this one.
 */
const nameCurrent = (path: string, run: string, onNotice: (text: string) => void): void => {
  try {
    replaceFile(path, `${run}\n`, { durable: true });
  } catch (error) {
    onNotice(
      `The run ${run} could not be made the current one: name it to resume, status and explain (${word(error)}).`,
    );
  }
};

const word = (error: unknown): string => (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
