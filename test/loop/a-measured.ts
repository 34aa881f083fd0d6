/** An iteration that was measured, as the decision is given it. */
import type { IterationRecord } from '../../gates/iteration.ts';
import type { Measured } from '../../src/loop/iteration.ts';

const LAST = { tree: 'b2', head: null, files: new Map(), stamps: new Map() } satisfies Measured['last'];

export const aMeasured = (record: IterationRecord, spoil: Partial<Measured> = {}): Measured => ({
  record,
  exit: { frozen: {}, tests: [], failing: [], tree: 'b2' },
  last: LAST,
  gone: [],
  write_detection: null,
  ...spoil,
});
