/**
 * The actors of the loop for machines of other programs: the test runner that streams into the green-run counter, the
 * evidence, and every actor of `runMachine`.
 *
 * @module
 */
import { type ActorRefFrom, type AnyActorRef, fromPromise } from 'xstate';
import type { IterationRecord } from '../../../gates/iteration.ts';
import type { greenRunsActor } from '../../../machines/index.ts';
import { chooseAgent } from '../../agents/choose-agent.ts';
import { isSession } from '../../config/shape-agent.ts';
import type { Config } from '../../config/shape-config.ts';
import { openCommandQueue } from '../../operator-commands/command-queue.ts';
import { RunError } from '../../records/run-error.ts';
import { createTracker, createStepActors } from './step-actors.ts';
import type { GivenSignal } from './host-iteration.ts';
import { type HostLedger, openedOf } from './host-ledger.ts';

/** The green-run counter of your machine, or its `systemId`. */
type GreenRunsRef = ActorRefFrom<typeof greenRunsActor> | string;

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
 *
 * @throws {OptionError} when the ledger is not that of the config
 */
export const createTestRunnerActor = (config: Config, options: { readonly ledger: HostLedger }) => {
  const { iteration } = openedOf('createTestRunnerActor', config, options);
  return fromPromise<TestRunnerOutput, TestRunnerInput>(async ({ input, self, system, signal }) => ({
    wants_another: await iteration.runTests(findCounter(input.greenRuns, self, system), signal),
  }));
};

/**
 * Measures, decides and records an iteration, and answers its record for the chart. The record has everything that was
 * measured and signalled; the decision on it is in the ledger by then (rule 4.10).
 *
 * @throws {OptionError} when the ledger is not that of the config
 */
export const createEvidenceActor = (config: Config, options: { readonly ledger: HostLedger }) => {
  const { iteration } = openedOf('createEvidenceActor', config, options);
  return fromPromise<IterationRecord, EvidenceInput>(({ input, self, system, signal }) =>
    iteration.decide(findCounter(input.greenRuns, self, system), input.signal ?? null, signal),
  );
};

/**
 * Every actor of `runMachine`: with them it is the loop of `createRun`. The agent is the function that `openLedger` got,
 * else that of the config. Give the output of the machine to `ledger.close`.
 *
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
