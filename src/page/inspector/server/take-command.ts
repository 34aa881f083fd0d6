/**
 * An operator command from the page: handled like one from a terminal, and accepted only from the operator (rule 1.6).
 * It is tied to its connection: while the agent works it waits, and closing the connection cancels it.
 */
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { DualgateError } from '../../../../gates/errors.ts';
import type { PageAnswer, PageCommand } from '../../page-data.ts';
import { plainLine } from '../../../base/text/plain-line.ts';
import type { OperatorCommand } from '../../../run/operator-commands/operator-command.ts';
import { sendOperatorCommand } from '../../../run/operator/send-operator-command.ts';
import type { FoundRun } from './find-runs.ts';
import { parseJson } from '../../../base/text/parse-json.ts';

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/** Forbids to load anything: for every answer except the page itself. */
const NOTHING = "default-src 'none'; frame-ancestors 'none'";

/** The answers of the server: never cached, never framed, no referrer, no content sniffing. */
export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Its Content-Security-Policy. @default nothing is allowed */
  readonly policy?: string;
}

/** The same for everyone without access, whatever the request. */
export const REFUSED: Answer = { status: 403, type: 'text/plain; charset=utf-8', body: '' };

export const asJson = (status: number, value: unknown): Answer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify(value),
});

export const answer = (response: ServerResponse, { status, type, body, policy = NOTHING }: Answer): void => {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    ...HEADERS,
    'content-type': type,
    'content-security-policy': policy,
    'content-length': Buffer.byteLength(body),
    // A rejected caller has no connection to try again on.
    ...(status < 400 ? {} : { connection: 'close' }),
  });
  response.end(body);
};

const PARTING_MS = 1_500;

/** Resolves when all of them have; after a second and a half at the latest. */
export const awaitParting = async (all: Iterable<Promise<void>>): Promise<void> => {
  const over = new AbortController();
  await Promise.race([
    Promise.all(all).finally(() => over.abort()),
    wait(PARTING_MS, undefined, { signal: over.signal }).catch(() => {}),
  ]);
};

export const startEvents = (response: ServerResponse): void => {
  response.writeHead(200, {
    ...HEADERS,
    'content-type': 'text/event-stream; charset=utf-8',
    'content-security-policy': NOTHING,
  });
  response.flushHeaders();
};

/** Resumes a run that has ended, in this process. @returns the answer to print; throws nothing */
export type Resume = (
  found: FoundRun,
  command: { readonly by: string; readonly reason: string },
) => Promise<PageAnswer>;

interface TakeCommandOptions {
  readonly find: (run: string) => Promise<FoundRun | null>;
  readonly by: string;
  /** Absent: only a terminal can. */
  readonly resume?: Resume | undefined;
}

/** Bytes: no command is longer. */
export const MAX_BODY = 32_768;

const bodySchema = z.strictObject({
  run: z.string().min(1).max(100),
  command: z.enum(['skip', 'resume', 'abort', 'reset', 'guide']),
  // It stays in the ledger forever: invisible text is refused.
  reason: z
    .string()
    .trim()
    .max(4_000)
    .refine((said) => plainLine(said) !== ''),
  phase: z.string().min(1).max(200).optional(),
}) satisfies z.ZodType<PageCommand>;

/** @param gone - aborted when its sender has gone */
export const takeCommand = async (
  { type, body }: { readonly type: string | undefined; readonly body: string },
  options: TakeCommandOptions,
  gone: AbortSignal,
): Promise<Answer> => {
  // A form of another page can send text, and never this type.
  if (!/^application\/json(?:;|$)/.test(type ?? '')) return refuse(415, 'Cannot accept the command: it is not JSON.');
  const { data } = bodySchema.safeParse(parseJson(body));
  if (data === undefined)
    return refuse(400, 'Cannot accept the command: it needs a run, a command and a reason. Write a reason.');
  const found = await options.find(data.run);
  if (found === null) return refuse(404, `Cannot accept the command: there is no run ${data.run} here.`);
  const by = `${options.by} (through the page)`;
  try {
    const { command, reason, phase } = data;
    if (command === 'resume') return await answerResume(found, { by, reason }, options.resume);
    const given: OperatorCommand =
      command === 'guide'
        ? { command, by, text: reason }
        : command === 'skip'
          ? { command, by, reason, phase }
          : { command, by, reason };
    const outcome = await sendOperatorCommand({ config: found.config, run: found.run, command: given, signal: gone });
    return asJson(200, say(outcome.taken, outcome.says));
  } catch (error) {
    if (!(error instanceof DualgateError)) throw error;
    return refuse(409, error.message);
  }
};

const answerResume = async (
  found: FoundRun,
  command: { readonly by: string; readonly reason: string },
  resume: Resume | undefined,
): Promise<Answer> => {
  if (resume === undefined)
    return refuse(409, `Cannot resume the run here. Use a terminal: dualgate resume --run ${found.run}`);
  const answer = await resume(found, command);
  return asJson(answer.ok ? 200 : 409, answer);
};

const say = (ok: boolean, said: string): PageAnswer => ({ ok, said: plainLine(said, 1_000) });

const refuse = (status: number, said: string): Answer => asJson(status, say(false, said));
