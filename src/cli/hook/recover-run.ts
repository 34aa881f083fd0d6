/** A run whose process was killed in the middle of a session: the hook starts it again, with its remaining limits. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ownCommand } from '../../base/processes/watchdog.ts';
import type { SessionNote } from '../../loop/session/session-binding.ts';

/** Milliseconds; the host waits no longer for most hooks. */
const PATIENCE_MS = 60_000;

/** @returns the problem; `null` when the run is active again */
export const recoverRun = (
  { folder, run, spec }: Pick<SessionNote, 'folder' | 'run' | 'spec'>,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | null> =>
  new Promise((resolve) => {
    const [program, ...words] = ownCommand(
      'session',
      'start',
      ...(spec === null ? [] : [join(folder, spec)]),
      '--json',
    );
    const child = spawn(program, words, {
      cwd: folder,
      env,
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: PATIENCE_MS,
    });
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? null : `${run} could not be resumed (${said.trim()})`));
  });
