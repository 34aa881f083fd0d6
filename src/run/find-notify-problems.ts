/**
 * Before anything is spent: can people be told, and by programs that the agent does not write?
 *
 * @module
 */
import { realpath } from 'node:fs/promises';
import { parse } from 'node:path';
import type { Config } from '../config/shape-config.ts';
import { NOTIFY_KEYS } from '../notify/notification.ts';
import { isWithin } from '../processes/is-within.ts';
import { locateProgram } from '../processes/locate-program.ts';
import { pathOutside } from '../processes/trusted-path.ts';

/** One sentence for each command of `notify` that cannot be used. */
export const findNotifyProblems = async ({ notify, folder }: Config): Promise<readonly string[]> => {
  const workspace = await realpath(folder).catch(() => folder);
  const problems = NOTIFY_KEYS.map(async (key) => {
    const [program] = notify.commands[key] ?? [];
    if (program === undefined) return null;
    const found = await locateProgram(program, parse(folder).root, pathOutside(folder));
    if (found === null)
      return `The program of notify.${key} was not found outside of the workspace: ${program}. Install it, or correct notify.${key}.`;
    const real = await realpath(found).catch(() => found);
    return isWithin(workspace, real)
      ? `The program of notify.${key} lies in the workspace, where the agent can write another one: ${real}. Put it elsewhere.`
      : null;
  });
  return (await Promise.all(problems)).filter((problem) => problem !== null);
};
