/**
 * The objects of the engine as one object calls another.
 *
 * @module
 */
import type { ObjectContext, ObjectSharedContext } from '@restatedev/restate-sdk';
import {
  ALL,
  CHART,
  type ChartObject,
  FLEET,
  type FleetObject,
  ITEM,
  type ItemObject,
  LEASE,
  type LeaseObject,
} from './protocol.ts';

type Calls = Pick<ObjectContext | ObjectSharedContext, 'objectClient' | 'objectSendClient' | 'key'>;

/** The chart of this item. */
export const chartOf = (context: Calls) => context.objectClient<ChartObject>({ name: CHART }, context.key);

/** The lease of this item. */
export const leaseOf = (context: Calls) => context.objectClient<LeaseObject>({ name: LEASE }, context.key);

/** One-way: no answer is awaited. */
export const tellItem = (context: Calls) => context.objectSendClient<ItemObject>({ name: ITEM }, context.key);

/** One-way. */
export const tellLease = (context: Calls) => context.objectSendClient<LeaseObject>({ name: LEASE }, context.key);

/** One-way. */
export const tellFleet = (context: Calls) => context.objectSendClient<FleetObject>({ name: FLEET }, ALL);
