/**
 * Leases on the Restate engine: its objects decide by the rules of every store, one after another, and by one clock. A
 * holder carries refs of a Git remote: first the engine says whether the token is the current one, then a push replaces
 * the refs only if they are where the holder found them. So a push of a stale holder lands before the next one writes,
 * or never.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { basename } from 'node:path';
import { isPlainObject } from '../../ledger/json.ts';
import { parseJson } from '../../base/text/parse-json.ts';
import {
  LeaseError,
  isItemName,
  itemOf,
  type Lease,
  type LeaseAnswer,
  type LeaseStore,
  decideLease,
  refuseName,
} from '../leases/lease.ts';
import { hashBytes } from '../../ledger/ledger-record.ts';
import { inOneLine, type LeaseRepository, runInLeases } from '../leases/lease-repository.ts';
import { pushRefs, checkMoves, refuseMove, type RefMove } from '../leases/remote-refs.ts';
import { LEASE, LEASES, type LeaseQuestion, type Report, type ReportedEvent, WITNESS } from './lease.object.ts';
import { tailLedger } from '../../ledger/ledger-tail.ts';
import { asWorkRecord, kindOf } from '../../records/records.ts';
import { FleetError } from './fleet-error.ts';

/** Asks the engine over HTTP. A repeated request is carried out once, by its key, also after restarts. */
export interface Ingress {
  /** Calls a handler of an object. @throws {FleetError} when the engine refuses @throws {LeaseError} `unknown` when it does not answer */
  readonly call: (object: string, key: string, handler: string, body?: object) => Promise<unknown>;
}

const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;

/** Requests to the ingress of a Restate server. @param given.patienceMs - how long it may be absent. @default 10000 */
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

interface EngineLeaseOptions {
  readonly ingress: Ingress;
  readonly gates: string;
  readonly repository: LeaseRepository;
  /** A URL or an absolute path, from the operator. */
  readonly remote: string;
}

const MAX_PUSHES = 8;
const PAUSE_MS = 50;

/**
 * It carries refs of the remote.
 * @throws {LeaseError} from every call: `unknown` when the engine or the remote does not answer, `refused` when the
 * remote refuses, `argument` when a time, a holder or a ref is wrong @throws {FleetError} when the engine refuses
 */
export const createEngineLeases = ({
  ingress,
  gates,
  repository,
  remote,
}: EngineLeaseOptions): LeaseStore<readonly RefMove[]> => {
  const scope = scopeOf(remote);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the answers of our own objects
  const ask = async <T>(...question: Parameters<Ingress['call']>): Promise<T> => (await ingress.call(...question)) as T;

  const change: LeaseStore<readonly RefMove[]>['change'] = async (asked, moves = []) => {
    const item = itemOf(asked);
    if (!isItemName(item)) return refuseName(item);
    checkMoves(moves);
    // Throws here for what every store refuses.
    decideLease(null, asked, new Date());
    const send = (isKept: boolean) =>
      ask<LeaseAnswer>(LEASE, `${scope}/${item}`, 'change', { asked, gates, isKept } satisfies LeaseQuestion);
    if (moves.length === 0) return send(true);
    // A claim and a renewal are checks as well.
    const isCheck = asked.do !== 'release';
    const fence = await send(isCheck);
    if (!fence.granted) return fence;
    const moved = await push(repository, remote, moves);
    if (moved !== null) return refuseMove(item, moved, isCheck ? fence.lease : asked.lease);
    if (isCheck) return fence;
    const answer = await send(true);
    // It landed, even if another worker has the lease since.
    return answer.granted ? answer : fence;
  };

  return {
    change,
    read: async (item) => (isItemName(item) ? ask<Lease | null>(LEASE, `${scope}/${item}`, 'read') : null),
    list: async () => ({ found: await ask<readonly Lease[]>(LEASES, scope, 'list'), broken: [] }),
  };
};

/** Projects of several remotes may share an engine, and their folders a name; machines may spell one remote differently. */
export const scopeOf = (remote: string): string => {
  const path = remote.replace(/\/+$/, '').replace(/\.git$/, '');
  // `git@HOST:PATH` is `ssh://git@HOST/PATH`.
  const url = path.includes('://') ? path : path.replace(/^(?:[^@/:]+@)?([^/:]+):(?!\/\/)\/*/, 'ssh://$1/');
  const place = url.replace(/^file:\/\//, '').replace(/^\w+:\/\/(?:[^@/]*@)?([^/]+)/, (_, host: string) => {
    return host.toLowerCase().replace(/:(?:22|80|443|9418)$/, '');
  });
  return `${basename(path)}-${hashBytes(place).slice(0, 16)}`;
};

/** @returns the ref that is not where it was expected; `null`: all moved */
const push = async (repository: LeaseRepository, remote: string, moves: readonly RefMove[]): Promise<string | null> => {
  for (let pushes = 1; ; pushes += 1) {
    const pushed = await pushRefs(repository, { remote, moves });
    if (pushed.landed || (await haveMoved(repository, remote, moves))) return null;
    if (pushed.moved !== null) return pushed.moved;
    if (!pushed.mayRetry || pushes >= MAX_PUSHES)
      throw new LeaseError(
        'refused',
        `Cannot push to ${remote}: git failed (got: ${pushed.said}). Check the remote and your permissions there, then try again.`,
      );
    await wait(PAUSE_MS);
  }
};

/** A push may land although its answer is lost. */
const haveMoved = async (repository: LeaseRepository, remote: string, moves: readonly RefMove[]): Promise<boolean> => {
  const said = await runInLeases(repository, ['ls-remote', '--refs', '--', remote, ...moves.map(({ ref }) => ref)]);
  if ('refused' in said)
    throw new LeaseError(
      'unknown',
      `Cannot tell whether the refs of ${remote} moved: it does not answer (got: ${inOneLine(said.refused)}). Check the connection, then repeat the call.`,
    );
  const lines = new Set(said.out.toString('utf8').split('\n'));
  return moves.every(({ ref, to }) => lines.has(`${to}\t${ref}`));
};

// The witness of a session, as its worker asks it: the engine decides each record again.

/** @returns reads the events since the last call @throws {LedgerError} when the ledger is broken */
export const readEvents = (ledger: string): (() => readonly ReportedEvent[]) => {
  const tail = tailLedger(ledger);
  return () => {
    const events: ReportedEvent[] = [];
    for (let records = tail.read(); records.length > 0; records = tail.read())
      for (const sealed of records) {
        const { seq } = sealed;
        const record = asWorkRecord(sealed);
        if (record.type === 'operator.rolled_back') events.push({ seq, rolled_back_to: record.data.phase });
        const event = kindOf(record.type).chart?.(record.data) ?? null;
        const can_exit = record.type === 'iteration.decided' ? record.data.decision.can_exit : null;
        if (event !== null) events.push({ seq, event, can_exit });
      }
    return events;
  };
};

export interface Witness {
  /** @returns how worker and engine disagree, in a sentence; `null` when they agree @throws as `Ingress` does */
  readonly report: (report: Report) => Promise<string | null>;
}

export const createWitness = ({ call }: Ingress, session: string): Witness => ({
  report: async (report) => {
    const why = await call(WITNESS, session, 'report', report);
    if (why === null || typeof why === 'string') return why;
    throw new FleetError(`Cannot use the witness of ${session}: its answer is no sentence. Update dualgate serve.`);
  },
});
