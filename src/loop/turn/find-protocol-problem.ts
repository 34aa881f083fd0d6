/**
 * A dialect may be off unless the environment switches it on. A run that is configured for it then does not start
 * (rule 3.11).
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { DIALECT_NAMES, findFlagOff } from '../../systems/dialects.ts';

/** A run needs one dialect; `null` when it has one (rule 3.10). */
export const findAutoProblem = ({ signals }: Pick<Config, 'signals'>): string | null =>
  signals.dialect === 'auto'
    ? `signals.dialect is auto, which only dualgate check can use: a run needs one dialect. Name one of ${DIALECT_NAMES.slice(0, -1).join(', ')} and ${DIALECT_NAMES.at(-1)}.`
    : null;

/** In the words of its specification, with the way out; `null` without a problem. */
export const findProtocolProblem = (
  { signals }: Pick<Config, 'signals'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string | null => {
  const flag = findFlagOff(signals.dialect, env);
  return flag === null
    ? null
    : `signals.dialect is ${signals.dialect}, and ${flag.off}. Set ${flag.variable}=true in the environment of dualgate, or choose another dialect.`;
};
