/** The operator commands for a run, as data: their fields, and how they are read when they come from another process. */
import { z } from 'zod';
import type { Freeze } from '../../evidence/integrity/freeze.ts';
import { RunError } from '../../records/run-error.ts';
import type { Config } from '../../project/config/config.ts';
import type { LedgerType } from '../../records/records.ts';
import type { Journal } from '../../records/journal.ts';
import type { RunEventBody } from '../../records/run-events.ts';

interface By {
  readonly by: string;
}

interface Reasoned extends By {
  readonly reason: string;
}

/** The iteration that is answered, as the operator saw it: any other is refused. */
interface Answer extends By {
  readonly phase: string;
  readonly iteration: number;
  readonly attempt: number;
  readonly tree: string;
}

export type OperatorCommand =
  /** Exits the phase without its gates (rule 1.6). */
  | (Reasoned & {
      readonly command: 'skip';
      /** The phase that may be exited: in any other the command is refused. Absent: the current phase. */
      readonly phase?: string | undefined;
      /** Every remaining phase, one after another: the work is completed by force (spec 000). */
      readonly whole?: true | undefined;
    })
  | (Reasoned & { readonly command: 'abort' })
  /** Resets the counts that halt the work to 0, and resumes halted work (rule 4.4). */
  | (Reasoned & { readonly command: 'reset' })
  /** Accepts changes of frozen files (rule 2.7). */
  | (Reasoned & {
      readonly command: 'accept';
      /** The frozen files as the operator saw them: a file that changed again since then is not accepted. */
      readonly files: Freeze;
      /** Ids of tests that may be missing. */
      readonly tests: readonly string[];
      /** Globs of files that the suite writes for itself. */
      readonly writes?: readonly string[] | undefined;
    })
  /** Lets one frozen test be edited once (rule 2.7). */
  | (Reasoned & {
      readonly command: 'reopen';
      readonly test: string;
    })
  | (Reasoned & { readonly command: 'rollback'; readonly phase: string })
  /** Lets a phase be exited that both gates agree on. */
  | (Answer & {
      readonly command: 'approve';
      /** Shown where only an operator looks, for this wait alone. */
      readonly code?: string | undefined;
    })
  /** Holds it; the agent gets the reason. */
  | (Answer & Reasoned & { readonly command: 'reject' })
  /** Gives the agent guidance for the rest of the phase. */
  | (By & { readonly command: 'guide'; readonly text: string });

export type OperatorCommandName = OperatorCommand['command'];

/** The greatest lengths of a command's texts, in characters. */
const MAX_LENGTHS = { by: 200, reason: 1_000, guidance: 4_000, path: 4_096 } as const;

/** Each command after `Cannot …`. */
export const COMMAND_WORDS = {
  skip: 'skip a phase',
  abort: 'abort the work',
  reset: 'reset the counts',
  accept: 'accept a change',
  reopen: 'reopen a test',
  rollback: 'roll back the work',
  approve: 'approve an exit',
  reject: 'reject an exit',
  guide: 'guide the agent',
} as const satisfies Record<OperatorCommandName, string>;

const by = z.string().trim().min(1).max(MAX_LENGTHS.by);
const reason = z.string().trim().min(1).max(MAX_LENGTHS.reason);
const path = z.string().min(1).max(MAX_LENGTHS.path);

const place = z.number().int().min(1);
const answer = { by, phase: path, iteration: place, attempt: place, tree: path };

const commandSchema = z.discriminatedUnion('command', [
  z.strictObject({
    command: z.literal('skip'),
    by,
    reason,
    phase: path.optional(),
    whole: z.literal(true).optional(),
  }),
  z.strictObject({ command: z.literal('abort'), by, reason }),
  z.strictObject({ command: z.literal('reset'), by, reason }),
  z.strictObject({
    command: z.literal('accept'),
    by,
    reason,
    files: z.record(path, path),
    tests: z.array(z.string()),
    writes: z.array(path).optional(),
  }),
  z.strictObject({ command: z.literal('reopen'), by, reason, test: path }),
  z.strictObject({ command: z.literal('rollback'), by, reason, phase: path }),
  z.strictObject({ command: z.literal('approve'), ...answer, code: z.string().max(100).optional() }),
  z.strictObject({ command: z.literal('reject'), ...answer, reason }),
  z.strictObject({ command: z.literal('guide'), by, text: z.string().trim().min(1).max(MAX_LENGTHS.guidance) }),
]);

/** Reads an operator command from any source. @throws {RunError} when it is invalid, has no reason, or is too long */
export const parseOperatorCommand = (value: unknown): OperatorCommand => {
  const { success, data, error } = commandSchema.safeParse(value);
  if (success) return data;
  const name = nameOf(value);
  if (name === null)
    throw new RunError(`Cannot take the command: its name is unknown. Use one of ${NAMES.join(', ')}.`);
  const [issue] = error.issues;
  const field = issue?.path.join('.') ?? '';
  if (issue?.code === 'too_small' && field === 'reason')
    throw new RunError(
      `Cannot ${COMMAND_WORDS[name]} without a reason: it is recorded permanently. Give one with --reason.`,
    );
  if (issue?.code === 'too_small' && field === 'text')
    throw new RunError(`Cannot ${COMMAND_WORDS[name]}: the text is empty. Give the text for the agent.`);
  throw new RunError(
    `Cannot ${COMMAND_WORDS[name]}: ${field === '' ? 'the command' : field} is invalid (${issue?.message}).`,
  );
};

const NAMES = Object.keys(COMMAND_WORDS);

const nameOf = (value: unknown): OperatorCommandName | null => {
  const name: unknown = typeof value === 'object' && value !== null && 'command' in value ? value.command : null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- looked for among the names
  return typeof name === 'string' && NAMES.includes(name) ? (name as OperatorCommandName) : null;
};

export interface OperatorCommandContext {
  readonly config: Config;
  readonly journal: Journal;
  readonly emit: (event: RunEventBody) => void;
}

export interface CarriedOut {
  readonly recorded: readonly LedgerType[];
  /** For people, in a sentence or two. */
  readonly says: string;
}

/** Ledger first, then the events. `phase` is the current one. */
export type CarryOut<T extends OperatorCommandName> = (
  context: OperatorCommandContext,
  command: OperatorCommand & { readonly command: T },
  phase: string,
) => Promise<CarriedOut>;
