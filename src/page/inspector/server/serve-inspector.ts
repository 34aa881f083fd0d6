/**
 * Serves the page on this machine, for anyone with its address: active runs of this process or of another one, and
 * ended ones. It only reads ledgers, except for operator commands. Decision 0034 has the reasons.
 */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isUnauthorized, createToken, createLocalServer, listenHere } from '../local-server.ts';
import type { Config } from '../../../project/config/config.ts';
import { PageError, type PageParts, readPageParts, renderPage } from '../../render-page.ts';
import { refuseInsideTurn } from '../../../run/operator-commands/refuse-inside-turn.ts';
import { checkOptions, KINDS, type OptionKind } from '../../../base/check-options.ts';
import { answer, asJson, REFUSED, type Resume } from './take-command.ts';
import type { StreamBounds } from './send-records.ts';
import { createStreams } from './streams.ts';
import { createFindPlaces, describeRuns, type KnownRuns } from './find-runs.ts';
import { createListen, createOwnRuns, type OwnRuns } from './own-runs.ts';
import { createCommandEndpoint } from './command-endpoint.ts';
import { createItemReader } from './read-items.ts';
import { createRunBooks } from './run-book.ts';
import { createPartSender } from './send-part.ts';
import { describeCause } from '../../../base/text/describe-cause.ts';

// Authorization of requests, for every server here, by the browser's headers about the sender. Pure.

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

type Place = (typeof PLACES)[number] | 'page' | 'nowhere';

const PLACES = ['events', 'rows', 'records', 'transcript', 'changes', 'runs', 'items', 'commands'] as const;

const placeOf = (method: string, pathname: string): Place => {
  if (method === 'GET' && pathname === '/') return 'page';
  const place = PLACES.find((each) => pathname === `/${each}`);
  return place !== undefined && method === (place === 'commands' ? 'POST' : 'GET') ? place : 'nowhere';
};

/** @returns `null` for a refused request: the same answer for every path */
export const admit = ({ method, url, headers }: Asked, own: { readonly port: number; readonly token: string }) => {
  const address = `http://127.0.0.1:${own.port}${url}`;
  if (!url.startsWith('/') || !URL.canParse(address)) return null;
  const { pathname, searchParams: query } = new URL(address);
  const place = placeOf(method, pathname);
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

export interface InspectorOptions {
  readonly config: Config;
  /** On 127.0.0.1. @default 0: any that is free */
  readonly port?: number;
  /** Operator name in the record of an operator command. @default 'operator' */
  readonly by?: string;
  /** Whether operator commands are accepted. @default true */
  readonly commands?: boolean;
  /** Keeps no process alive. @default false */
  readonly background?: boolean;
  /** Resumes a run. Absent: the page says that a terminal can. */
  readonly resume?: Resume;
  /** The maximum that may wait for a reader. @default a megabyte, for 20 seconds */
  readonly bounds?: StreamBounds;
  /** @default the one that is built into the package */
  readonly page?: PageParts;
}

const OPTIONS: Readonly<Record<keyof InspectorOptions, OptionKind>> = {
  config: KINDS.config,
  port: KINDS.port,
  by: KINDS.text,
  commands: KINDS.boolean,
  background: KINDS.boolean,
  resume: KINDS.function,
  bounds: KINDS.object,
  page: KINDS.object,
};

export interface Inspector {
  /** Contains the token: anyone who has it can watch and send operator commands. */
  readonly url: string;
  /** Takes every event of the runs of this process, as `onEvent` of `createRun` receives them. */
  readonly receive: OwnRuns['receive'];
  /** Sends the last events to every reader, and disconnects; after at most 1.5 seconds. */
  readonly close: () => Promise<void>;
}

/**
 * Serves dualgate's page of a run on 127.0.0.1.
 * @throws {PageError} when the page was not built, or the port cannot be had
 * @throws {RunError} when this process was started by an agent, or by its tests
 */
export const serveInspector = async (options: InspectorOptions): Promise<Inspector> => {
  checkOptions('serveInspector', options, OPTIONS, ['config']);
  const { config, port: wanted = 0, by = 'operator', commands = true, background = false, resume, bounds } = options;
  refuseInsideTurn('serve the page', null);
  const { html, policy } = renderPage(options.page ?? readPageParts(), null);
  const token = createToken();
  const ownRuns = createOwnRuns();
  const known: KnownRuns = new Map();
  const books = createRunBooks();
  const items = createItemReader(config);
  const places = createFindPlaces(config, items.places);
  const streams = createStreams({ config, places, known, books, commands, listen: createListen(ownRuns), bounds });
  const part = createPartSender(places, books);
  const endpoint = createCommandEndpoint({ places, by, commands, resume });
  let port = wanted;

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = request;
    const admitted = admit({ method, url, headers }, { port, token });
    if (admitted === null) return answer(response, REFUSED);
    switch (admitted.place) {
      case 'page':
        return answer(response, { status: 200, type: 'text/html; charset=utf-8', body: html, policy });
      case 'events':
        return streams.open(request, response, admitted.query);
      case 'rows':
      case 'records':
      case 'transcript':
      case 'changes':
        return part[admitted.place](response, admitted.query);
      case 'runs':
        return answer(response, asJson(200, { runs: await describeRuns(places, known) }));
      case 'items':
        return answer(response, asJson(200, await items.describe()));
      case 'commands':
        return endpoint.receive(request, response, port);
      case 'nowhere':
        return answer(response, asJson(404, { said: 'Not found.' }));
    }
  };

  const server = createLocalServer((request, response) => {
    response.on('error', () => response.destroy());
    // An error here concerns only this reader: the run continues.
    serve(request, response).catch((error: unknown) => {
      answer(response, asJson(500, { ok: false, said: describeCause(error) }));
      if (!response.writableEnded) response.destroy();
    });
  });
  try {
    port = await listenHere(server, wanted);
  } catch (cause) {
    throw refusePort(wanted, cause);
  }
  server.on('connection', (socket) => background && socket.unref());
  if (background) server.unref();
  return {
    url: `http://127.0.0.1:${port}/?token=${token}`,
    receive: ownRuns.receive,
    close: async () => {
      items.close();
      // A page asks until it knows of the end: before, nothing is refused.
      await Promise.all([streams.close(), endpoint.close()]);
      server.close();
      server.closeAllConnections();
    },
  };
};

const refusePort = (port: number, cause: unknown): PageError => {
  const said = describeCause(cause);
  return new PageError(
    `Cannot serve the page on port ${port} of this machine: ${said}. Choose another --port, or leave it out.`,
    {
      cause,
    },
  );
};
