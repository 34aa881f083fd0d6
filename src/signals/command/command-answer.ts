/**
 * What the signal command is told: what was recorded, or why nothing was, and how gate 1 stood when it was last asked.
 *
 * @module
 */
import { parseObject, type CommandSignal, COMMAND_VERSION } from './command-signal.ts';

/** How gate 1 stood at the end of the last iteration of the phase; lists are bounded. */
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

/** The line, without its line feed. */
export const writeAnswer = (answer: CommandAnswer): string => JSON.stringify({ v: COMMAND_VERSION, ...answer });

/** The answer of a line, or `null` when another version, or nobody of ours, wrote it. */
export const readAnswer = (line: string): CommandAnswer | null => {
  const { v, ...answer } = parseObject(line);
  if (v !== COMMAND_VERSION) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `writeAnswer` wrote it: nobody else listens there
  return answer as unknown as CommandAnswer;
};
