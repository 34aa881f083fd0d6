/** The known agent programs that are installed. Starts nothing. */
import { locateProgram } from '../base/processes/locate-program.ts';
import { type PresetName, PRESETS } from './programs/presets.ts';

/** A program that `agent.use` can name. */
export interface FoundAgent {
  readonly use: PresetName;
  /** As its makers write it. */
  readonly title: string;
  /** The path that would be started. */
  readonly path: string;
}

/**
 * Those on PATH, the preferred one first.
 *
 * @param options.path - @default that of this process
 */
export const findAgents = async ({
  cwd,
  path,
}: {
  readonly cwd: string;
  readonly path?: string | undefined;
}): Promise<readonly FoundAgent[]> => {
  const looked = Object.values(PRESETS).map(async ({ name, title, program }) => {
    const found = await locateProgram(program, cwd, path);
    return found === null ? [] : [{ use: name, title, path: found }];
  });
  return (await Promise.all(looked)).flat();
};
