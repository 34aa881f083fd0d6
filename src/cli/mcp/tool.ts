/**
 * A tool of the MCP server: its declaration, and its function.
 *
 * @module
 */
import type { CommandIo } from '../terminal/io.ts';

/** The process of the server, and the one call. */
export interface Surroundings extends Pick<CommandIo, 'env' | 'cwd'> {
  /** Aborts when the client takes the call back. */
  readonly signal: AbortSignal;
  /** Tells the client that the call is still active, in one sentence. @param step - greater than before */
  readonly report: (step: number, says: string) => void;
}

interface Property {
  readonly type: 'string' | 'boolean' | 'integer';
  readonly description: string;
  readonly enum?: readonly string[];
}

export type Arguments = Readonly<Record<string, string | boolean | number | undefined>>;

export interface ToolResult {
  /** For a model: short. */
  readonly text: string;
  /** The same facts as data; absent if there are none. */
  readonly data?: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Property>>;
  readonly required: readonly string[];
  /** Whether it can be used here. @default everywhere */
  readonly isUsable?: (env: CommandIo['env']) => boolean;
  readonly call: (given: Arguments, io: Surroundings) => Promise<ToolResult>;
}

/** Why the arguments are not those of the tool, as a sentence; `null` if they are. */
export const findBadArgument = (
  { properties, required }: Tool,
  given: Readonly<Record<string, unknown>>,
): string | null => {
  for (const [name, value] of Object.entries(given)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) return `Unknown argument ${name}: use ${Object.keys(properties).join(', ') || 'none'}.`;
    const { type, enum: words } = property;
    const isRight = type === 'integer' ? Number.isSafeInteger(value) : typeof value === type;
    if (!isRight) return `The argument ${name} must be of type ${type} (got ${JSON.stringify(value)}).`;
    if (words !== undefined && !words.includes(String(value)))
      return `The argument ${name} must be one of ${words.join(', ')} (got ${JSON.stringify(value)}).`;
  }
  const absent = required.find((name) => given[name] === undefined);
  return absent === undefined ? null : `The argument ${absent} is required.`;
};
