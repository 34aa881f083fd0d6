/**
 * `doctor --probe`: one turn, and what it shows. It is taken only when a turn of a run could be taken, too.
 *
 * @module
 */
import { randomBytes } from 'node:crypto';
import { LockError } from '../../ledger/ledger-error.ts';
import type { CheckName, Visit } from '../check.ts';
import { type Finding, problemOf, skipped } from '../finding.ts';
import { judgeLeavings, judgeTurn } from './judge-turn.ts';
import type { ProbeTurn } from './probe-step.ts';
import { PROBE_STEPS } from './probe-steps.ts';
import { takeProbe } from './take-probe.ts';

/** What has to be in order before the agent is asked. */
export const PROBE_NEEDS: readonly CheckName[] = ['config', 'repository', 'state', 'lock', 'agent', 'sandbox'];

/** @param timeoutMs - milliseconds for the turn */
export const probe = async (
  { config, run, signal, announce }: Visit,
  timeoutMs: number,
): Promise<readonly Finding[]> => {
  if (config === null) return [{ name: 'probe', ...skipped('not looked at: the config does not load') }];
  if (config.agent.script !== null)
    return [{ name: 'probe', ...skipped('a scripted agent plays its script, whatever it is asked for') }];
  const timeout_ms = Math.min(timeoutMs, config.agent.timeout_ms);
  announce({ type: 'asking', agent: config.agent.use ?? config.agent.command?.[0] ?? '', timeout_ms });
  try {
    const words = { name: randomBytes(3).toString('hex'), text: randomBytes(4).toString('hex') };
    const taken = await takeProbe({ config, run, timeoutMs, words, signal });
    return await judgeProbe(taken);
  } catch (error) {
    if (error instanceof LockError) return [{ name: 'probe', ...problemOf(error.message) }];
    throw error;
  }
};

/** Everything that the turn shows. */
export const judgeProbe = async (taken: ProbeTurn): Promise<readonly Finding[]> => {
  const judged = await Promise.all(PROBE_STEPS.map(({ judge }) => judge(taken)));
  return [judgeTurn(taken), ...judged.flat(), judgeLeavings(taken)];
};
