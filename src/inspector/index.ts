/**
 * `dualgate/inspector`: watches runs from outside, by dualgate's own page or by XState's inspectors, which show any actor.
 *
 * @module
 */
export {
  type ClassicInspector,
  type ClassicInspectorOptions,
  createClassicInspector,
  serveClassic,
  type ServeClassicOptions,
} from './classic/serve-classic.ts';
export type { ClassicMessage } from './classic/classic-message.ts';
export { InspectorError } from './inspector-error.ts';
export { secretsOf } from '../redact/secrets-of.ts';
export { type Inspector, type InspectorOptions, serveInspector } from './server/serve-inspector.ts';
export {
  createStatelyInspector,
  type StatelyInspector,
  type StatelyInspectorOptions,
} from './stately/create-stately-inspector.ts';
export { serveStately, type ServeStatelyOptions } from './stately/serve-stately.ts';
export { STATELY_VERSION, type StatelyMessage } from './stately/stately-message.ts';
export type { TapOptions } from './tap/create-tap.ts';
export type { Viewers } from './viewers/serve-viewers.ts';
