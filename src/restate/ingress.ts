/**
 * Asks the engine over HTTP. Each request has a key of its own, so that a repeated one is carried out once: a request
 * outlives a server and a service that are restarted.
 *
 * @module
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isPlainObject } from '../ledger/json.ts';
import { parseJson } from '../text/parse-json.ts';
import { LeaseError } from '../leases/lease-error.ts';
import { FleetError } from './fleet-error.ts';

export interface Ingress {
  /** Calls a handler of an object. @throws {FleetError} when the engine refuses @throws {LeaseError} `unknown` when it does not answer */
  readonly call: (object: string, key: string, handler: string, body?: object) => Promise<unknown>;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/**
 * Requests to the ingress of a Restate server.
 *
 * @param given.patienceMs - how long a server may be absent. @default 10000
 */
export const createIngress = (
  url: string,
  { patienceMs = 10_000, signal }: { readonly patienceMs?: number; readonly signal?: AbortSignal } = {},
): Ingress => {
  const base = checkUrl(url);
  const ask = async (path: string, key: string, body: object | undefined): Promise<Attempt> => {
    try {
      const response = await fetch(new URL(path, base), {
        method: 'POST',
        headers: { 'idempotency-key': key, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
      const text = await response.text();
      if (response.ok) return { value: text === '' ? null : (JSON.parse(text) as unknown) };
      const problem = `${response.status}: ${readMessage(text)}`;
      // Without its services the engine is not ready yet; its own failures may pass.
      const mayPass = response.status >= 500 || (response.status === 404 && /service/i.test(text));
      return mayPass ? { problem } : { refusal: readMessage(text) };
    } catch (error) {
      if (signal?.aborted === true) throw error;
      return { problem: describeFetch(error) };
    }
  };
  return {
    call: async (object, key, handler, body) => {
      const path = `${object}/${encodeURIComponent(key)}/${handler}`;
      const id = randomUUID();
      const started = performance.now();
      for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
        const attempt = await ask(path, id, body);
        if ('value' in attempt) return attempt.value;
        if ('refusal' in attempt) throw new FleetError(attempt.refusal);
        if (performance.now() - started > patienceMs)
          throw new LeaseError(
            'unknown',
            `Cannot reach the engine at ${base.href} (got ${attempt.problem}). Start restate-server and dualgate serve, or set --engine (docs/how-to/fleet.md).`,
          );
        await wait(pause, undefined, signal === undefined ? {} : { signal });
      }
    },
  };
};

type Attempt = { readonly value: unknown } | { readonly refusal: string } | { readonly problem: string };

const checkUrl = (url: string): URL => {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (parsed === null || !/^https?:$/.test(parsed.protocol))
    throw new FleetError(`Cannot use ${url} as the engine: it is no http address. Set --engine http://HOST:PORT.`);
  return new URL(parsed.href.endsWith('/') ? parsed.href : `${parsed.href}/`);
};

const readMessage = (text: string): string => {
  const found = parseJson(text);
  return isPlainObject(found) && typeof found['message'] === 'string' ? found['message'] : text.slice(0, 200);
};

export const describeFetch = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code')) : String(cause);
};
