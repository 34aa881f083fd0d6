/**
 * Checks the caller of a local server: foreign pages in the operator's browser can send requests too, even under a name
 * that resolves to this machine; but they cannot fake their origin, and do not know the token. Pure.
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** 32 random bytes, encoded for an address. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** In constant time. */
const isToken = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export interface Access {
  readonly port: number;
  readonly token: string;
  /** Origins of foreign pages that may watch, such as `https://stately.ai`; they need the token too. @default none */
  readonly origins?: readonly string[];
}

/** @param given - the token of the caller, '' for none @returns whether access is refused */
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
