/** A server on 127.0.0.1 that any process here can call: bounded, since the loop may share its file descriptors. */
import { createServer, type RequestListener, type Server, type IncomingHttpHeaders } from 'node:http';
import { DualgateError } from '../../../gates/errors.ts';
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

// An inspector that cannot listen, or lacks a package. The run continues without it.

/**
 * `@statelyai/inspect` is not installed beside dualgate, or the port is in use; no run started. Fix:
 * docs/how-to/inspector.md.
 */
export class InspectorError extends DualgateError {
  override readonly name = 'InspectorError';
  readonly code = 'E_INSPECTOR';
}

/** At the same time, with a token or without. */
const MAX_CONNECTIONS = 64;
/** Milliseconds in which a request has to be there; and how often that is looked at. */
const REQUEST_MS = 10_000;
const LOOK_MS = 2_000;

/** @default those of every local server */
interface ServerLimits {
  readonly maxConnections: number;
  readonly requestMs: number;
  readonly lookMs: number;
}

const LIMITS: ServerLimits = { maxConnections: MAX_CONNECTIONS, requestMs: REQUEST_MS, lookMs: LOOK_MS };

export const createLocalServer = (listener: RequestListener, limits: ServerLimits = LIMITS): Server => {
  const { maxConnections, requestMs, lookMs } = limits;
  const times = { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: lookMs };
  const server = createServer(times, listener);
  server.maxConnections = maxConnections;
  return server;
};

/** @param port - 0 for any that is free @returns the one that it has @throws whatever the system says */
export const listenHere = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    // Also of a connection that cannot be taken later on, which is nobody's loss.
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : port);
    });
  });

/** 32 random bytes, encoded for an address. */
export const createToken = (): string => randomBytes(32).toString('base64url');

const isToken = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export interface Access {
  readonly port: number;
  readonly token: string;
  /** Origins of foreign pages that may watch, such as `https://stately.ai`; they need the token too. @default none */
  readonly origins?: readonly string[];
}

/**
 * Foreign pages in the operator's browser can send requests, too. They cannot fake their origin, nor know the token.
 * @param given - the token of the caller, '' for none @returns whether access is refused
 */
export const isUnauthorized = (
  headers: IncomingHttpHeaders,
  given: string,
  { port, token, origins = [] }: Access,
): boolean => {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin } = headers;
  if (host === undefined || !names.includes(host)) return true;
  if (origin !== undefined && ![...names.map((name) => `http://${name}`), ...origins].includes(origin)) return true;
  return !isToken(given, token);
};
