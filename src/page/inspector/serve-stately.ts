/** Shows a run in Stately's own inspector: a WebSocket for its receiver, and a page that hands on to theirs. */
import { createHash } from 'node:crypto';
import { createRedactor } from '../../base/plain-value.ts';
import { createTap, type Tap, type TapOptions } from './create-tap.ts';
import { createStatelyMessages, type StatelyMessage } from './stately-message.ts';
import { type Page, serveViewers, type Viewers } from './serve-viewers.ts';

// An observer of actors that speaks the messages of `@statelyai/inspect`. It needs no package for that; `serveStately` does.

export interface StatelyInspectorOptions extends TapOptions {
  /** Texts that no message shows, beside what looks like a secret: `secretsOf(config, process.env)`. @default none */
  readonly secrets?: readonly string[];
}

export interface StatelyInspector extends Pick<Tap, 'inspect' | 'flush'> {
  /** Sends the kept messages, then each new one, in order. Without a listener none is made. @returns how to stop it */
  readonly subscribe: (listener: (message: StatelyMessage) => void) => () => void;
}

/**
 * An observer of actors that sends the messages of Stately's inspector.
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

// A page of ours around Stately's inspector, which is a page of theirs: it hands on every message from the WebSocket to
// the frame. Theirs needs the network; ours sends nothing to anybody but the frame.

const STATELY_PAGE = 'https://stately.ai/inspect';

const STYLE =
  'html,body{height:100%;margin:0}body{display:flex;flex-direction:column;font:14px system-ui,sans-serif}p{margin:0;padding:6px 10px}iframe{flex:1;border:0}';

/** Milliseconds that Stately's page has to say that it is there. */
const PATIENCE_MS = 10_000;

/**
 * The first message of the frame shows that it is there; the bridge listens to that frame only, and sends to it only. A
 * frame that loads again without a message (an error page, for example) is dead, and so is a frame that is gone. A
 * frame that comes back gets everything again, by a new socket.
 */
const scriptOf = (host: string): string => `
const frame = document.querySelector('iframe');
const state = document.querySelector('p');
// The frame: where it is from while it lives; whether it is given up; whether its document has loaded, or is still to load.
let origin = null;
let isLate = false;
let hasLoaded = false;
let willLoad = false;
let patience = 0;
// The run: 'connecting', 'open', 'ended', 'refused'; what waits for the frame; whether the frame lacks something that was sent.
let run = 'connecting';
let socket = null;
let waiting = [];
let isBehind = false;
const describe = () => {
  if (run === 'refused') return 'Not connected: the run has ended, or this address is incomplete. Start the run with --inspect-stately, and open the address that it prints.';
  const ended = run === 'ended' ? 'The run has ended. ' : '';
  if (origin === null && isLate) return ended + 'Not connected: the inspector at ' + frame.src + ' did not load, or was closed. Check the network, then reload this page. Without a network, use --inspect.';
  if (origin === null) return ended + 'Waiting for the inspector at ' + frame.src + ' …';
  if (run === 'connecting') return 'Connecting to the run …';
  if (run === 'open') return 'Connected to the run.';
  return ended + (isBehind ? 'The inspector was reloaded after that, and lacks the messages of the run.' : 'Its messages stay here.');
};
const show = () => {
  const said = describe();
  if (state.textContent !== said) state.textContent = said;
};
const lose = () => {
  isBehind = true;
  waiting = [];
  origin = null;
};
const wait = () => {
  clearTimeout(patience);
  isLate = false;
  patience = setTimeout(() => {
    lose();
    isLate = true;
    show();
  }, ${PATIENCE_MS});
};
const connect = () => {
  const opened = new WebSocket('ws://' + location.host + '/messages' + location.search);
  socket?.close();
  socket = opened;
  run = 'connecting';
  waiting = [];
  isBehind = false;
  const whenCurrent = (act) => (event) => {
    if (socket !== opened) return;
    act(event);
    show();
  };
  opened.onopen = whenCurrent(() => { run = 'open'; });
  opened.onclose = whenCurrent(() => { run = run === 'open' ? 'ended' : 'refused'; });
  opened.onmessage = whenCurrent(({ data }) => {
    const message = JSON.parse(data);
    if (origin !== null) frame.contentWindow.postMessage(message, origin);
    else if (!isBehind) waiting.push(message);
  });
};
addEventListener('message', (event) => {
  if (frame.contentWindow === null || event.source !== frame.contentWindow || event.data?.type !== '@statelyai.connected') return;
  const { host } = new URL(event.origin);
  if (host !== ${JSON.stringify(host)} && !host.endsWith(${JSON.stringify(`.${host}`)})) return;
  clearTimeout(patience);
  if (origin !== null) isBehind = true;
  willLoad = origin !== null || !hasLoaded;
  origin = event.origin;
  isLate = false;
  if (isBehind && run !== 'ended' && run !== 'refused') connect();
  for (const message of waiting.splice(0)) frame.contentWindow.postMessage(message, origin);
  show();
});
frame.addEventListener('load', () => {
  hasLoaded = true;
  if (willLoad) {
    willLoad = false;
    return;
  }
  if (origin !== null) lose();
  wait();
  show();
});
new MutationObserver(() => {
  if (frame.isConnected) return;
  clearTimeout(patience);
  lose();
  isLate = true;
  show();
}).observe(document.body, { childList: true });
wait();
connect();
show();
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** @param inspector - address of the inspector's page @param port - of the WebSocket on this machine */
const renderBridge = (inspector: string, port: number): Page => {
  const { origin, host, protocol, href } = new URL(inspector);
  const script = scriptOf(host);
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(STYLE)}`,
    `frame-src ${origin} ${protocol}//*.${host}`,
    `connect-src ws://127.0.0.1:${port} ws://localhost:${port}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>dualgate in Stately's inspector</title><style>${STYLE}</style></head>
<body><p role="status">Waiting for the inspector …</p><iframe title="Stately's inspector" src="${href.replaceAll('"', '%22')}" referrerpolicy="no-referrer"></iframe><script>${script}</script></body></html>
`;
  return { html, policy };
};

export interface ServeStatelyOptions {
  /** @default 0, any free one */
  readonly port?: number;
  /** Address of the inspector's page, for `GET /`. @default https://stately.ai/inspect */
  readonly page?: string;
}

/**
 * Serves the messages of an inspector to Stately's viewer.
 * Listens on 127.0.0.1 alone. It keeps no process alive; `close` when the run is over, so that those who look have seen its end.
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
