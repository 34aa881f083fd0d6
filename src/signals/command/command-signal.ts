/** The possible signals of the signal command, and the line that carries one, exactly as the command writes it. */
import { findBadOptional } from '../blocks/session-fields.ts';
import { parseJson } from '../../base/text/parse-json.ts';

/** `exit`: the phase is finished. `hold`: it is not. `blocked`: it is not, and a person is needed. */
export const COMMAND_SIGNALS = ['exit', 'hold', 'blocked'] as const;

/** One call of the signal command. */
export interface CommandSignal {
  /** `exit`: the phase is finished. `hold`: it is not. `blocked`: it is not, and a person is needed. */
  readonly word: (typeof COMMAND_SIGNALS)[number];
  /** Why; at most 1,000 characters. */
  readonly reason: string;
  /** Only with `exit`: as REFACTORING_COMPLETE of the status block. */
  readonly refactoring_complete: boolean;
  /** Only with `blocked`: an error ended the work, as `"exit_reason": "error"` of spec 003. Absent otherwise. */
  readonly error?: true;
  /** The pull request, only with `exit` and `blocked`; absent where none was given. */
  readonly pr_url?: string;
  /** The evidence bundle, only with `exit` and `blocked`; absent where none was given. */
  readonly evidence_bundle_ref?: string;
}

/** A word, and the iteration that it speaks for (rule 3.10). */
export interface BoundSignal extends CommandSignal {
  readonly run: string;
  readonly phase: string;
  /** Position in the phase, from 1. */
  readonly iteration: number;
  /** `null`: the environment had none. */
  readonly nonce: string | null;
}

/** Longest reason, in UTF-16 units. */
export const MAX_REASON_LENGTH = 1_000;

const COMMAND_VERSION = 1;

export const writeCommandSignal = (sent: BoundSignal): string => {
  const { run, phase, iteration, nonce, word, reason, refactoring_complete, error, pr_url, evidence_bundle_ref } = sent;
  const always = { v: COMMAND_VERSION, run, phase, iteration, nonce, word, reason, refactoring_complete };
  return JSON.stringify({ ...always, error, pr_url, evidence_bundle_ref });
};

/** The wrong part of a signal, for parts that only some signals may have, as the end of a sentence. */
export const findWrongPart = ({ word, refactoring_complete, error, ...parts }: CommandSignal): string | null => {
  if (refactoring_complete && word !== 'exit') return '--refactoring-complete can be used only with exit';
  if (error === true && word !== 'blocked') return '--error can be used only with blocked';
  const fields = fieldsOf(parts);
  if (word === 'hold' && Object.keys(fields).length > 0)
    return '--pr-url and --evidence-bundle-ref can be used only with exit or blocked';
  return findBadOptional(fields);
};

export const fieldsOf = ({
  pr_url,
  evidence_bundle_ref,
}: {
  readonly pr_url?: string | undefined;
  readonly evidence_bundle_ref?: string | undefined;
}): Pick<CommandSignal, 'pr_url' | 'evidence_bundle_ref'> => ({
  ...(pr_url === undefined ? {} : { pr_url }),
  ...(evidence_bundle_ref === undefined ? {} : { evidence_bundle_ref }),
});

/** The word of a line, or `null` for anything that `writeCommandSignal` does not write: fields more, less, twice or of another kind. */
export const readCommandSignal = (line: string): BoundSignal | null => {
  const { run, phase, iteration, nonce, word: given, reason, refactoring_complete, ...rest } = parseObject(line);
  const { error, pr_url, evidence_bundle_ref } = rest;
  const word = COMMAND_SIGNALS.find((each) => each === given);
  if (word === undefined) return null;
  if (typeof run !== 'string' || typeof phase !== 'string' || typeof reason !== 'string') return null;
  if (typeof iteration !== 'number' || (nonce !== null && typeof nonce !== 'string')) return null;
  if (typeof refactoring_complete !== 'boolean') return null;
  if (reason.trim() === '' || reason.length > MAX_REASON_LENGTH) return null;
  const sent: BoundSignal = {
    run,
    phase,
    iteration,
    nonce,
    word,
    reason,
    refactoring_complete,
    ...(error === true && { error }),
    ...(typeof pr_url === 'string' && { pr_url }),
    ...(typeof evidence_bundle_ref === 'string' && { evidence_bundle_ref }),
  };
  return findWrongPart(sent) === null && writeCommandSignal(sent) === line ? sent : null;
};

/** The fields of a line of JSON; none when it is not an object. */
const parseObject = (line: string): Readonly<Record<string, unknown>> => {
  const value = parseJson(line);
  return typeof value === 'object' && value !== null ? { ...value } : {};
};

/** The result of gate 1 at the end of the last iteration of the phase; lists are bounded. */
export interface LastMeasured {
  readonly iteration: number;
  readonly satisfied: boolean;
  /** Each clause that was not met, with its values. */
  readonly unmet: readonly string[];
  /** Names of tests. */
  readonly failing: readonly string[];
}

export type CommandAnswer =
  | {
      readonly recorded: true;
      readonly phase: string;
      readonly iteration: number;
      readonly word: CommandSignal['word'];
      /** `false`: this turn has said another word too, so none of them opens anything. */
      readonly agrees: boolean;
      /** `null`: nothing has been measured in this phase yet. */
      readonly measured: LastMeasured | null;
    }
  | {
      readonly recorded: false;
      /** In words that follow a colon. */
      readonly because: string;
    };

export const writeAnswer = (answer: CommandAnswer): string => JSON.stringify({ v: COMMAND_VERSION, ...answer });

/** The answer in a line, or `null` when another version or another program wrote it. */
export const readAnswer = (line: string): CommandAnswer | null => {
  const { v, ...answer } = parseObject(line);
  if (v !== COMMAND_VERSION) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `writeAnswer` wrote it: no other program listens
  return answer as unknown as CommandAnswer;
};
