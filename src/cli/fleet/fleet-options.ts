/**
 * Options that the commands of a fleet share, and how they are read.
 *
 * @module
 */
import { parseDuration } from '../../config/schema/duration.ts';
import { createFleetClient, type FleetClient } from '../../restate/client/fleet-client.ts';
import { createIngress, DEFAULT_INGRESS } from '../../restate/client/ingress.ts';
import { text, type Values } from '../command.ts';
import { UsageError } from '../usage-error.ts';

/** A person waits for the answer. */
const PATIENCE_MS = 5_000;

export const readIngress = (values: Values): string => text(values, 'ingress') ?? DEFAULT_INGRESS;

export const openFleet = (values: Values): FleetClient =>
  createFleetClient(createIngress(readIngress(values), { patienceMs: PATIENCE_MS }));

/** Milliseconds of an option. @throws {UsageError} when it is no duration from a second to a day */
export const readDuration = (values: Values, name: string): number | undefined => {
  const given = text(values, name);
  if (given === undefined) return undefined;
  const ms = parseDuration(given);
  if (ms === null || ms < 1_000 || ms > 86_400_000)
    throw new UsageError(`Option '--${name}' must be a duration from 1s to 24h (got ${given})`);
  return ms;
};
