/**
 * `dualgate/restate`: leases of work items, and the same charts and gates, on the Restate engine; needs its packages.
 * @module
 */
export {
  createFleet,
  type FleetOptions,
  type FleetService,
  serveFleet,
  type ServeFleetOptions,
} from './serve-fleet.ts';
export { FleetError } from './fleet-error.ts';
