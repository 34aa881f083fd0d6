/** One specified system: its preset, and its block for the scripted agent. Its form of the exit signal is a dialect. */
import type { ScriptedBlock } from './scripted-block.ts';

export interface System {
  /** Its config, as the text of the YAML file beside it, for people to read and copy. */
  readonly preset: string;
  /**
   * The block of its dialect as the scripted agent prints it, with a line feed at its end; '' where the dialect has no word
   * for it. Absent where the system has no dialect of its own.
   */
  readonly writeBlock?: (block: ScriptedBlock) => string;
}
