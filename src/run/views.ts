/**
 * The views of a run, made from the ledger's records alone: `status.json` and `phase-status.log`. They can be deleted
 * and are made again; nothing is ever decided by them.
 *
 * @module
 */
import { appendFileSync, readFileSync } from 'node:fs';
import type { TddMachine } from '../../machines/index.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { writeView } from '../ledger/write-view.ts';
import { readLedgerSync } from '../ledger/read-ledger.ts';
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
  /** Whether the run goes on: then the log, which may be gone or cut short by a crash, is made again from its ledger. */
  readonly begun: boolean;
}

export const createViews = ({ folders, phases, machine, begun }: ViewsOptions): Views => {
  if (begun)
    writeView(folders.phaseStatusLog, renderLog(replayRecords(machine, phases, readLedgerSync(folders.ledger))));
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

function* renderLog(steps: Iterable<Step>): Generator<string, void> {
  for (const step of steps) yield renderBlock(step);
}

/** Blocks are separated by an empty line. */
const renderBlock = ({ record, state, phase }: Step): string => {
  const block = statusBlockOf(record, state, phase);
  return block === null ? '' : `${block}\n`;
};
