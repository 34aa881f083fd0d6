/**
 * Operators who came while the queue was closed: they are notified when it opens, and the loop waits a moment for them. No
 * command is stored: each waiting process has to send it again, so one that dies with the agent's turn leaves none behind.
 */
import { z } from 'zod';
import { type LedgerType, RECORDS } from '../../records/records.ts';
import { RunError } from '../../records/run-error.ts';
import { type OperatorCommand, parseOperatorCommand } from './operator-command.ts';
import { parseJson } from '../../base/text/parse-json.ts';

/** The protocol of the operator's socket: one JSON object a line, one line an answer. Version 1. */
export type OperatorRequest =
  | {
      /** A repeated command has the same id: it is carried out once. */
      readonly id: string;
      readonly command: OperatorCommand;
    }
  /** Answers when the loop is between two turns, or after a while. */
  | 'turn';

export type OperatorAnswer =
  | { readonly ok: true; readonly recorded: readonly LedgerType[]; readonly says: string }
  | {
      readonly ok: false;
      /** Not now; never, because the run ends; or not this command. */
      readonly code: 'during_turn' | 'over' | 'refused';
      readonly says: string;
    };

const requestSchema = z.union([
  z.strictObject({ v: z.literal(1), id: z.string().min(1).max(64), command: z.unknown() }),
  z.strictObject({ v: z.literal(1), ask: z.literal('turn') }),
]);

const ledgerType = z.custom<LedgerType>((value) => typeof value === 'string' && Object.hasOwn(RECORDS, value));

const answerSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), recorded: z.array(ledgerType), says: z.string() }),
  z.strictObject({ ok: z.literal(false), code: z.enum(['during_turn', 'over', 'refused']), says: z.string() }),
]);

export const writeRequest = (request: OperatorRequest): string =>
  JSON.stringify(request === 'turn' ? { v: 1, ask: 'turn' } : { v: 1, ...request });

/** @throws {RunError} when it is none */
export const readRequest = (line: string): OperatorRequest => {
  const { success, data } = requestSchema.safeParse(parseJson(line));
  if (!success)
    throw new RunError(
      'Cannot take the command: the line is not a request of version 1. Use the version of dualgate that runs the work.',
    );
  return 'ask' in data ? 'turn' : { id: data.id, command: parseOperatorCommand(data.command) };
};

export const readAnswer = (line: string): OperatorAnswer | null => answerSchema.safeParse(parseJson(line)).data ?? null;

export interface WaitingTimes {
  /** Milliseconds that the loop waits for a notified operator. @default 1000 */
  readonly lingerMs?: number;
  /** Milliseconds that an operator waits before being asked to try again. @default 10000 */
  readonly waitingMs?: number;
}
