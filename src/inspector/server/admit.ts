/**
 * Authorization of requests, for every server here, by the browser's headers about the sender. Pure.
 *
 * @module
 */
import type { IncomingHttpHeaders } from 'node:http';
import { isUnauthorized } from '../auth/is-unauthorized.ts';

type Place =
  | 'page'
  | 'events'
  | 'rows'
  | 'records'
  | 'transcript'
  | 'changes'
  | 'runs'
  | 'items'
  | 'commands'
  | 'nowhere';

export interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

interface Admitted {
  readonly place: Place;
  readonly query: URLSearchParams;
}

const PLACES: Readonly<Record<string, Place>> = {
  'GET /': 'page',
  'GET /events': 'events',
  'GET /rows': 'rows',
  'GET /records': 'records',
  'GET /transcript': 'transcript',
  'GET /changes': 'changes',
  'GET /runs': 'runs',
  'GET /items': 'items',
  'POST /commands': 'commands',
};

/** @returns `null` for a refused request: the same answer for every path */
export const admit = (
  { method, url, headers }: Asked,
  own: { readonly port: number; readonly token: string },
): Admitted | null => {
  const address = `http://127.0.0.1:${own.port}${url}`;
  if (!url.startsWith('/') || !URL.canParse(address)) return null;
  const { pathname, searchParams: query } = new URL(address);
  const place = PLACES[`${method} ${pathname}`] ?? 'nowhere';
  // A link from another page may open the page; only the page itself requests the rest.
  const context = headers['sec-fetch-site'] ?? 'none';
  if (place !== 'page' && context !== 'same-origin' && context !== 'none') return null;
  return isUnauthorized(headers, givenToken(place, query, headers), own) ? null : { place, query };
};

/** An operator command has it in a header, which no form and no link of another page can set. */
const givenToken = (place: Place, query: URLSearchParams, headers: IncomingHttpHeaders): string => {
  const header = headers['x-dualgate-token'];
  if (typeof header === 'string') return header;
  return place === 'commands' ? '' : (query.get('token') ?? '');
};
