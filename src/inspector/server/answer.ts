/**
 * The answers of the server: never cached, never framed, no referrer, no content sniffing.
 *
 * @module
 */
import type { ServerResponse } from 'node:http';

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Forbids to load anything: for every answer except the page itself. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Its Content-Security-Policy. @default nothing is allowed */
  readonly policy?: string;
}

/** The same for everyone without access, whatever the request. */
export const REFUSED: Answer = { status: 403, type: 'text/plain; charset=utf-8', body: '' };

export const asJson = (status: number, value: unknown): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

/** Answers, once. */
export const answer = (response: ServerResponse, { status, type, body, policy = NOTHING }: Answer): void => {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    ...HEADERS,
    'content-type': type,
    'content-security-policy': policy,
    'content-length': Buffer.byteLength(body),
    // A rejected caller has no connection to try again on.
    ...(status < 400 ? {} : { connection: 'close' }),
  });
  response.end(body);
};

/** Starts an answer that stays open. */
export const startEvents = (response: ServerResponse): void => {
  response.writeHead(200, {
    ...HEADERS,
    'content-type': 'text/event-stream; charset=utf-8',
    'content-security-policy': NOTHING,
  });
  response.flushHeaders();
};
