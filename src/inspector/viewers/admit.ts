/**
 * Who may look: whoever has the token, has come to this very address, and is no page of somebody else.
 *
 * @module
 */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

export interface Door {
  readonly port: number;
  readonly token: string;
  /** Origins of pages of others that may look, such as `https://stately.ai`; they need the token too. */
  readonly origins: readonly string[];
}

/** @returns why the caller is refused, in one line; null when it is let in */
export const refuse = (url: string, headers: IncomingHttpHeaders, { port, token, origins }: Door): string | null => {
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const { host = '', origin } = headers;
  // A name that was bound anew to this machine comes with its own.
  if (!hosts.includes(host)) return `Refused: this is not ${hosts[0]}.`;
  if (origin !== undefined && ![...hosts.map((each) => `http://${each}`), ...origins].includes(origin))
    return 'Refused: another page asks.';
  const given = new URLSearchParams(url.split('?')[1] ?? '').get('token') ?? '';
  return timingSafeEqual(hash(given), hash(token)) ? null : 'Refused: the token in the address is wrong or missing.';
};

const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
