/**
 * Records of a real run without what tells where and when it ran: paths, times, durations, ids and commits are put in the
 * place of one another's, always the same ones, and the chain is sealed anew over them.
 */
import { homedir } from 'node:os';
import { createMemoryLedger } from '../../../src/ledger/ledger.ts';
import { hashBytes } from '../../../src/ledger/ledger-record.ts';
import type { WorkRecord } from '../../../src/records/records.ts';

const ISO = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z/g;
const COMMIT = /\b[0-9a-f]{40}\b/g;
const BEGIN = Date.UTC(2026, 0, 1);

export interface Place {
  readonly folder: string;
  readonly run: string;
  /** Name of the run in the golden ledger. */
  readonly name: string;
}

/** The lines of the golden ledger. */
export const scrubRecords = (records: readonly WorkRecord[], { folder, run, name }: Place): readonly string[] => {
  const text = JSON.stringify(records)
    .replaceAll(folder, '/home/ann/project')
    .replaceAll(homedir(), '/home/ann')
    .replaceAll(run, name);
  const steps = number(text, ISO);
  const commits = number(text, COMMIT);
  const steady: readonly WorkRecord[] = JSON.parse(
    text
      .replaceAll(ISO, (at) => new Date(BEGIN + (steps.get(at) ?? 0) * 1000).toISOString())
      .replaceAll(COMMIT, (commit) => hashBytes(`commit ${commits.get(commit)}`).slice(0, 40)),
    steadyValue,
  );
  let at = '';
  const ledger = createMemoryLedger({ now: () => new Date(at) });
  for (const record of steady) {
    ({ at } = record);
    ledger.append(record.type, { ...withHash(record) });
  }
  return ledger.records.map((record) => JSON.stringify(record));
};

const steadyValue = (key: string, value: unknown): unknown => {
  if (key === 'ms') return 100;
  if (key === 'node') return '22.0.0';
  // Hashes of files outside of the workspace differ from machine to machine.
  return key === 'frozen' && typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).filter(([path]) => !path.startsWith('/')))
    : value;
};

/** The config has other paths in it than it had. */
const withHash = ({ type, data }: WorkRecord): WorkRecord['data'] =>
  type === 'run.started' ? { ...data, config_hash: hashBytes(JSON.stringify(data.config)) } : data;

/** Each text that fits, with its place among them: in order, so that what came later still does. */
const number = (text: string, pattern: RegExp): ReadonlyMap<string, number> =>
  new Map([...new Set(text.match(pattern))].sort().map((each, i) => [each, i]));
