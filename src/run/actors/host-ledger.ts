/** The ledger of a host: baseline, frozen files and chain of records of a run whose loop belongs to another program. */
import { type ActorRefFrom, type AnyActorRef, fromPromise } from 'xstate';
import type { Ending, RunOutput, greenRunsActor } from '../../../machines/index.ts';
import { type Config, isSession } from '../../project/config/config.ts';
import { findNotEnded } from '../../loop/limits.ts';
import { checkOptions, checkValue, KINDS, OptionError } from '../../base/check-options.ts';
import { RunError } from '../../records/run-error.ts';
import { type Ended, endRun } from '../end-run.ts';
import { type OpenRun, openRun } from '../open-run.ts';
import { checkRunOptions, type RunOptions } from '../run-options.ts';
import { takeBaseline } from '../take-baseline.ts';
import type { GivenSignal } from '../../loop/turn/read-exit-signal.ts';
import { createHostIteration, type HostIteration } from './host-iteration.ts';
import type { IterationRecord } from '../../../gates/iteration.ts';
import { chooseAgent } from '../../project/config/choose-agent.ts';
import { openCommandQueue } from '../operator-commands/command-queue.ts';
import { createTracker, createStepActors } from './step-actors.ts';

/** An open ledger. It locks the workspace until it is closed. */
export interface HostLedger {
  /** Id of the run. */
  readonly run: string;
  /** Absolute: the file. */
  readonly path: string;
  readonly config: Config;
  /** The phase of the next iteration; null when the work is over. */
  readonly phase: () => string | null;
  /** Why the work waits for human input, as the last decision says; null: it does not. */
  readonly halted: () => string | null;
  /**
   * Records how the run ended, and releases everything. Without an output, unfinished work counts as interrupted: use `resume`.
   * @throws the error of an output that failed
   */
  readonly close: (output?: RunOutput) => Promise<Ended>;
}

/** As of `createRun`. */
export type OpenLedgerOptions = Omit<RunOptions, 'config' | 'beforeTurn' | 'says' | 'automatic' | 'moved'> & {
  /** Ends the baseline. */
  readonly abort?: AbortSignal;
};

interface OpenedLedger {
  readonly open: OpenRun;
  readonly iteration: HostIteration;
  /** The host gave an agent function. */
  readonly hasAgent: boolean;
}

const opened = new WeakMap<HostLedger, OpenedLedger>();

/** @throws {OptionError} when it is no open ledger of this config */
const openedOf = (place: string, config: Config, options: { readonly ledger: HostLedger }): OpenedLedger => {
  checkValue(place, 'config', config, KINDS.config);
  checkOptions(place, options, { ledger: KINDS.object }, ['ledger']);
  const found = opened.get(options.ledger);
  if (found === undefined || options.ledger.config !== config)
    throw new OptionError(
      place,
      'ledger',
      `Cannot call ${place} with this option ledger: it has to be what openLedger returned for the same config.`,
    );
  return found;
};

/**
 * Opens the ledger of a new run, or of one to resume: locks the workspace, runs the suite twice for the baseline, and
 * freezes what a run freezes at its start.
 * @throws {OptionError} when an option is unknown or of another kind
 * @throws {RunError} when the run cannot begin or resume; nothing is recorded then
 * @throws {LockError | LedgerError} as `createRun`
 */
export const openLedger = async (config: Config, options: OpenLedgerOptions = {}): Promise<HostLedger> => {
  const { abort = new AbortController().signal, ...rest } = options;
  checkValue('openLedger', 'abort', abort, KINDS.abortSignal);
  checkRunOptions('openLedger', { ...rest, config });
  refuseApproval(config);
  const open = openRun({ agent: refuseTurn, ...rest, config }, () => {});
  const { context, resumed, channels, onNotice } = open;
  const { journal, run, folders, emit } = context;
  open.watch();
  try {
    await open.begin();
    const course = resumed ? null : await takeBaseline(context, abort);
    if (course !== null && 'end' in course) throw new RunError(course.end.why);
    const phases = config.phases.map(({ phase }) => phase);
    emit({ type: 'run.started', phases, phase: journal.phase() ?? '', resumed, folder: config.folder });
    if (channels.problem !== null) onNotice(channels.problem);
    const iteration = createHostIteration(context);
    await iteration.mark();
    let closed: Promise<Ended> | null = null;
    const halted = (): Ending | null => journal.state().openEnds.halt;
    const end = async (output: RunOutput): Promise<Ended> => {
      try {
        await iteration.idle();
        return await endRun(context, output);
      } finally {
        await open.finish();
      }
    };
    const ledger: HostLedger = {
      run,
      path: folders.ledger,
      config,
      phase: journal.phase,
      halted: () => halted()?.why ?? null,
      close: (output) => (closed ??= end(findNotEnded(journal) ?? output ?? halted() ?? CLOSED)),
    };
    opened.set(ledger, { open, iteration, hasAgent: options.agent !== undefined });
    return ledger;
  } catch (error) {
    await open.finish();
    throw error;
  }
};

const CLOSED: Ending = { status: 'interrupted', why: 'The program closed the ledger' };

const refuseTurn = () =>
  Promise.reject(new RunError('Cannot take a turn: the program that opened the ledger takes the turns itself.'));

/** The wait for a person belongs to the loop of `createRun`. */
const refuseApproval = ({ phases }: Config): void => {
  const asking = phases.find(({ confirm }) => confirm === true);
  if (asking !== undefined)
    throw new RunError(
      `Cannot open a ledger: the phase ${asking.phase} has confirm: true, and only createRun waits for a person. Use createRun, or ask in your program and remove confirm.`,
    );
};

/** The green-run counter of your machine, or its `systemId`. */
type GreenRunsRef = ActorRefFrom<typeof greenRunsActor> | string;

// The actors of the loop for machines of other programs: test runner, evidence, and every actor of `runMachine`.

export interface TestRunnerInput {
  /** Receives the stream: ITERATION_STARTED, TEST_COUNTED, TEST_RUN_ENDED. */
  readonly greenRuns: GreenRunsRef;
}

/** The counts are in the counter. */
export interface TestRunnerOutput {
  /** The last run was green, and the phase needs another green run in this iteration. */
  readonly wants_another: boolean;
}

export interface EvidenceInput {
  readonly greenRuns: GreenRunsRef;
  /** The agent's exit signal. @default none */
  readonly signal?: GivenSignal;
}

/**
 * One run of the test command. It streams its counts and its verdict into the green-run counter.
 * @throws {OptionError} when the ledger is not that of the config
 */
export const createTestRunnerActor = (config: Config, options: { readonly ledger: HostLedger }) => {
  const { iteration } = openedOf('createTestRunnerActor', config, options);
  return fromPromise<TestRunnerOutput, TestRunnerInput>(async ({ input, self, system, signal }) => ({
    wants_another: await iteration.runTests(findCounter(input.greenRuns, self, system), signal),
  }));
};

/**
 * Measures, decides and records an iteration, and answers its record for the chart. It is in the ledger by then (rule 4.10).
 * @throws {OptionError} when the ledger is not that of the config
 */
export const createEvidenceActor = (config: Config, options: { readonly ledger: HostLedger }) => {
  const { iteration } = openedOf('createEvidenceActor', config, options);
  return fromPromise<IterationRecord, EvidenceInput>(({ input, self, system, signal }) =>
    iteration.decide(findCounter(input.greenRuns, self, system), input.signal ?? null, signal),
  );
};

/**
 * Every actor of `runMachine`: with them it is the loop of `createRun`. The agent is the function that `openLedger`
 * got, else that of the config. Give the output of the machine to `ledger.close`.
 * @throws {OptionError} when the ledger is not that of the config
 * @throws {RunError} when the turns are those of an agent session
 * @example
 * const loop = createActor(runMachine.provide({ actors: createLoopActors(config, { ledger }) }), { input: { resumed: true } });
 */
export const createLoopActors = (config: Config, options: { readonly ledger: HostLedger }) => {
  const { open, hasAgent } = openedOf('createLoopActors', config, options);
  if (!hasAgent && isSession(config.agent))
    throw new RunError(
      'Cannot run the loop: the turns of an agent session belong to createRun. Give openLedger an agent.',
    );
  const { agentFunction: _none, ...context } = open.context;
  const own = hasAgent ? open.context : { ...context, agent: chooseAgent(config.agent) };
  const queue = openCommandQueue(own, () => 'The loop of another program is working.');
  return createStepActors(own, { track: createTracker().track, queue });
};

/** A restored input names its actor as the snapshot of its parent does. */
const findCounter = (
  given: GreenRunsRef,
  self: AnyActorRef,
  system: { readonly get: (key: string) => unknown },
): ActorRefFrom<typeof greenRunsActor> => {
  const found: unknown = typeof given === 'string' ? system.get(given) : isActor(given) ? given : childOf(self, given);
  if (!isCounter(found))
    throw new RunError(
      'Cannot find the green-run counter: give greenRuns as the actor that your machine spawned from greenRunsActor, or as its systemId.',
    );
  return found;
};

const isActor = (value: unknown): value is AnyActorRef => typeof Reflect.get(Object(value), 'send') === 'function';

const isCounter = (value: unknown): value is ActorRefFrom<typeof greenRunsActor> =>
  isActor(value) &&
  typeof Reflect.get(Object(Reflect.get(Object(value.getSnapshot()), 'context')), 'test_runs') === 'number';

const childOf = (self: AnyActorRef, named: unknown): unknown => {
  const parent: unknown = Reflect.get(self, '_parent');
  if (!isActor(parent)) return null;
  const children: unknown = Reflect.get(Object(parent.getSnapshot()), 'children');
  return Reflect.get(Object(children), String(Reflect.get(Object(named), 'id')));
};
