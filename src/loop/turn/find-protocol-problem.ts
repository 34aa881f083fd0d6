/**
 * The APM2 exit signal is off unless the environment switches it on; a run that is configured for it does not start then
 * (RULES 3.11).
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { describeSwitchedOff, FLAG, isExitProtocolEnabled } from '../../signals/apm2/parse-exit-signal.ts';

/** One dialect is agreed upon before a run; `null` when it is (RULES 3.10). */
export const findAutoProblem = ({ signals }: Pick<Config, 'signals'>): string | null =>
  signals.dialect === 'auto'
    ? 'signals.dialect is auto, which is for dualgate check alone: a run asks for one dialect. Name one of prp, ralph, cub, doyaken and apm2.'
    : null;

/** In the words of spec 003, with the way out; `null` when nothing is in the way. */
export const findProtocolProblem = (
  { signals }: Pick<Config, 'signals'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null =>
  signals.dialect !== 'apm2' || isExitProtocolEnabled(env)
    ? null
    : `signals.dialect is apm2, and ${describeSwitchedOff()}. Set ${FLAG}=true in the environment of dualgate, or choose another dialect.`;
