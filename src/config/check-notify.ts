/**
 * Who is told at the end is told by a program that runs outside of every sandbox: it may not lie where the agent writes.
 *
 * @module
 */
import { isAbsolute } from 'node:path';
import { NOTIFY_KEYS } from '../notify/notification.ts';
import { isWithin } from '../processes/is-within.ts';
import type { ConfigProblem } from './config-error.ts';
import type { Config } from './shape-config.ts';
import type { YamlDocument } from './yaml/read-yaml.ts';

/** Judged by the names alone; that the program is there is looked at when a run begins. */
export const checkNotify = (
  { notify, folder }: Config,
  { document, path }: { readonly document: YamlDocument; readonly path: string },
): readonly ConfigProblem[] =>
  NOTIFY_KEYS.flatMap((key) => {
    const problem = findProblem(notify.commands[key] ?? [], folder);
    if (problem === null) return [];
    const { line, column } = document.placeOf(['notify', key]);
    return [{ path, line, column, message: `notify.${key} ${problem}` }];
  });

const findProblem = (command: readonly string[], folder: string): string | null => {
  const [program = ''] = command;
  if (program.includes('/') && !isAbsolute(program))
    return `must name a program on the PATH, or one by its absolute path outside of the workspace (got ${program})`;
  const inside = command.find((word) => isAbsolute(word) && isWithin(folder, word));
  return inside === undefined
    ? null
    : `names what lies in the workspace, where the agent can write something else (got ${inside}). Put it elsewhere`;
};
