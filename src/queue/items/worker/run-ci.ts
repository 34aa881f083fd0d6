/**
 * CI_PENDING: the configured command in a clean checkout of the result. Its exit code decides, and nothing that it prints.
 */
import { memoryOfTests } from '../../../project/config/config.ts';
import { ProofError } from '../../../commits/proof-error.ts';
import { runProcess } from '../../../base/processes/run-process.ts';
import { makeTestEnvironment } from '../../../runners/test-environment.ts';
import { inWatchedCheckout } from '../../list/watched-checkout.ts';
import type { ItemState } from '../item-state.ts';
import { bringCommit } from './bring-run.ts';
import type { SessionEnd, WorkerContext } from './worker-context.ts';

const SAID_LIMIT = 1_000;

export const runCi = async (
  { config, items, signal, notice, ask }: WorkerContext,
  { item, result }: ItemState,
  onStop: (stop: () => void) => void,
): Promise<SessionEnd> => {
  const { ci, ci_timeout_ms: timeoutMs } = config.work_items;
  const { commit = null, branch = null } = result ?? {};
  if (ci === null || commit === null)
    return { reason: 'blocked', notes: 'There is no command for CI (work_items.ci), or no commit to run it on' };
  const stop = new AbortController();
  onStop(() => stop.abort());
  const both = AbortSignal.any([stop.signal, signal]);
  notice(`${item}: running ${ci.join(' ')} on ${commit.slice(0, 12)}`);
  await ask(() => bringCommit(items.line, { ref: `refs/heads/${branch}`, commit, folder: config.folder }));
  let said = '';
  const listen = (chunk: Buffer): void => {
    said = `${said}${chunk.toString()}`.slice(-SAID_LIMIT);
  };
  try {
    const end = await inWatchedCheckout({ config, object: commit, signal: both, onNotice: notice }, (folder, mark) =>
      runProcess({
        command: ci,
        cwd: folder,
        env: makeTestEnvironment(process.env, { DUALGATE_RUN: mark }),
        timeoutMs,
        memory: memoryOfTests(config.tests),
        marker: { name: 'DUALGATE_RUN', value: mark },
        onStdout: listen,
        onStderr: listen,
        signal: both,
      }),
    );
    if (end.ended === 'cancelled') return { reason: null, notes: 'interrupted' };
    if (end.ended === 'exited' && end.exit_code === 0)
      return { reason: 'completed', notes: `${ci.join(' ')} ended with exit code 0 on ${commit}` };
    const how =
      end.ended === 'exited'
        ? `exit code ${end.exit_code ?? end.signal ?? ''}`
        : (end.problem ?? 'it reached its time limit');
    return {
      reason: 'error',
      notes: `${ci.join(' ')} failed on ${commit}: ${how} (got ${said.trim() || 'no output'})`,
    };
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    // It did not run: the result is not refused.
    return both.aborted ? { reason: null, notes: 'interrupted' } : { reason: 'blocked', notes: error.message };
  }
};
