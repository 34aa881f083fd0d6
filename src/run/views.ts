/**
 * The views of a run, made from the ledger's records alone: `status.json`, `phase-status.log` and STATE.md. They can be
 * deleted and are made again; nothing is ever decided by them, so that one which cannot be written stops nothing.
 *
 * @module
 */
import type { TddMachine } from '../../machines/index.ts';
import { appendView } from '../ledger/append-view.ts';
import type { LedgerRecord } from '../ledger/ledger-record.ts';
import { writeView } from '../ledger/write-view.ts';
import { readLedgerSync } from '../ledger/read-ledger.ts';
import { replayRecords, type Step } from './replay-records.ts';
import type { RunFolders } from './run-folders.ts';
import { describeStatus } from './run-status.ts';
import { createStatePage } from './state-page/state-page.ts';
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
  readonly run: string;
  /** As the config names it. */
  readonly spec: string;
  /** Whether a loop goes on with the run. */
  readonly isLoop: boolean;
  readonly onNotice: (text: string) => void;
}

export const createViews = (options: ViewsOptions): Views => {
  const { folders, phases, machine, begun, isLoop } = options;
  const page = createStatePage(options, { isLoop });
  const told = new Set<string>();
  /** Said once of each. */
  const attempt = (name: string, write: () => void): void => {
    try {
      write();
    } catch (error) {
      if (!told.has(name))
        options.onNotice(`${name} could not be written; the ledger has everything (${nameCause(error)}).`);
      told.add(name);
    }
  };
  if (begun) {
    const steps = replayRecords(machine, phases, readLedgerSync(folders.ledger));
    attempt('phase-status.log', () => writeView(folders.phaseStatusLog, renderLog(steps)));
  }
  return {
    show: (step, sealed) => {
      const { state, phase } = step;
      const block = renderBlock(step);
      if (block !== '') attempt('phase-status.log', () => appendView(folders.phaseStatusLog, block));
      const status = describeStatus({ state, phases, phase, head: sealed });
      attempt('status.json', () => writeView(folders.status, `${JSON.stringify(status, null, 2)}\n`));
      attempt('STATE.md', () => page.show(step));
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

const nameCause = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
