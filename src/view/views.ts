/**
 * The views of a run, made from the ledger's records alone: `status.json`, `phase-status.log`, STATE.md, and the logs
 * of presets. A deleted view is made again. Nothing is decided by them, so a view that cannot be written stops
 * nothing.
 *
 * @module
 */
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { writeView } from '../ledger/files/write-view.ts';
import { readLedgerSync } from '../ledger/read-ledger.ts';
import type { RedactData } from '../redact/redact-data.ts';
import { replayRecords, type Step } from '../records/fold/replay-records.ts';
import type { RunFolders } from '../records/run-folders.ts';
import type { DecisionLog } from './decision-logs.ts';
import { describeStatus } from './run-status.ts';
import { createStatePage } from './state-page/state-page.ts';
import { statusBlockOf } from './status-block-of.ts';
import { asWorkRecord } from '../records/records.ts';
import { closeSync, constants, fstatSync, openSync, writeFileSync } from 'node:fs';
import { LedgerError } from '../ledger/ledger-error.ts';
import { PRIVATE_FILE } from '../ledger/files/private.ts';
import { describeCause } from '../text/describe-cause.ts';

interface Views {
  /** Updates the views after a new record. */
  readonly show: (step: Step, sealed: LedgerRecord) => void;
}

interface ViewsOptions {
  readonly folders: RunFolders;
  /** Names, in order. */
  readonly phases: readonly string[];
  /**
   * Whether the run resumes: then the logs, which may be missing or cut short by a crash, are made again from its
   * ledger.
   */
  readonly hasStarted: boolean;
  readonly run: string;
  /** As the config names it. */
  readonly spec: string;
  /** Whether a loop is active. */
  readonly isLoop: boolean;
  /** Those of the config's presets. @default none */
  readonly logs?: readonly DecisionLog[];
  /** Removes secrets before display. */
  readonly redact: RedactData;
  readonly onNotice: (text: string) => void;
}

export const createViews = (options: ViewsOptions): Views => {
  const { folders, phases, hasStarted, isLoop, logs = [], redact } = options;
  const page = createStatePage(options, { isLoop });
  const reported = new Set<string>();
  /** Reported once for each. */
  const attempt = (name: string, write: () => void): void => {
    try {
      write();
    } catch (error) {
      if (!reported.has(name))
        options.onNotice(`${name} could not be written; the ledger is complete (${nameCause(error)}).`);
      reported.add(name);
    }
  };
  if (hasStarted) {
    const steps = replayRecords(readLedgerSync(folders.ledger));
    attempt('phase-status.log', () => writeView(folders.phaseStatusLog, redactEach(renderLog(steps), redact)));
    for (const log of logs)
      attempt(log.name, () => writeView(log.path, redactEach(renderDecisions(log, folders.ledger), redact)));
  }
  return {
    show: (step, sealed) => {
      const { state, phase } = step;
      const block = renderBlock(step);
      if (block !== '') attempt('phase-status.log', () => appendView(folders.phaseStatusLog, redact(block)));
      for (const log of logs) {
        const line = log.render(step.record);
        if (line !== '') attempt(log.name, () => appendView(log.path, redact(line)));
      }
      const status = redact(describeStatus({ state, phases, phase, head: sealed }));
      attempt('status.json', () => writeView(folders.status, `${JSON.stringify(status, null, 2)}\n`));
      attempt('STATE.md', () => page.show(step));
    },
  };
};

function* redactEach(texts: Iterable<string>, redact: RedactData): Generator<string, void> {
  for (const text of texts) yield redact(text);
}

function* renderLog(steps: Iterable<Step>): Generator<string, void> {
  for (const step of steps) yield renderBlock(step);
}

function* renderDecisions({ render }: DecisionLog, ledger: string): Generator<string, void> {
  for (const sealed of readLedgerSync(ledger)) yield render(asWorkRecord(sealed));
}

/** Blocks are separated by an empty line. */
const renderBlock = ({ record, state, phase }: Step): string => {
  const block = statusBlockOf(record, state, phase);
  return block === null ? '' : `${block}\n`;
};

const nameCause = (error: unknown): string => describeCause(error).replace(/\.$/, '');

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;

/**
 * Appends to a view, if it is a regular file of that name. Writing through a link would put the text elsewhere, and a
 * pipe would block forever.
 *
 * @throws {LedgerError} `unwritable` when it cannot, or when it is no regular file
 */
const appendView = (path: string, text: string): void => {
  let descriptor: number | null = null;
  try {
    descriptor = openSync(path, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK, PRIVATE_FILE);
    if (!fstatSync(descriptor).isFile()) throw new Error('it is not a regular file');
    writeFileSync(descriptor, text);
  } catch (cause) {
    const message = `Cannot write ${path}: ${describeCause(cause)}. Check the disk and its permissions.`;
    throw new LedgerError('unwritable', message, { path, cause });
  } finally {
    if (descriptor !== null) closeSync(descriptor);
  }
};
