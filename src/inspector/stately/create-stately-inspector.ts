/**
 * An observer of actors that speaks the messages of `@statelyai/inspect`. It needs no package for that; `serveStately` does.
 *
 * @module
 */
import { createRedactor } from '../../redact/plain-value.ts';
import { createTap, type Tap, type TapOptions } from '../tap/create-tap.ts';
import { createStatelyMessages, type StatelyMessage } from './stately-message.ts';

export interface StatelyInspectorOptions extends TapOptions {
  /**
   * Texts that no message shows, in addition to whatever looks like a secret: `secretsOf(config, process.env)`.
   * @default none
   */
  readonly secrets?: readonly string[];
}

export interface StatelyInspector extends Pick<Tap, 'inspect' | 'flush'> {
  /**
   * Sends the kept messages, then every new one, in order. Without a listener no message is made.
   *
   * @returns how to stop it
   */
  readonly subscribe: (listener: (message: StatelyMessage) => void) => () => void;
}

/**
 * An observer of actors that sends the messages of Stately's inspector.
 *
 * @example
 * const inspector = createStatelyInspector({ secrets: secretsOf(config, process.env) });
 * const run = createRun({ config, inspect: inspector.inspect });
 * inspector.subscribe((message) => console.log(JSON.stringify(message)));
 */
export const createStatelyInspector = ({ secrets = [], ...kept }: StatelyInspectorOptions = {}): StatelyInspector => {
  const { inspect, flush, listen } = createTap(kept);
  const { redact, forget } = createRedactor(secrets);
  const messageOf = createStatelyMessages(redact);
  const subscribe: StatelyInspector['subscribe'] = (listener) =>
    listen((all) => {
      forget();
      for (const seen of all) listener(messageOf(seen));
      forget();
    });
  return { inspect, flush, subscribe };
};
