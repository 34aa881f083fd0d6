/** Sends an operator command to a run in another process: over its loop's socket, or by locking the run when none is active. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { ChannelError, askLine } from '../../base/line-server.ts';
import type { Config } from '../../project/config/config.ts';
import { LockError } from '../../ledger/ledger-error.ts';
import { readLock } from '../../ledger/lock-file.ts';
import { operate } from './operate.ts';
import { refuseInsideTurn } from '../operator-commands/refuse-inside-turn.ts';
import {
  type CarriedOut,
  type OperatorCommand,
  COMMAND_WORDS,
  parseOperatorCommand,
  type OperatorCommandName,
} from '../operator-commands/operator-command.ts';
import { checkOptions, KINDS, type OptionKind } from '../../base/check-options.ts';
import { RunError, FaultError } from '../../records/run-error.ts';
import { runFolders } from '../../records/run-folders.ts';
import { ownChannelPlaces } from '../../base/channel-folder.ts';
import {
  type OperatorAnswer,
  type OperatorRequest,
  readAnswer,
  writeRequest,
} from '../operator-commands/waiting-operators.ts';
import { existsSync } from 'node:fs';
import { type LedgerType, asWorkRecord, type WorkRecord } from '../../records/records.ts';
import { readRunSummary } from '../../view/read-run.ts';

export interface SendOperatorCommandOptions {
  readonly config: Config;
  readonly run: string;
  readonly command: OperatorCommand;
  /** Whether to wait for an active turn. @default true */
  readonly wait?: boolean;
  /** Called once with the reason for a wait, in one sentence. */
  readonly onWait?: (says: string) => void;
  /** Withdraws the command while it waits: nothing of it is kept when its sender is gone. */
  readonly signal?: AbortSignal;
}

export type OperatorCommandOutcome =
  /** `live`: by the active loop of the run. */
  | (CarriedOut & { readonly taken: true; readonly live: boolean })
  /** The agent or the tests are running, and no wait was wanted. */
  | { readonly taken: false; readonly says: string };

const OPTIONS: Readonly<Record<keyof SendOperatorCommandOptions, OptionKind>> = {
  config: KINDS.config,
  run: KINDS.run,
  command: KINDS.object,
  wait: KINDS.boolean,
  onWait: KINDS.function,
  signal: KINDS.abortSignal,
};

/** Time for a loop to begin to listen, or to end: milliseconds. */
const PATIENCE_MS = 15_000;
const PAUSE_MS = 100;
const HEARING_MS = 50;

/**
 * Sends an operator command to a run, active or stopped. A skip without a phase means the current phase; if the phase was
 * exited by the end of the turn, the skip is refused.
 * @throws {RunError} when the command is refused: from inside a turn, without a reason, or because it cannot be carried out
 * @throws {LockError} when another run, or another operator, has locked the workspace
 * @throws {ChannelError} when a process works on the run and does not answer
 */
export const sendOperatorCommand = async (options: SendOperatorCommandOptions): Promise<OperatorCommandOutcome> => {
  checkOptions('sendOperatorCommand', options, OPTIONS, ['config', 'run', 'command']);
  const { config, run, wait: mayWait = true, onWait = () => {}, signal } = options;
  const given = parseOperatorCommand(options.command);
  refuseInsideTurn(COMMAND_WORDS[given.command], null);
  const mark = await markLedger(config, run);
  const command = meanPhase(given, mark.phase);
  const request = { id: randomUUID(), command };
  const recorded = () => findRecorded(config, run, { command, since: mark.since });
  let patientUntil = performance.now() + PATIENCE_MS;
  let told = false;
  for (;;) {
    const answer = await askRun(run, request);
    if (answer?.ok === true) {
      if (await recorded()) return { taken: true, live: true, recorded: answer.recorded, says: answer.says };
      throw new FaultError(`Cannot trust the answer of the run ${run}: its ledger has no such command. ${LOOK}`);
    }
    if (answer?.code === 'refused') throw new RunError(answer.says);
    if (answer?.code === 'during_turn') {
      if (!mayWait) return { taken: false, says: answer.says };
      if (!told) onWait(answer.says);
      told = true;
      const called = await askRun(run, 'turn');
      // A process in place of the loop must not make us ask forever without a pause.
      if (called?.ok !== true) await wait(PAUSE_MS);
      if (signal !== undefined) await refuseGone(signal, run);
      patientUntil = performance.now() + PATIENCE_MS;
      continue;
    }
    const outcome = await operateUnlessHeld(config, run, command, recorded);
    if (outcome !== null) return outcome;
    if (performance.now() > patientUntil) throw unreachable(config, run);
    await wait(PAUSE_MS);
  }
};

/** A skip means the current phase, and no later one that the work has reached by the end of the turn (rule 1.6). */
const meanPhase = (command: OperatorCommand, phase: string | null): OperatorCommand =>
  command.command === 'skip' && command.whole !== true && phase !== null
    ? { ...command, phase: command.phase ?? phase }
    : command;

/** A process that died with the agent's turn has disconnected by now; its end arrives a moment later. */
const refuseGone = async (signal: AbortSignal, run: string): Promise<void> => {
  await wait(HEARING_MS);
  if (signal.aborted) throw new RunError(`Cannot send the command to the run ${run}: the sending process has ended.`);
};

const LOOK = 'Run dualgate status to see which process runs it.';

/** No loop answers: it may have ended meanwhile, or not listen yet. */
const operateUnlessHeld = async (
  config: Config,
  run: string,
  command: OperatorCommand,
  recorded: () => Promise<boolean>,
): Promise<OperatorCommandOutcome | null> => {
  const holder = readLock(runFolders(config.folder, run).lock);
  if (holder?.live === true && holder.run === run) return null;
  // The loop may have accepted it, and ended before it could answer.
  if (await recorded()) return { taken: true, live: true, recorded: [], says: 'The run carried it out, and ended.' };
  try {
    return { taken: true, live: false, ...(await operate({ config, run, command })) };
  } catch (error) {
    // Another process resumed the run just now.
    if (error instanceof LockError && error.run === run) return null;
    throw error;
  }
};

const unreachable = (config: Config, run: string): ChannelError => {
  const pid = readLock(runFolders(config.folder, run).lock)?.pid ?? 'unknown';
  const message = `Cannot reach the run ${run}: process ${pid} runs it, but its socket does not answer. Press Ctrl+C in its terminal, then repeat the command.`;
  return new ChannelError('absent', message);
};

/** A command takes as long as a fingerprint of all sources, plus the commands before it. */
const TIMEOUT_MS = 120_000;

/** The answer; `null` without a complete one. */
const askRun = async (run: string, request: OperatorRequest): Promise<OperatorAnswer | null> => {
  const line = writeRequest(request);
  for (const { operatorSocket } of ownChannelPlaces(run)) {
    try {
      const answer = readAnswer(await askLine({ path: operatorSocket, line, timeoutMs: TIMEOUT_MS }));
      if (answer !== null) return answer;
    } catch (error) {
      if (!(error instanceof ChannelError)) throw error;
    }
  }
  return null;
};

/** When a command is sent: the number of records, and the phase of the work; none before it begins, or when it is over. */
interface LedgerMark {
  readonly since: number;
  readonly phase: string | null;
}

/** Whether a command is in the ledger: an answer counts only if the ledger confirms it. */
const markLedger = async (config: Config, run: string): Promise<LedgerMark> => {
  if (!existsSync(runFolders(config.folder, run).ledger)) return { since: 0, phase: null };
  const { head, phase } = (await readRunSummary(config, run)).status;
  return { since: head.seq + 1, phase };
};

const RECORD_OF = {
  skip: 'operator.skipped',
  abort: 'operator.aborted',
  reset: 'operator.reset',
  accept: 'operator.accepted',
  reopen: 'operator.reopened',
  rollback: 'operator.rolled_back',
  guide: 'operator.guided',
  approve: 'operator.approved',
  reject: 'operator.rejected',
} as const satisfies Record<OperatorCommandName, LedgerType>;

const findRecorded = async (
  config: Config,
  run: string,
  { command, since }: { readonly command: OperatorCommand; readonly since: number },
): Promise<boolean> => {
  if (!existsSync(runFolders(config.folder, run).ledger)) return false;
  let isThere = false;
  await readRunSummary(config, run, (sealed) => {
    isThere ||= sealed.seq >= since && carriesOut(command, asWorkRecord(sealed));
  });
  return isThere;
};

const wordsOf = (command: OperatorCommand): string | null =>
  command.command === 'guide' ? command.text : command.command === 'approve' ? null : command.reason;

const carriesOut = (command: OperatorCommand, { type, data }: WorkRecord): boolean => {
  if (type !== RECORD_OF[command.command]) return false;
  const words = 'reason' in data ? data.reason : 'text' in data ? data.text : null;
  return 'by' in data && data.by === command.by && words === wordsOf(command);
};
