/**
 * A ledger of any number of iterations, made from a recorded one: RED is exited, then GREEN is held again and again.
 */
import { stampFormat } from '../../../../src/ledger/format.ts';
import { FIRST_PREV, parseLine, sealRecord } from '../../../../src/ledger/ledger-record.ts';
import { LINES } from './a-finished-run.ts';

const RECORDS = LINES.map((line) => parseLine(line.trimEnd()));
/** Up to the exit of RED. */
const RUN_START = RECORDS.slice(0, 7);
/** One iteration of GREEN that was held: its turn, its test run, its decision. */
const HELD = RECORDS.slice(7, 10);
const GUIDED = RECORDS.slice(24, 25);
const STEP_MS = 10_000;

/** Every so many iterations a person guides the agent. */
export const GUIDED_EVERY = 100;

/**
 * The text of the ledger.
 *
 * @param iterations - of the run, that of RED included
 * @param more - `word` is guidance of a person in the second iteration of the run; `voids` attempts that came to nothing are in its last
 */
export const aLongLedger = (iterations: number, { word = '', discarded = 0 } = {}): string => {
  const lines: string[] = [];
  let prev = FIRST_PREV;
  const write = ({ type, data }: (typeof RECORDS)[number], iteration: number, later: number): void => {
    const at = new Date(Date.parse(RUN_START[0]?.at ?? '') + iteration * STEP_MS + later);
    const sealed = sealRecord({ seq: lines.length, at, type, data: stampFormat(data), prev });
    prev = sealed.record.hash;
    lines.push(`${sealed.line}\n`);
  };
  for (const [n, record] of RUN_START.entries()) write(record, 0, n);
  for (let iteration = 1; iteration < iterations; iteration += 1) {
    for (const [n, record] of HELD.entries())
      write({ ...record, data: renumber(record.data, iteration) }, iteration, n);
    if (iteration % GUIDED_EVERY === 0) for (const record of GUIDED) write(record, iteration, 10);
    if (iteration === 1 && word !== '')
      for (const record of GUIDED) write({ ...record, data: { ...record.data, text: word } }, iteration, 10);
    if (iteration === iterations - 1)
      for (let n = 0; n < discarded; n += 1)
        write(
          { ...VOID, data: { ...VOID.data, phase: 'GREEN', iteration: iteration + 1, attempt: n + 1 } },
          iteration,
          20 + n,
        );
  }
  return lines.join('');
};

const VOID = RECORDS[2] ?? RUN_START[0] ?? parseLine('');

type Data = (typeof RECORDS)[number]['data'];

const renumber = (data: Data, iteration: number): Data => {
  const begins = new Date(Date.parse(RUN_START[0]?.at ?? '') + iteration * STEP_MS).toISOString();
  const isObject = (value: unknown): value is Data => typeof value === 'object' && value !== null;
  return {
    ...data,
    ...(data['iteration'] === undefined ? {} : { iteration }),
    ...(isObject(data['record'])
      ? { record: { ...data['record'], iteration, started_at: begins, ended_at: begins } }
      : {}),
    ...(isObject(data['decision']) ? { decision: { ...data['decision'], iteration } } : {}),
  };
};
