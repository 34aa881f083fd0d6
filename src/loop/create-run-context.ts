/**
 * The context of a run: what its steps work with, built from the config and a journal.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import { compileGates } from '../../gates/compile-gates.ts';
import { chooseAgent, NO_PROGRAM } from '../agents/choose-agent.ts';
import { memoryOfTests } from '../config/memory-of.ts';
import type { Config } from '../config/shape-config.ts';
import { usableSuitesOf } from '../config/suites-of.ts';
import { findRunner } from '../testing/command/find-runner.ts';
import { refuseCommand } from '../testing/command/refuse-command.ts';
import type { TestSuite } from '../testing/run-tests.ts';
import { createSuiteTally } from '../records/suite-runs.ts';
import { type RunContext, createStopwatch } from './run-context.ts';
import { sessionOfRun } from './session-of-run.ts';
import { keepSources } from './turn/kept-sources.ts';
import { bindGates, createTddMachine } from '../../machines/index.ts';
import type { ChannelPlaces } from '../channels/channel-folder.ts';
import { createMemoryLedger } from '../ledger/ledger.ts';
import { openJournal } from '../records/journal.ts';
import type { RunEventBody } from '../records/run-events.ts';
import type { RunFolders } from '../records/run-folders.ts';

/**
 * @throws {ConditionError} when a condition does not compile
 * @throws {RunnerError} when the test command cannot be used
 */
export const createRunContext = (
  given: Pick<
    RunContext,
    | 'run'
    | 'config'
    | 'folders'
    | 'channels'
    | 'journal'
    | 'until'
    | 'emit'
    | 'now'
    | 'exitThreshold'
    | 'guidance'
    | 'budget'
    | 'beforeTurn'
    | 'agentFunction'
  >,
): RunContext => {
  const gates = compileGates(given.config);
  return {
    ...given,
    gates,
    session: given.agentFunction === undefined ? sessionOfRun({ ...given, gates }) : null,
    suites: usableSuitesOf(given.config),
    hiddenSuite: hiddenSuiteOf(given.config),
    agent: given.agentFunction === undefined ? chooseAgent(given.config.agent) : NO_PROGRAM,
    newNonce,
    suiteRuns: createSuiteTally(),
    kept: keepSources(),
    stopwatch: createStopwatch({ now: given.now, ticks: () => performance.now() }),
  };
};

/** The hidden suite. @throws {RunnerError} as `usableSuitesOf` */
export const hiddenSuiteOf = ({ tests, folder }: Config): TestSuite | null => {
  const { hidden } = tests;
  if (hidden === null) return null;
  const { command, timeout_ms: timeoutMs } = hidden;
  const suite = {
    command,
    runner: hidden.runner ?? findRunner(command, folder),
    timeoutMs,
    memory: memoryOfTests(tests),
  };
  refuseCommand(suite, folder);
  return suite;
};

/** 64 random bits: only a process that received it in this iteration can repeat it. */
const newNonce = (): string => randomBytes(8).toString('hex');

/** @throws as `createSite` */
export const createPassingContext = ({
  run,
  config,
  folders,
  channels = null,
  emit,
}: {
  readonly run: string;
  readonly config: Config;
  readonly folders: RunFolders;
  /** @default null */
  readonly channels?: ChannelPlaces | null;
  readonly emit: (event: RunEventBody) => void;
}): RunContext => {
  const now = () => new Date();
  return createRunContext({
    run,
    config,
    folders,
    channels,
    journal: openJournal({
      machine: createTddMachine(config).provide(bindGates(config)),
      phases: config.phases.map(({ phase }) => phase),
      ledger: () => createMemoryLedger({ now }),
      onRecord: () => {},
      emit,
    }),
    until: null,
    emit,
    now,
  });
};
