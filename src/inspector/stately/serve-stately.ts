/**
 * Shows a run in Stately's own inspector: a WebSocket that its receiver understands, and a page that hands on to theirs.
 *
 * @module
 */
import { serveViewers, type Viewers } from '../viewers/serve-viewers.ts';
import { renderBridge, STATELY_PAGE } from './bridge-page.ts';
import type { StatelyInspector } from './create-stately-inspector.ts';

export interface ServeStatelyOptions {
  /** @default 0, any free one */
  readonly port?: number;
  /** Address of the inspector's page, for `GET /`. @default https://stately.ai/inspect */
  readonly page?: string;
}

/**
 * Serves the messages of an inspector to Stately's viewer.
 * Listens on 127.0.0.1 alone. It keeps no process alive; `close` when the run is over, so that those who look have seen its end.
 *
 * @throws {InspectorError} when `@statelyai/inspect` is not installed beside dualgate, or the port cannot be had
 * @example
 * const viewers = await serveStately(inspector);
 * console.log(viewers.url);                                     // in a browser: Stately's inspector
 * createWebSocketReceiver({ server: viewers.address });         // in a program: the receiver of @statelyai/inspect
 */
export const serveStately = (inspector: StatelyInspector, options: ServeStatelyOptions = {}): Promise<Viewers> => {
  const { port = 0, page = STATELY_PAGE } = options;
  return serveViewers({
    port,
    page: (bound) => renderBridge(page, bound),
    attach: (viewer) => {
      const stop = inspector.subscribe(viewer.send);
      return {
        detach: () => {
          inspector.flush();
          stop();
        },
      };
    },
  });
};
