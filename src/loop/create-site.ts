/**
 * The site of a run: what its steps work with, put together from the config and a journal.
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
import type { RunSite } from './run-site.ts';
import { createStopwatch } from './stopwatch.ts';

/**
 * @throws {ConditionError} when a condition does not compile
 * @throws {RunnerError} when the runner behind the test command cannot be told
 */
export const createSite = (
  given: Pick<
    RunSite,
    'run' | 'config' | 'folders' | 'channels' | 'journal' | 'until' | 'announce' | 'now' | 'exitThreshold'
  >,
): RunSite => ({
  ...given,
  gates: compileGates(given.config),
  suites: suitesOf(given.config),
  heldOut: heldOutOf(given.config),
  agent: chooseAgent(given.config.agent),
  newNonce,
  stopwatch: createStopwatch({ now: given.now, ticks: () => performance.now() }),
});

/** The suite that the agent is not shown. @throws {RunnerError} as `suitesOf` */
export const heldOutOf = ({ tests: { held_out: heldOut }, folder }: Config): TestSuite | null =>
  heldOut === null
    ? null
    : {
        command: heldOut.command,
        runner: heldOut.runner ?? findRunner(heldOut.command, folder),
        timeoutMs: heldOut.timeout_ms,
      };

/** 64 random bits: nobody can say it who was not told it in this iteration. */
const newNonce = (): string => randomBytes(8).toString('hex');
