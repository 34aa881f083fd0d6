/**
 * The checks of the config, one after the other, each between two looks at the sources: what a check writes there is named
 * with it (RULES 2.4).
 *
 * @module
 */
import { join } from 'node:path';
import type { CheckResult } from '../../../gates/iteration.ts';
import { runCheck } from '../../checks/run-check.ts';
import type { Fingerprint } from '../../sources/fingerprint.ts';
import type { RunSite } from '../run-site.ts';
import { sandboxOf } from '../sandbox-of.ts';

export interface MeasuredCheck {
  readonly result: CheckResult;
  /** The sources right after it. */
  readonly after: Fingerprint;
}

/** @param at - empty in the inventory @param look - at the sources, as the run does */
export const runChecks = async (
  site: Pick<RunSite, 'run' | 'agent' | 'config' | 'folders' | 'announce'>,
  at: { readonly phase?: string; readonly iteration?: number },
  look: () => Promise<Fingerprint>,
  signal: AbortSignal,
): Promise<readonly MeasuredCheck[]> => {
  const { config, folders, announce, run } = site;
  const measured: MeasuredCheck[] = [];
  for (const check of config.checks) {
    const { name, command } = check;
    announce({ type: 'check.started', ...at, check: name, command: command.join(' ') });
    const result = await runCheck(check, {
      workspace: config.folder,
      run,
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
    measured.push({ result, after: await look() });
  }
  return measured;
};
