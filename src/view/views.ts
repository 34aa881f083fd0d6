/**
 * The views of a run, made from the ledger's records alone: `status.json`, `phase-status.log`, STATE.md, and the logs of
 * presets. A deleted view is made again. Nothing is decided by them, so a view that cannot be written stops nothing.
 */
import { closeSync, constants, fstatSync, openSync, writeFileSync } from 'node:fs';
import type { Config } from '../project/config/config.ts';
import type { RunFolders } from '../records/run-folders.ts';
import { type WorkRecord, asWorkRecord } from '../records/records.ts';
import { CONFIDENCE_WEIGHTS, judgeCompletion } from '../../gates/confidence.ts';
import { warnOfConfidence } from '../evidence/findings/warn-of-confidence.ts';
import { type LedgerRecord, readLedgerSync } from '../ledger/ledger-record.ts';
import { writeView } from '../ledger/write-view.ts';
import type { RedactData } from '../base/redact-text.ts';
import { replayRecords, type Step } from '../records/fold/fold-records.ts';
import { describeStatus } from './run-status.ts';
import { createStatePage } from './state-page.ts';
import { statusBlockOf } from './status-block-of.ts';
import { LedgerError } from '../ledger/ledger-error.ts';
import { PRIVATE_FILE } from '../base/files/folders.ts';
import { describeCause } from '../base/text/describe-cause.ts';

/** A log that a specification requires beside the status blocks, of the decisions of its preset. */
interface DecisionLog {
  readonly name: string;
  readonly path: string;
  /** The lines that the record adds to it; empty for none. */
  readonly render: (record: WorkRecord) => string;
}

export const decisionLogsOf = (
  { exit_gate: gate, confidence }: Pick<Config, 'exit_gate' | 'confidence'>,
  { exitGateLog, confidenceLog }: Pick<RunFolders, 'exitGateLog' | 'confidenceLog'>,
): readonly DecisionLog[] => [
  ...(gate === null ? [] : [{ name: 'exit-gate.log', path: exitGateLog, render: renderGate }]),
  ...(confidence === null ? [] : [{ name: 'confidence.log', path: confidenceLog, render: renderScore }]),
];

/** One line of `exit-gate.log`, in the words of spec 000. */
const renderGate = ({ type, at, data }: WorkRecord): string => {
  if (type !== 'iteration.decided' || data.exit_gate === undefined) return '';
  const { event, indicators, explicit, threshold, decided_by } = data.exit_gate;
  const { phase, iteration } = data.record;
  return `${at} ${event} indicators=${indicators} explicit=${explicit} threshold=${threshold} phase=${phase} iteration=${iteration}${decided_by === 'exit_gate' ? '' : ` decided_by=${decided_by}`}\n`;
};

const renderScore = ({ type, data }: WorkRecord): string => {
  if (type !== 'iteration.decided' || data.record.confidence === undefined) return '';
  const { decision } = data;
  const { confidence, phase, iteration } = data.record;
  const { score, threshold, parts, basis, keywords } = confidence;
  const { outcome, decided_by } = judgeCompletion(confidence, decision);
  const points = Object.entries(CONFIDENCE_WEIGHTS).map(
    ([part, weight]) => `${part}=${Reflect.get(parts, part)}/${weight}`,
  );
  const line = `${decision.timestamp} ${phase} ${iteration} confidence=${score} threshold=${threshold} basis=${basis} ${points.join(' ')} outcome=${outcome} decided_by=${decided_by}`;
  const found = keywords.length === 0 ? [] : [`keywords: ${keywords.join(', ')}`];
  return `${[line, ...[...found, ...warnOfConfidence(confidence).map(({ text }) => text)].map((each) => `  ${each}`)].join('\n')}\n`;
};

interface ViewsOptions {
  readonly folders: RunFolders;
  readonly phases: readonly string[];
  /** Whether the run resumes: then the logs, which may be missing or cut short by a crash, are made again from its ledger. */
  readonly hasStarted: boolean;
  readonly run: string;
  readonly spec: string;
  readonly isLoop: boolean;
  readonly logs?: readonly DecisionLog[];
  readonly redact: RedactData;
  readonly onNotice: (text: string) => void;
}

export const createViews = (options: ViewsOptions) => {
  const { folders, phases, hasStarted, isLoop, logs = [], redact } = options;
  const showOnPage = createStatePage(options, { isLoop });
  const reported = new Set<string>();
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
    const write = <T>(name: string, path: string, all: () => Iterable<T>, render: (each: T) => string): void =>
      attempt(name, () =>
        writeView(
          path,
          renderEach(all(), (each) => redact(render(each))),
        ),
      );
    write('phase-status.log', folders.phaseStatusLog, () => replayRecords(readLedgerSync(folders.ledger)), renderBlock);
    for (const { name, path, render } of logs)
      write(
        name,
        path,
        () => readLedgerSync(folders.ledger),
        (sealed) => render(asWorkRecord(sealed)),
      );
  }
  return {
    /** Updates them after a new record. */
    show: (step: Step, sealed: LedgerRecord): void => {
      const { state, phase } = step;
      const block = renderBlock(step);
      if (block !== '') attempt('phase-status.log', () => appendView(folders.phaseStatusLog, redact(block)));
      for (const log of logs) {
        const line = log.render(step.record);
        if (line !== '') attempt(log.name, () => appendView(log.path, redact(line)));
      }
      const status = redact(describeStatus({ state, phases, phase, head: sealed }));
      attempt('status.json', () => writeView(folders.status, `${JSON.stringify(status, null, 2)}\n`));
      attempt('STATE.md', () => showOnPage(step));
    },
  };
};

function* renderEach<T>(all: Iterable<T>, render: (each: T) => string): Generator<string, void> {
  for (const each of all) yield render(each);
}

/** Blocks are separated by an empty line. */
const renderBlock = ({ record, state, phase }: Step): string => {
  const block = statusBlockOf(record, state, phase);
  return block === null ? '' : `${block}\n`;
};

export const nameCause = (error: unknown): string => describeCause(error).replace(/\.$/, '');

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;

/**
 * Appends to a view, if it is a regular file of that name. Writing through a link would put the text elsewhere, and a
 * pipe would block forever.
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
