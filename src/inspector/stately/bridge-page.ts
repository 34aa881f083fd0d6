/**
 * A page of ours around Stately's inspector, which is a page of theirs: it hands on every message from the WebSocket to the
 * frame. Theirs needs the network; ours sends nothing to anybody but the frame.
 *
 * @module
 */
import { createHash } from 'node:crypto';
import type { Page } from '../viewers/serve-viewers.ts';

/** Where Stately serves its inspector. */
export const STATELY_PAGE = 'https://stately.ai/inspect';

const STYLE =
  'html,body{height:100%;margin:0}body{display:flex;flex-direction:column;font:14px system-ui,sans-serif}p{margin:0;padding:6px 10px}iframe{flex:1;border:0}';

/** The frame says that it is there; only it is listened to, and only it is told. */
const scriptOf = (host: string): string => `
const frame = document.querySelector('iframe');
const state = document.querySelector('p');
const waiting = [];
let origin = null;
addEventListener('message', (event) => {
  if (event.source !== frame.contentWindow || event.data?.type !== '@statelyai.connected') return;
  const { host } = new URL(event.origin);
  if (host !== ${JSON.stringify(host)} && !host.endsWith(${JSON.stringify(`.${host}`)})) return;
  origin = event.origin;
  for (const message of waiting.splice(0)) frame.contentWindow.postMessage(message, origin);
});
const socket = new WebSocket('ws://' + location.host + '/messages' + location.search);
socket.onopen = () => { state.textContent = 'Connected to the run.'; };
socket.onclose = () => { state.textContent = 'The run has ended, or is gone. What it said stays here.'; };
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (origin === null) waiting.push(message);
  else frame.contentWindow.postMessage(message, origin);
};
`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** @param inspector - address of the inspector's page @param port - of the WebSocket on this machine */
export const renderBridge = (inspector: string, port: number): Page => {
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
<body><p role="status">Connecting to the run …</p><iframe title="Stately's inspector" src="${href.replaceAll('"', '%22')}" referrerpolicy="no-referrer"></iframe><script>${script}</script></body></html>
`;
  return { html, policy };
};
