/**
 * Commands of the config besides the tests, in the sandbox of the tests, each between two looks at the sources: what one
 * writes there is named with it (RULES 2.4).
 *
 * @module
 */
import { join } from 'node:path';
import { runCheck } from '../checks/run-check.ts';
import type { CheckCommand } from '../checks/check-command.ts';
import type { MeasuredCheck } from '../measures/measure.ts';
import type { Fingerprint } from '../sources/fingerprint.ts';
import type { RunSite } from './run-site.ts';
import { sandboxOf } from './sandbox-of.ts';

interface CheckRun {
  /** Looks at the sources, as the run does. */
  readonly look: () => Promise<Fingerprint>;
  /** The commit that the phase began at; null in the inventory, and where the run makes no commits. */
  readonly base: string | null;
  readonly signal: AbortSignal;
}

/** @param at - empty in the inventory */
export const createCheckRunner =
  (
    site: Pick<RunSite, 'run' | 'agent' | 'config' | 'folders' | 'announce'>,
    at: { readonly phase?: string; readonly iteration?: number },
    { look, base, signal }: CheckRun,
  ): ((check: CheckCommand) => Promise<MeasuredCheck>) =>
  async (check) => {
    const { config, folders, announce, run } = site;
    const { name, command } = check;
    announce({ type: 'check.started', ...at, check: name, command: command.join(' ') });
    const { result, stdout } = await runCheck(check, {
      workspace: config.folder,
      run,
      base,
      launcher: await sandboxOf('tests', { ...site, reports: null, command }),
      output: {
        stdout: join(folders.transcripts, `${name}.stdout`),
        stderr: join(folders.transcripts, `${name}.stderr`),
      },
      signal,
    });
    signal.throwIfAborted();
    const { ok, exit_code, ms, because, said } = result;
    announce({ type: 'check.ended', ...at, check: name, ok, exit_code, ms, because, said });
    return { result, after: await look(), stdout };
  };
