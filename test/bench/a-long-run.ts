/**
 * A run of any length without its processes: the loop, its charts and gates, the journal, ledger, views and checkpoints are the real
 * ones; agent, suite and evidence are stubs in this process. For benches alone: no run was ever decided on such evidence.
 */
import { EMPTY_BASELINE } from '../../src/records/fold/work-state.ts';
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createActor, fromPromise, type InspectionEvent, toPromise } from 'xstate';
import {
  runMachine,
  type Preparation,
  type Course,
  type Iteration,
  type MeasureInput,
  type TestRunInput,
  type Wait,
} from '../../machines/index.ts';
import { parseConfig } from '../../src/read-config/parse-config.ts';
import { createRunContext } from '../../src/loop/create-run-context.ts';
import { lockRun } from '../../src/run/lock-run.ts';
import { openCommandQueue } from '../../src/run/operator-commands/command-queue.ts';
import { createStepActors } from '../../src/run/actors/step-actors.ts';
import { gateOf, type RunContext } from '../../src/loop/run-context.ts';
import { hashConfig } from '../../src/records/hash-config.ts';
import type { Measured } from '../../src/loop/iteration.ts';
import { decideIteration } from '../../src/loop/decide.ts';
import { anIteration } from '../gates/an-iteration.ts';
import { aMeasured } from '../loop/a-measured.ts';
import { aStart } from '../records/a-start.ts';

export const CONFIG = `version: 1
work: { spec: spec.md }
agent: { command: nobody }
tests: { command: node --test }
limits: { iterations: 1000000, minutes: 30000 }
`;

const RUN = 'long-run';
const TREE = 'a'.repeat(64);
const TURN = {
  outcome: 'ok',
  exit_code: 0,
  ms: 61_234,
  usage: { input_tokens: 12_000, output_tokens: 900, cost_usd: 0.125 },
} as const;

export interface LongRun {
  readonly folder: string;
  readonly ledger: string;
  /** Lets so many more iterations of RED be decided, all of them held. */
  readonly advance: (iterations: number) => Promise<void>;
  /** Ends the loop during its work, as a kill does, and frees the workspace. */
  readonly end: () => Promise<void>;
  readonly remove: () => void;
}

/** Memory that is a file system, where there is one: a disk would be all that is measured. */
export const chooseMemory = (): string => (existsSync('/dev/shm') ? '/dev/shm' : tmpdir());

/** Begins one in a folder of its own below `base`, with its checkpoints and anchors beside it. */
export const startLongRun = (base = chooseMemory(), inspect?: (said: InspectionEvent) => void): LongRun => {
  const home = realpathSync(mkdtempSync(join(base, 'dualgate-')));
  const folder = join(home, 'project');
  const stateBefore = process.env['XDG_STATE_HOME'];
  process.env['XDG_STATE_HOME'] = join(home, 'state');
  const parsed = parseConfig(CONFIG, { path: join(folder, 'dualgate.yaml'), readFile: () => '' });
  const phases = parsed.phases.map((phase) => ({ ...phase, limits: { max_iterations: 1_000_000 } }));
  const config = { ...parsed, phases };
  const now = () => new Date();
  const inspecting = inspect === undefined ? {} : { inspect };
  const held = lockRun({ config, run: RUN, as: 'new', now, ...inspecting });
  const { journal, folders } = held;
  const context = createRunContext({
    run: RUN,
    config,
    folders,
    channels: null,
    journal,
    until: null,
    emit: () => {},
    now,
  });
  const queue = openCommandQueue(context, () => 'The bench is at work.');
  const turnstile = createTurnstile();
  let measured: Measured | null = null;
  const machine = runMachine.provide({
    actors: {
      ...createStepActors(context, { track: (work) => work, queue }),
      baseline: fromPromise<Course<null>, undefined>(async () => start(context)),
      prepare: fromPromise<Preparation, undefined>(async () => {
        await turnstile.pass();
        return prepare(context);
      }),
      turn: fromPromise<Iteration, Iteration>(async ({ input }) => takeTurn(context, input)),
      tests: fromPromise<Iteration, TestRunInput>(async ({ input }) => runSuite(context, input)),
      measure: fromPromise<Iteration, MeasureInput>(async ({ input: { iteration } }) => {
        measured = measure(context, iteration);
        return { ...iteration, record: measured.record };
      }),
      decide: fromPromise<Course<Wait | null>, Iteration>(async () => {
        if (measured === null) throw new Error('nothing was measured');
        return decideIteration(context, measured);
      }),
    },
  });
  const loop = createActor(machine, { input: { resumed: false }, ...inspecting });
  const output = toPromise(loop.start());
  const over = output.then((why) => {
    throw new Error(`the run of the bench ended: ${JSON.stringify(why)}`);
  });
  over.catch(() => {});
  return {
    folder,
    ledger: folders.ledger,
    advance: (iterations) => Promise.race([turnstile.allow(iterations), over]),
    end: async () => {
      loop.send({ type: 'STOP' });
      await output;
      await queue.close();
      held.close();
      if (stateBefore === undefined) delete process.env['XDG_STATE_HOME'];
      else process.env['XDG_STATE_HOME'] = stateBefore;
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
};

/** Lets so many pass, and tells when the next one stands before it. */
const createTurnstile = () => {
  let left = 0;
  let go: () => void = () => {};
  let arrived: () => void = () => {};
  return {
    pass: async (): Promise<void> => {
      if (left === 0) {
        const wait = new Promise<void>((resolve) => (go = resolve));
        arrived();
        await wait;
      }
      left -= 1;
    },
    allow: (count: number): Promise<void> => {
      const done = new Promise<void>((resolve) => (arrived = resolve));
      left = count;
      go();
      return done;
    },
  };
};

const start = ({ journal, config, run }: RunContext): Course<null> => {
  journal.write(
    'run.started',
    aStart({
      run,
      config_hash: hashConfig(config),
      baseline: { ...EMPTY_BASELINE, passing: Array.from({ length: 100 }, (_, at) => `test/one.test.js > test ${at}`) },
      tree: TREE,
    }),
  );
  return { go: null };
};

const prepare = ({ journal, gates }: RunContext): Course<Iteration> => {
  const phase = journal.phase() ?? 'RED';
  const { iteration, discarded } = journal.state();
  const wanted = gateOf(gates, phase).greenRunsWanted;
  return {
    go: { phase, iteration: iteration + 1, attempt: discarded + 1, green_runs_wanted: wanted, max_runs: 5 },
  };
};

const takeTurn = ({ journal }: RunContext, given: Iteration): Iteration => {
  const { phase, iteration, attempt } = given;
  const transcript = `transcripts/${phase}-${iteration}-${attempt}.stdout`;
  journal.write('turn.ended', { phase, iteration, attempt, turn: TURN, transcript });
  return { ...given };
};

const runSuite = ({ journal }: RunContext, { iteration: given, greenRuns }: TestRunInput): Iteration => {
  const { phase, iteration } = given;
  greenRuns.send({ type: 'TEST_RUN_ENDED', green: false, tree: TREE });
  const counts = { suite_passing: 100, suite_failing: 5, suite_skipped: 1 };
  const ended = { test_run: 1, green: false, exit_code: 1, ms: 4_321, tree: TREE, counts, problems: [] };
  journal.write('tests.ended', { phase, iteration, ...ended });
  return { ...given };
};

/** Another message each time: nothing of one iteration is the same object as in the one before. */
const measure = ({ run, journal }: RunContext, { iteration, attempt }: Iteration): Measured =>
  aMeasured(
    anIteration(
      'RED',
      { tests_passing: 1, tests_failing: 5 },
      {
        run,
        iteration,
        attempt,
        iterations_used: iteration,
        without_progress: 1,
        tree: { before: TREE, after: TREE, head: null },
        failing: Array.from({ length: 5 }, (_, at) => ({
          file: 'test/one.test.js',
          name: `test ${at}`,
          message: `expected ${journal.state().iteration} to be ${at}`,
        })),
      },
    ),
  );
