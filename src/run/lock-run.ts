/** A locked run: its workspace locked, its ledger opened and folded, what a killed loop left open closed in it. */
import { existsSync } from 'node:fs';
import type { InspectionEvent } from 'xstate';
import { makeCommit } from '../loop/commits/commit.ts';
import { emitSession, recordSession } from '../loop/record-session.ts';
import { completeByForce } from './operator-commands/skip.operator-command.ts';
import { finishRollback, type CommitContext } from '../loop/commits/own-repository.ts';
import type { Config } from '../project/config/config.ts';
import { type Journal, openJournal } from '../records/journal.ts';
import type { SessionCompleted } from '../records/session-completed.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import { anchorFolder, readAnchor, writeAnchor } from '../ledger/anchor.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { createLedger, openLedger } from '../ledger/ledger.ts';
import { takeLock } from '../ledger/lock.ts';
import { createRedactData } from '../base/redact-text.ts';
import { createCheckpoints } from '../view/read-checkpoint.ts';
import { decisionLogsOf, createViews, nameCause } from '../view/views.ts';
import { asWorkRecord } from '../records/records.ts';
import { withRecordedChoices } from '../records/hash-config.ts';
import { beginFold, foldRecord } from '../records/fold/fold-records.ts';
import type { RunEventBody } from '../records/run-events.ts';
import { createRunFolders, createStateFolder, type RunFolders, runFolders } from '../records/run-folders.ts';
import { describeStatus } from '../view/run-status.ts';
import { RunError } from '../records/run-error.ts';
import { replaceFile } from '../ledger/write-view.ts';

/** In the ledger, then in git; then phases completed by force. @throws {ProofError} when a commit was not made, and is due */
export const catchUp = async (context: CommitContext): Promise<void> => {
  const session = closeOpenEnds(context);
  const due = context.journal.uncommitted();
  if (due?.type === 'operator.rolled_back') await finishRollback(context);
  else await makeCommit(context, 'later');
  if (session !== null) await emitSession(context, session);
  const { forcing } = context.journal.state().openEnds;
  if (forcing !== null) await completeByForce(context, forcing);
};

/**
 * Closes in the ledger what a killed loop left unfinished, before any other record: an unfinished iteration is discarded
 * and its nonce is invalid, and an ended session or a decided exit is recorded. Nothing of such an iteration is kept:
 * the next attempt has a nonce of its own and measures again (rules 1.1, 3.8). @returns the session that was recorded
 */
export const closeOpenEnds = ({
  config,
  journal,
}: {
  readonly config: Pick<Config, 'signals' | 'agent' | 'phases'>;
  readonly journal: Journal;
}): SessionCompleted | null => {
  const { openEnds, ending } = journal.state();
  const { startedTurn, pendingExit } = openEnds;
  const session = recordSession({ config, journal });
  if (pendingExit !== null) journal.write('phase.exited', pendingExit);
  if (startedTurn === null) return session;
  const how = ending === null ? 'was killed or crashed' : 'ended';
  const why = `The loop ${how} before this iteration was decided: it does not count, and its nonce is invalid`;
  journal.write('turn.discarded', { ...startedTurn, outcome: 'cut_off', why });
  return session;
};

interface RunToHold {
  readonly config: Config;
  readonly run: string;
  /** `new`: its ledger must not exist yet, and is made with its first record. */
  readonly as: 'new' | 'existing';
  readonly now: () => Date;
  /** Receives the events of each record. @default no receiver */
  readonly emit?: (event: RunEventBody) => void;
  /** Receives notices for the operator that nothing depends on. */
  readonly onNotice?: (text: string) => void;
  readonly inspect?: (event: InspectionEvent) => void;
  /** False for an operator's command, which resumes no loop. @default true */
  readonly isLoop?: boolean;
}

export interface LockedRun {
  readonly config: Config;
  readonly folders: RunFolders;
  readonly journal: Journal;
  /** The last line of the ledger, torn by a crash and cut off; null when there was none. */
  readonly tornLine: string | null;
  /** In a sentence, what cannot be verified of a run without an anchor; null where it has one. */
  readonly unanchored: string | null;
  readonly close: () => void;
}

/** Records whose hash is also kept outside the workspace (docs/reference/records.md). */
const ANCHORED: ReadonlySet<string> = new Set([
  'run.started',
  'phase.exited',
  'operator.skipped',
  'operator.aborted',
  'operator.reset',
  'operator.accepted',
  'operator.reopened',
  'operator.rolled_back',
  'run.ended',
]);

/** @throws {LockError} when another process has it @throws {RunError} without a ledger @throws {LedgerError} for a broken one */
export const lockRun = ({
  config,
  run,
  as,
  now,
  emit = () => {},
  onNotice = () => {},
  inspect,
  isLoop = true,
}: RunToHold): LockedRun => {
  const folders = runFolders(config.folder, run);
  if (as === 'existing' && !existsSync(folders.ledger)) {
    throw new RunError(
      `Cannot find the run ${run}: it has no ledger in ${config.folder}. Choose one of .dualgate/runs.`,
    );
  }
  // A refused run leaves no folder behind.
  createStateFolder(folders);
  const lock = takeLock(folders.lock, { run, now });
  try {
    createRunFolders(folders);
    const anchors = anchorFolder(process.env);
    const phases = config.phases.map(({ phase }) => phase);
    let ruling = config;
    let past = beginFold(phases);
    const onPast = (sealed: LedgerRecord) => {
      const record = sealed.type === 'run.started' ? asWorkRecord(sealed) : null;
      if (record?.type === 'run.started') {
        ruling = withRecordedChoices(config, record.data.config);
      }
      past = foldRecord(past, sealed);
    };
    const anchor = as === 'existing' ? readAnchor(anchors, run) : null;
    const reading = { now, anchor, onRecord: onPast };
    const opened = as === 'existing' ? openLedger(folders.ledger, reading) : null;
    const { spec } = ruling.work;
    const logs = decisionLogsOf(config, folders);
    const redact = createRedactData(config, process.env);
    const hasStarted = opened !== null;
    const views = createViews({ folders, phases, hasStarted, run, spec, isLoop, logs, redact, onNotice });
    let ledger = opened?.ledger ?? null;
    const checkpoints = createCheckpoints(run, ledger?.size ?? 0);
    const journal = openJournal({
      machine: createTddMachine(ruling).provide(bindGates(ruling)),
      phases,
      ledger: () => (ledger ??= createLedger(folders.ledger, { now })),
      past,
      onRecord: (record, state, sealed) => {
        views.show({ record, state, phase: journal.phase() }, sealed);
        if (ANCHORED.has(record.type) && !writeAnchor(anchors, run, sealed)) {
          onNotice(
            `The head of the ledger could not be anchored outside the workspace (in ${anchors}). Check the permissions of that folder.`,
          );
        }
        // By then the run is known outside the workspace: see `findUnfinished`.
        if (record.type === 'run.started') nameCurrent(folders.current, run, onNotice);
        checkpoints.see(sealed, ledger?.size ?? 0, () => ({
          state,
          status: redact(describeStatus({ state, phases, phase: journal.phase(), head: sealed })),
        }));
      },
      emit,
      ...(inspect === undefined ? {} : { inspect }),
    });
    const close = () => {
      journal.close();
      lock.release();
    };
    const unanchored = opened !== null && anchor === null ? describeUnanchored(anchors) : null;
    return { config: ruling, folders, journal, tornLine: opened?.tornLine ?? null, unanchored, close };
  } catch (error) {
    lock.release();
    throw error;
  }
};

/** Nothing could be verified from its next anchor on. */
const describeUnanchored = (folder: string): string =>
  `No anchor of this run is in ${folder}: it is unknown whether its ledger was truncated or rewritten.`;

/**
 * The run that `status` and `resume` use by default; without it, an operator has to name it. Synced: if a power cut
 * removed the name, another run could begin beside this one.
 */
const nameCurrent = (path: string, run: string, onNotice: (text: string) => void): void => {
  try {
    replaceFile(path, `${run}\n`, { durable: true });
  } catch (error) {
    onNotice(
      `The run ${run} could not be made the current one: name it with --run for resume, status and explain (${nameCause(error)}).`,
    );
  }
};
