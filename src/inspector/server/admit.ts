/**
 * Who is let in. Another page in the same browser can make it ask here, under a name of its own that leads to this machine too; what it
 * cannot do is know the token, or say that it is somebody else. Pure.
 *
 * @module
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isToken } from './token.ts';

type Place = 'page' | 'events' | 'runs' | 'orders' | 'nowhere';

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

export interface Admitted {
  readonly place: Place;
  readonly query: URLSearchParams;
}

const PLACES: Readonly<Record<string, Place>> = {
  'GET /': 'page',
  'GET /events': 'events',
  'GET /runs': 'runs',
  'POST /orders': 'orders',
};

/** @returns `null` for whoever gets nothing: the same nothing wherever they look */
export const admit = (
  { method, url, headers }: Asked,
  own: { readonly port: number; readonly token: string },
): Admitted | null => {
  const names = [`127.0.0.1:${own.port}`, `localhost:${own.port}`];
  const { host, origin } = headers;
  if (host === undefined || !names.includes(host)) return null;
  if (origin !== undefined && !names.some((name) => origin === `http://${name}`)) return null;
  if (!url.startsWith('/') || !URL.canParse(`http://${host}${url}`)) return null;
  const { pathname, searchParams: query } = new URL(`http://${host}${url}`);
  const place = PLACES[`${method} ${pathname}`] ?? 'nowhere';
  // A link from elsewhere may lead to the page; only the page itself asks for the rest.
  const site = headers['sec-fetch-site'] ?? 'none';
  if (place !== 'page' && site !== 'same-origin' && site !== 'none') return null;
  return isToken(givenToken(place, query, headers), own.token) ? { place, query } : null;
};

/** An order carries it in a header, which no form and no link of another page can set. */
const givenToken = (place: Place, query: URLSearchParams, headers: IncomingHttpHeaders): string => {
  const header = headers['x-dualgate-token'];
  if (typeof header === 'string') return header;
  return place === 'orders' ? '' : (query.get('token') ?? '');
};
