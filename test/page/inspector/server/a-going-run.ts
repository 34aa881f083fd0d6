/**
 * A run that looks active: this process holds its lock, and its agent works in GREEN 1. A test writes what the agent prints.
 */
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { stampFormat } from '../../../../src/ledger/format.ts';
import { parseLine, sealRecord } from '../../../../src/ledger/ledger-record.ts';
import { takeLock } from '../../../../src/ledger/lock.ts';
import { aFinishedRun, type FinishedRun, LINES, RUN } from './a-finished-run.ts';

interface GoingRun extends FinishedRun {
  /** Behind what was printed; a stream of the turn. */
  readonly print: (text: string, stream?: 'stdout' | 'stderr') => void;
}

/** RED is exited. */
const BEFORE = LINES.slice(0, 7);

export const aGoingRun = async (): Promise<GoingRun> => {
  const { config, folders } = await aFinishedRun(BEFORE.join(''));
  const last = parseLine((BEFORE.at(-1) ?? '').trimEnd());
  const started = sealRecord({
    seq: BEFORE.length,
    at: new Date(),
    type: 'turn.started',
    data: stampFormat({ phase: 'GREEN', iteration: 1, attempt: 1, nonce_hash: null }),
    prev: last.hash,
  });
  appendFileSync(folders.ledger, `${started.line}\n`);
  mkdirSync(folders.transcripts);
  const print: GoingRun['print'] = (text, stream = 'stdout') =>
    appendFileSync(join(folders.transcripts, `green-1-1.${stream}`), text);
  print('');
  const lock = takeLock(folders.lock, { run: RUN, now: () => new Date() });
  onTestFinished(lock.release);
  return { config, folders, print };
};

/** The transcript of a turn of the run that is over. */
export const writeTranscript = ({ folders }: FinishedRun, name: string, text: string): void => {
  mkdirSync(folders.transcripts, { recursive: true });
  writeFileSync(join(folders.transcripts, name), text);
};
