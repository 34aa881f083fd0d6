/** Why the hooks of an active session do not run, for `status`. */
import { findHookProblems } from '../agents/hosts/installed-hooks.ts';
import { readSessionNote } from '../loop/session/session-binding.ts';
import type { CommandIo } from './terminal/io.ts';

/** Empty for a run that is no session. */
export const sayHookProblems = async (
  run: string,
  folder: string,
  { env }: Pick<CommandIo, 'env'>,
): Promise<readonly string[]> => (readSessionNote(run, env) === null ? [] : findHookProblems(folder, env));
