/**
 * `dualgate/inspector`: watches runs from outside, by dualgate's page or XState's inspectors, which show any actor.
 * @module
 */
export {
  type ClassicInspector,
  type ClassicInspectorOptions,
  createClassicInspector,
  serveClassic,
  type ServeClassicOptions,
} from './classic-message.ts';
export type { ClassicMessage } from './classic-message.ts';
export { InspectorError } from './local-server.ts';
export { secretsOf } from '../../base/redact-text.ts';
export { type Inspector, type InspectorOptions, serveInspector } from './server/serve-inspector.ts';
export {
  createStatelyInspector,
  type StatelyInspector,
  type StatelyInspectorOptions,
} from './serve-stately.ts';
export { serveStately, type ServeStatelyOptions } from './serve-stately.ts';
export { STATELY_VERSION, type StatelyMessage } from './stately-message.ts';
export type { TapOptions } from './create-tap.ts';
export type { Viewers } from './serve-viewers.ts';
