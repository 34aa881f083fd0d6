/**
 * A dialect may be off unless the environment switches it on; a run that is configured for it does not start then
 * (RULES 3.11).
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { DIALECT_NAMES, findFlagOff } from '../../systems/dialects.ts';

/** One dialect is agreed upon before a run; `null` when it is (RULES 3.10). */
export const findAutoProblem = ({ signals }: Pick<Config, 'signals'>): string | null =>
  signals.dialect === 'auto'
    ? `signals.dialect is auto, which is for dualgate check alone: a run asks for one dialect. Name one of ${DIALECT_NAMES.slice(0, -1).join(', ')} and ${DIALECT_NAMES.at(-1)}.`
    : null;

/** In the words of its specification, with the way out; `null` when nothing is in the way. */
export const findProtocolProblem = (
  { signals }: Pick<Config, 'signals'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null => {
  const flag = findFlagOff(signals.dialect, env);
  return flag === null
    ? null
    : `signals.dialect is ${signals.dialect}, and ${flag.off}. Set ${flag.variable}=true in the environment of dualgate, or choose another dialect.`;
};
