/**
 * The context of a run: what its steps work with, built from the config and a journal.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import { compileGates } from '../../gates/compile-gates.ts';
import { chooseAgent } from '../agents/choose-agent.ts';
import type { Config } from '../config/shape-config.ts';
import { suitesOf } from '../config/suites-of.ts';
import { findRunner } from '../testing/command/find-runner.ts';
import type { TestSuite } from '../testing/run-tests.ts';
import type { RunContext } from './run-context.ts';
import { sessionOfRun } from './session-of-run.ts';
import { createStopwatch } from './stopwatch.ts';
import { keepSources } from './turn/kept-sources.ts';

/**
 * @throws {ConditionError} when a condition does not compile
 * @throws {RunnerError} when the runner of the test command is unknown
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
  >,
): RunContext => {
  const gates = compileGates(given.config);
  return {
    ...given,
    gates,
    session: sessionOfRun({ ...given, gates }),
    suites: suitesOf(given.config),
    hiddenSuite: hiddenSuiteOf(given.config),
    agent: chooseAgent(given.config.agent),
    newNonce,
    kept: keepSources(),
    stopwatch: createStopwatch({ now: given.now, ticks: () => performance.now() }),
  };
};

/** The hidden suite. @throws {RunnerError} as `suitesOf` */
export const hiddenSuiteOf = ({ tests: { hidden: hiddenSuite }, folder }: Config): TestSuite | null =>
  hiddenSuite === null
    ? null
    : {
        command: hiddenSuite.command,
        runner: hiddenSuite.runner ?? findRunner(hiddenSuite.command, folder),
        timeoutMs: hiddenSuite.timeout_ms,
      };

/** 64 random bits: only a process that received it in this iteration can repeat it. */
const newNonce = (): string => randomBytes(8).toString('hex');
