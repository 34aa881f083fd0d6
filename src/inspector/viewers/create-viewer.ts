/**
 * One of those who look: it is told everything, however much that is at first, and hung up on when it does not read.
 *
 * @module
 */
import type { WebSocketPeer } from './load-web-sockets.ts';

export interface Viewer {
  /** Sends one message, as JSON. */
  readonly send: (message: object) => void;
}

/** Bytes that may wait for a viewer who reads nothing of them. */
const MAX_BEHIND = 16 * 1024 * 1024;
/** Bytes that may be said at one moment, in which nobody could have read any. */
const MAX_AT_ONCE = 256 * 1024 * 1024;

export const createViewer = (peer: WebSocketPeer): Viewer => {
  let isGone = false;
  let isLooking = false;
  let before = Infinity;
  const hangUp = () => {
    isGone = true;
    peer.terminate();
  };
  /** When the event loop has turned, whoever reads has read something. */
  const look = () => {
    isLooking = false;
    const behind = peer.bufferedAmount;
    if (behind > MAX_BEHIND && behind >= before) hangUp();
    before = behind > MAX_BEHIND ? behind : Infinity;
  };
  return {
    send: (message) => {
      if (!isGone && peer.bufferedAmount > MAX_AT_ONCE) hangUp();
      if (isGone) return;
      peer.send(JSON.stringify(message));
      if (isLooking) return;
      isLooking = true;
      setImmediate(look).unref();
    },
  };
};
