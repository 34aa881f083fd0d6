/** Extracts the facts from the stream of events that an agent program prints. */
import { concatBytes, decodeBytes } from '../../base/text/bytes.ts';
import { isMap, parseJson } from '../../base/text/parse-json.ts';

/** `waiting` for its provider, so that no idle time runs; `over`: the program has told how its turn ended, and it may end. */
export type Activity = 'working' | 'waiting' | 'over' | 'none';

export interface Extractor {
  /** @param line - without its newline; what is not understood is skipped */
  readonly line: (line: string) => Activity;
  readonly end: () => Extracted;
}

export interface Extracted {
  /** The agent's last text: no result of a tool, no echo of the prompt, no sub-agent (rule 3.1). */
  readonly said: string | null;
  readonly usage: Usage | null;
  /** Id to resume the session by. */
  readonly session: string | null;
  /** Tools, or commands, that the agent was not allowed to use. */
  readonly denials: readonly string[];
  readonly error: AgentError | null;
  /** An error after which it worked on, and came to its end. @default none */
  readonly overcome?: AgentError | null;
}

export interface Usage {
  /** All that was read, from the provider's cache too. */
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** US dollars; `null` when the program reports none. */
  readonly cost_usd: number | null;
}

export interface AgentError {
  readonly kind: 'unauthorised' | 'rate_limited' | 'permission_denied' | 'provider' | 'other';
  readonly message: string;
  /** ISO 8601, if the provider reported when it accepts requests again. */
  readonly resets_at: string | null;
}

// Never holds more than one line, and none that is longer than the cap.

/** Bytes. A longer line is skipped as a whole: the result of a tool can be any size, an agent's last words are not. */
export const MAX_EVENT_BYTES = 8 * 1024 * 1024;

/** @param onActivity - receives the agent's activity in each line; a skipped line is `none` */
export const readAgentOutput = (extractor: Extractor, onActivity: (activity: Activity) => void = () => {}) => {
  let pieces: Uint8Array[] = [];
  let length = 0;

  const keep = (piece: Uint8Array): void => {
    length += piece.length;
    if (length > MAX_EVENT_BYTES) pieces = [];
    else if (piece.length > 0) pieces.push(piece);
  };
  const finish = (): void => {
    const line = length > MAX_EVENT_BYTES ? null : decodeBytes(concatBytes(pieces));
    pieces = [];
    length = 0;
    onActivity(line === null ? 'none' : extractor.line(line));
  };

  return {
    /** Takes the next bytes of stdout, however they are cut. */
    write: (chunk: Uint8Array): void => {
      let start = 0;
      for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, start)) {
        keep(chunk.subarray(start, end));
        finish();
        start = end + 1;
      }
      keep(chunk.subarray(start));
    },
    end: (): Extracted => {
      if (length > 0) finish();
      return extractor.end();
    },
  };
};

// A field that is absent or of another kind is `null` or empty: the streams of agent programs change with every release.

export type Fields = Readonly<Record<string, unknown>>;

const NONE: Fields = Object.freeze({});
/** The object of one line of JSON; `null` when it is anything else, or cut: it is never repaired (rule 3.1). */
export const parseEvent = (line: string): Fields | null => {
  if (!line.startsWith('{')) return null;
  const value = parseJson(line);
  return isMap(value) ? value : null;
};

export const objectOf = (value: unknown): Fields => (isMap(value) ? value : NONE);

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A finite number that is not negative, or `null`. */
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

// Calls of tools in a report: however many there are, few are kept.

const SUBJECTS = ['command', 'file_path', 'filePath', 'path', 'url'];
const MAX_LENGTH = 500;
const MAX_KEPT = 1_000;

/** Such as `Write: src/a.ts`, at most 500 characters. */
export const describeCall = (tool: string | null, input: Fields): string => {
  const subject = SUBJECTS.map((name) => textOf(input[name])).find((it) => it !== null);
  const name = tool ?? 'a tool';
  return (subject === undefined ? name : `${name}: ${subject}`).slice(0, MAX_LENGTH);
};

/** Started calls, by id, for programs that name a call only at its start; and the denied ones. */
export const createCallLog = () => {
  const started = new Map<string, string>();
  const denied: string[] = [];
  const deny = (description: string): void => {
    if (denied.length < MAX_KEPT) denied.push(description);
  };
  return {
    start: (id: string, description: string): void => {
      if (started.size < MAX_KEPT) started.set(id, description);
    },
    end: (id: string, isDenied: boolean): void => {
      if (isDenied) deny(started.get(id) ?? 'a tool');
      started.delete(id);
    },
    /** A call that is reported as a whole. */
    deny,
    /** The first thousand, in order. */
    denials: (): readonly string[] => denied,
  };
};

/** Adds up what the steps of one turn used: `null` until something was added. */
export const createUsageSum = () => {
  let sum: Usage | null = null;
  return {
    /** @param cost - US dollars. 0 for tokens is the price of a model that the program knows no price of. */
    add: (input: number, output: number, cost: number | null): void => {
      const before = sum ?? { input_tokens: 0, output_tokens: 0, cost_usd: null };
      const price = cost === null || cost === 0 ? before.cost_usd : (before.cost_usd ?? 0) + cost;
      sum = {
        input_tokens: before.input_tokens + input,
        output_tokens: before.output_tokens + output,
        cost_usd: price,
      };
    },
    total: (): Usage | null => sum,
  };
};

/** The usage of a whole turn, where the program adds it up itself. */
export const usageOf = (input: number, output: number, cost: number | null): Usage | null => {
  const sum = createUsageSum();
  if (input > 0 || output > 0) sum.add(input, output, cost);
  return sum.total();
};

/** The meaning of an HTTP status of the provider for the loop: fix it, wait for it, or count it as a crash. */
const kindOfStatus = (status: number | null): AgentError['kind'] => {
  if (status === null) return 'other';
  if (status === 401 || status === 402 || status === 403) return 'unauthorised';
  // 529 is Anthropic's "overloaded".
  if (status === 429 || status === 529) return 'rate_limited';
  return status >= 500 ? 'provider' : 'other';
};

/** @param resetsAt - ISO 8601 */
export const errorOfStatus = (status: number | null, message: string, resetsAt: string | null = null): AgentError => ({
  kind: kindOfStatus(status),
  message,
  resets_at: resetsAt,
});

/** An error of the provider, whose status may not be known. */
export const errorOfProvider = (status: number | null, message: string): AgentError =>
  status === null ? { kind: 'provider', message, resets_at: null } : errorOfStatus(status, message);

/** The status that a program's own error message names by this pattern; never of what an agent says (rule 4.1). */
export const statusIn = (message: string, pattern: RegExp): number | null => {
  const found = pattern.exec(message)?.[1];
  return found === undefined ? null : Number(found);
};

/** Of these fields, as far as they are numbers. */
export const sumOf = (fields: Fields, ...names: readonly string[]): number =>
  names.reduce((sum, name) => sum + (numberOf(fields[name]) ?? 0), 0);

/** ISO 8601 of a time; `null` for what is no time that can be written. @param ms - milliseconds since 1970 */
export const isoOf = (ms: number): string | null => {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
};
