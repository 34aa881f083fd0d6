/** Requests of a browser to the server of the page, by hand: so that a test can also do more than a browser would. */
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { onTestFinished } from 'vitest';
import type { Config } from '../../../../src/read-config/parse-config.ts';
import type { PageMessages, PageCommand } from '../../../../src/page/page-data.ts';
import {
  type Inspector,
  type InspectorOptions,
  serveInspector,
} from '../../../../src/page/inspector/server/serve-inspector.ts';

export interface Answered {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

export type Message = {
  readonly [K in keyof PageMessages]: { readonly name: K; readonly data: PageMessages[K]; readonly id: number | null };
}[keyof PageMessages];

export interface APage {
  readonly inspector: Inspector;
  readonly token: string;
  readonly ask: (path: string, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  readonly command: (command: PageCommand, headers?: Readonly<Record<string, string>>) => Promise<Answered>;
  /** A command whose connection the test holds in its hands. */
  readonly sendCommand: (command: PageCommand) => ClientRequest;
  /** @param run - `null`: whichever comes first */
  readonly events: (run: string | null, after?: number) => Events;
}

export interface Events {
  readonly messages: readonly Message[];
  /** Resolves with the first message that fits, of those that came and those that will. */
  readonly until: (fits: (message: Message) => boolean) => Promise<Message>;
  readonly ended: Promise<void>;
  readonly close: () => void;
}

export const PARTS = { script: 'document.title = "x";', style: 'p { color: red }' };

export const aPage = async (config: Config, options: Partial<InspectorOptions> = {}): Promise<APage> => {
  const inspector = await serveInspector({ config, page: PARTS, by: 'ann', ...options });
  onTestFinished(() => inspector.close());
  const base = new URL(inspector.url);
  const token = base.searchParams.get('token') ?? '';
  const { port } = base;
  const ask: APage['ask'] = (path, headers = {}) => read(request({ port, path, headers, host: '127.0.0.1' }).end());
  const start = (command: PageCommand, headers: Readonly<Record<string, string>>) => {
    const own = { 'x-dualgate-token': token, 'content-type': 'application/json', ...headers };
    return request({ port, path: '/commands', method: 'POST', headers: own, host: '127.0.0.1' }).end(
      JSON.stringify(command),
    );
  };
  return {
    inspector,
    token,
    ask,
    command: (command, headers = {}) => read(start(command, headers)),
    sendCommand: (command) => start(command, {}),
    events: (run, after) => {
      const headers = after === undefined ? {} : { 'last-event-id': String(after) };
      const path = `/events?${run === null ? '' : `run=${run}&`}token=${token}`;
      return readEvents(request({ port, path, headers, host: '127.0.0.1' }).end());
    },
  };
};

const read = async (asked: ClientRequest): Promise<Answered> => {
  const response = await answered(asked);
  let body = '';
  for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) body += chunk;
  return { status: response.statusCode ?? 0, headers: response.headers, body };
};

const answered = (asked: ClientRequest): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    asked.once('response', resolve);
    asked.once('error', reject);
  });

const readEvents = (asked: ClientRequest): Events => {
  const messages: Message[] = [];
  const looking = new Set<() => void>();
  const look = async (): Promise<void> => {
    const response = await answered(asked);
    let text = '';
    for await (const chunk of response.setEncoding('utf8') as AsyncIterable<string>) {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      messages.push(...blocks.flatMap(readBlock));
      for (const each of looking) each();
    }
  };
  const ended = look().catch(() => {});
  onTestFinished(() => void asked.destroy());
  return {
    messages,
    ended,
    close: () => void asked.destroy(),
    until: (fits) =>
      new Promise((resolve) => {
        const find = () => {
          const found = messages.find(fits);
          if (found === undefined) return;
          looking.delete(find);
          resolve(found);
        };
        looking.add(find);
        find();
      }),
  };
};

const readBlock = (block: string): readonly Message[] => {
  const lines = new Map(block.split('\n').map((line) => [line.split(': ', 1)[0], line.slice(line.indexOf(': ') + 2)]));
  const [name, data, id] = ['event', 'data', 'id'].map((key) => lines.get(key));
  if (name === undefined || data === undefined) return [];
  return [{ name, data: JSON.parse(data), id: id === undefined ? null : Number(id) } as Message];
};
