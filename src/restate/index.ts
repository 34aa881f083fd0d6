/**
 * `dualgate/restate`: the same charts and gates on Restate, for many items on several machines. Only `createFleet` and
 * `serveFleet` need the packages of Restate.
 *
 * @module
 */
export {
  createFleet,
  type FleetOptions,
  type FleetService,
  serveFleet,
  type ServeFleetOptions,
} from './serve-fleet.ts';
export { createWorker, type Worker, type WorkerEvent, type WorkerOptions } from './worker/create-worker.ts';
export { createFleetClient, type FleetClient } from './client/fleet-client.ts';
export { createIngress, type Ingress } from './client/ingress.ts';
export { submitWork, type SubmitOptions } from './submit-work.ts';
export { FleetError } from './fleet-error.ts';
export type { Course, EndStatus, ItemRow, ItemState, ItemStatus, Reply, Report, ReportedEvent, Work } from './work.ts';
