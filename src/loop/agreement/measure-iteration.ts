/** The record of an iteration, then each check that runs only where both gates agree so far. */
import { measureTested } from '../measure.ts';
import { lastOf, type Measured, type Tested } from '../iteration.ts';
import { gateOf, type RunContext } from '../run-context.ts';
import { agreeBut, type Check, testNames } from './agreement.ts';
import { counterCheck } from './counter-check.ts';
import { mutationCheck } from './mutation-check.ts';
import { review } from './review.ts';

/** In their order. Each may assume that nothing but it, and those after it, holds the phase. */
export const CHECKS: readonly Check[] = [testNames, counterCheck, mutationCheck, review];

export const measureIteration = async (
  context: RunContext,
  tested: Tested,
  consecutive_green_runs: number,
  signal: AbortSignal,
): Promise<Measured> => {
  const gate = gateOf(context.gates, tested.phase);
  const tests = lastOf(tested.runs);
  let measured = await measureTested(context, tested, consecutive_green_runs, signal);
  for (const [at, check] of CHECKS.entries()) {
    if (!check.isAsked(context, gate)) continue;
    const { record } = measured;
    const unmeasured = CHECKS.slice(at).flatMap(({ metrics }) => metrics);
    measured = agreeBut(gate, record, unmeasured)
      ? await check.run(context, { gate, measured, tests }, signal)
      : { ...measured, record: check.without?.(gate, record) ?? record };
  }
  return measured;
};
