/** The records of a run as long as one wants: its decisions are real ones, its times and counts are made up. */
import { compileGates } from '../../gates/compile-gates.ts';
import { CLEAN_MEASUREMENT, createIteration } from '../../gates/create-iteration.ts';
import { decide } from '../../gates/decide.ts';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import type { IterationRecord } from '../../gates/iteration.ts';
import type { Metrics } from '../../gates/metrics.ts';
import { pictureOf } from '../../src/page/graph/picture-of.ts';
import type { PageHead, PageRecord, PlacedRecord } from '../../src/page/page-data.ts';
import { pagePhasesOf } from '../../src/page/head-of.ts';
import { NO_PAGE, type PageFold, type PageRow, type PageStatus, pageStatusOf } from '../../src/page/page-status.ts';
import { placeRecords } from '../../src/page/report/read-page.ts';
import { NO_SUMS } from '../../src/records/fold/run-sums.ts';
import { startOf } from '../../src/records/fold/work-position.ts';
import { UNSTARTED } from '../../src/records/fold/work-state.ts';
import type { WorkRecord } from '../../src/records/records.ts';
import { addRecords } from '../../src/page/model/list-rows.ts';
import { sayRecord } from '../../src/page/say-record.ts';

const GATES = compileGates({ phases: DEFAULT_PHASES });

export const HEAD: PageHead = {
  v: 1,
  run: 'long-run',
  spec: 'specs/long.md',
  chart: pictureOf({ phases: DEFAULT_PHASES }),
  phases: pagePhasesOf({ phases: DEFAULT_PHASES }),
  limits: { iterations: 2_000, minutes: 48_000, cost: 200 },
  going: false,
  commands: false,
  at: '2026-01-20T00:00:00.000Z',
};

/** Of records that lack their beginning. */
const started = (): PageFold => {
  const phases = HEAD.phases.map(({ phase }) => phase);
  return { ...NO_PAGE, state: { ...UNSTARTED, sums: { ...NO_SUMS, phases, position: startOf(phases) } } };
};

/** As it is folded where the ledger is read. */
export const statusOf = (records: readonly WorkRecord[], start = started()): PageStatus =>
  pageStatusOf(placeRecords(records, start).fold);

/** All that the page is sent of them. */
export const reportedOf = (records: readonly PageRecord[], status = statusOf(records)) => ({
  groups: addRecords([], placed(records)),
  rows: rowsOf(records),
  status,
});

/** Of every iteration, in order. */
export const rowsOf = (records: readonly WorkRecord[]): readonly PageRow[] => placeRecords(records).rows;

/** Each with its iteration. */
export const placed = (records: readonly PageRecord[]): readonly PlacedRecord[] => {
  const { places } = placeRecords(records);
  return records.map((record, at) => ({ ...record, n: places[at] ?? 0, said: sayRecord(record) }));
};

/** So many minutes and seconds after the run began. */
export const at = (minutes: number, seconds = 0): string =>
  new Date(Date.UTC(2026, 0, 13, 10, minutes, seconds)).toISOString();

export interface Made {
  readonly phase?: string;
  readonly iteration: number;
  /** Minutes after the run began. */
  readonly minute: number;
  readonly passing: number;
  readonly failing: number;
  readonly word?: boolean | null;
  /** Wins over what the rest makes of it. */
  readonly record?: Partial<IterationRecord>;
  readonly metrics?: Partial<Metrics>;
}

/** Turn, test run (a second one when the first is green) and decision of one iteration. */
export const anIterationOf = (made: Made): readonly PageRecord[] => {
  const { phase = 'GREEN', iteration, minute, passing, failing, word = null } = made;
  const green = failing === 0;
  const counts = { suite_passing: passing, suite_failing: failing, suite_skipped: 0 };
  const turn = {
    outcome: 'ok',
    exit_code: 0,
    ms: 30_000,
    usage: { input_tokens: 12_000, output_tokens: 900, cost_usd: 0.125 },
  } as const;
  const tests = (test_run: number): PageRecord => ({
    type: 'tests.ended',
    at: at(minute, 30 + test_run * 5),
    data: {
      phase,
      iteration,
      test_run,
      green,
      exit_code: green ? 0 : 1,
      ms: 5_000,
      tree: `tree ${iteration}`,
      counts,
      problems: [],
    },
  });
  const measured = createIteration({
    phase,
    iteration,
    exit_signal: word,
    at: at(minute, 45),
    metrics: {
      ...CLEAN_MEASUREMENT,
      tests_passing: passing,
      tests_failing: failing,
      tests_total: passing + failing,
      criteria_count: 4,
      consecutive_green_runs: green ? 2 : 0,
      runner_exit_code: green ? 0 : 1,
      ...made.metrics,
    },
  });
  const record: IterationRecord = {
    ...measured,
    started_at: at(minute),
    turn,
    failing: Array.from({ length: failing }, (_, n) => ({
      file: 'test/long.test.ts',
      name: `AC-${n + 1}: it does what it says`,
      message: `expected ${n} to be ${n + 1}`,
    })),
    ...made.record,
  };
  const gate = GATES.find((each) => each.phase.phase === phase);
  if (gate === undefined) throw new Error(`There is no phase ${phase}.`);
  const decision = decide(gate, record);
  return [
    { type: 'turn.started', at: at(minute), data: { phase, iteration, attempt: 1, nonce_hash: null } },
    {
      type: 'turn.ended',
      at: at(minute, 30),
      data: {
        phase,
        iteration,
        attempt: 1,
        turn,
        transcript: `transcripts/${phase.toLowerCase()}-${iteration}-1.stdout`,
      },
    },
    tests(1),
    ...(green ? [tests(2)] : []),
    { type: 'iteration.decided', at: at(minute, 45), data: { record, decision } },
    ...(decision.can_exit
      ? [{ type: 'phase.exited', at: at(minute, 46), data: { phase, iteration, forced_exit: false } } as const]
      : []),
  ];
};

export const SETTLED = (minute: number): PageRecord => ({
  type: 'run.ended',
  at: at(minute),
  data: { status: 'stuck', why: 'The limit of iterations was reached', exit_code: 1 },
});

/** RED in one iteration, then GREEN held again and again. */
export const aLongRun = (iterations: number): readonly PageRecord[] => [
  ...anIterationOf({ phase: 'RED', iteration: 1, minute: 0, passing: 0, failing: 40, word: true }),
  ...Array.from({ length: iterations - 1 }, (_, n) => {
    const failing = 40 - Math.round(39 * (n / iterations)) + (n % 7 === 0 ? 3 : 0);
    return anIterationOf({
      iteration: n + 1,
      minute: n + 1,
      passing: Math.max(0, 43 - failing),
      failing,
      word: n % 3 === 0,
    });
  }).flat(),
  SETTLED(iterations + 1),
];
