/**
 * The views of a run, made from the ledger's records alone: `status.json` and `phase-status.log`. They can be deleted
 * and are made again; nothing is ever decided by them.
 *
 * @module
 */
import { appendFileSync, existsSync } from 'node:fs';
import type { TddMachine } from '../../machines/index.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { writeView } from '../ledger/write-view.ts';
import { replayRecords, type Step } from './replay-records.ts';
import type { RunFolders } from './run-folders.ts';
import { describeStatus } from './run-status.ts';
import { statusBlockOf } from './status-block-of.ts';

export interface Views {
  /** Brings the views up to a record that was just written. */
  readonly show: (step: Step, sealed: LedgerRecord) => void;
}

export interface ViewsOptions {
  readonly folders: RunFolders;
  /** Names, in order. */
  readonly phases: readonly string[];
  readonly machine: TddMachine;
  /** What the ledger holds already: a log that was deleted is made again from it. */
  readonly records: readonly LedgerRecord[];
}

export const createViews = ({ folders, phases, machine, records }: ViewsOptions): Views => {
  if (records.length > 0 && !existsSync(folders.phaseStatusLog)) {
    const blocks = [...replayRecords(machine, phases, records)].map(renderBlock);
    writeView(folders.phaseStatusLog, blocks.join(''));
  }
  return {
    show: (step, sealed) => {
      const { state, phase } = step;
      const block = renderBlock(step);
      if (block !== '') appendFileSync(folders.phaseStatusLog, block);
      const status = describeStatus({ state, phases, phase, head: sealed });
      writeView(folders.status, `${JSON.stringify(status, null, 2)}\n`);
    },
  };
};

/** Blocks are separated by an empty line. */
const renderBlock = ({ record, state, phase }: Step): string => {
  const block = statusBlockOf(record, state, phase);
  return block === null ? '' : `${block}\n`;
};
