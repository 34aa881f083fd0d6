/**
 * The answer to the signal command: the recorded signal, or why it was refused, and the last result of gate 1.
 *
 * @module
 */
import { parseObject, type CommandSignal, COMMAND_VERSION } from './command-signal.ts';

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

/** The line, without its line feed. */
export const writeAnswer = (answer: CommandAnswer): string => JSON.stringify({ v: COMMAND_VERSION, ...answer });

/** The answer in a line, or `null` when another version or another program wrote it. */
export const readAnswer = (line: string): CommandAnswer | null => {
  const { v, ...answer } = parseObject(line);
  if (v !== COMMAND_VERSION) return null;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `writeAnswer` wrote it: no other program listens
  return answer as unknown as CommandAnswer;
};
