/**
 * Who stands at a door on this machine: pages of others in the operator's browser can ask here too, under a name of their own that leads
 * to this machine; they cannot say that they are somebody else, and do not know the token. Pure.
 *
 * @module
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isToken } from './token.ts';

export interface Door {
  readonly port: number;
  readonly token: string;
  /** Origins of pages of others that may look, such as `https://stately.ai`; they need the token too. @default none */
  readonly origins?: readonly string[];
}

/** @param given - the token that the caller has, '' for none @returns whether it gets nothing */
export const isStranger = (
  headers: IncomingHttpHeaders,
  given: string,
  { port, token, origins = [] }: Door,
): boolean => {
  const names = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host, origin } = headers;
  if (host === undefined || !names.includes(host)) return true;
  if (origin !== undefined && ![...names.map((name) => `http://${name}`), ...origins].includes(origin)) return true;
  return !isToken(given, token);
};
