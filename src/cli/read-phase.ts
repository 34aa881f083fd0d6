/**
 * A phase on the command line.
 *
 * @module
 */
import type { Config } from '../config/shape-config.ts';
import { suggest } from './command.ts';
import { isLikeRun } from './run-id.ts';
import { UsageError } from './usage-error.ts';

/**
 * Absent stays absent.
 *
 * @throws {UsageError} that names the phases, if the config has no such phase
 */
export const readPhase = ({ phases }: Pick<Config, 'phases'>, given: string | undefined): string | undefined => {
  const names = phases.map(({ phase }) => phase);
  if (given === undefined || names.includes(given)) return given;
  if (isLikeRun(given))
    throw new UsageError(`PHASE must be one of ${names.join(', ')}. Name a run with --run ${given}`);
  throw new UsageError(`Unknown phase '${given}'. The phases are ${names.join(', ')}${suggest(given, names)}`);
};
