/**
 * Going on with a run that ended, was interrupted or was killed: nothing of a gate is carried over (RULES 1.1).
 *
 * @module
 */
import { recordBreaker } from '../loop/breaker/record-breaker.ts';
import { catchUp } from './catch-up.ts';
import { refuseElsewhere } from '../loop/commits/own-repository.ts';
import { endFormerRuns } from './end-former-runs.ts';
import type { HeldRun } from './hold-run.ts';
import { lookAtSources } from '../loop/look-at-sources.ts';
import { RunError } from '../records/run-error.ts';
import type { RunSite } from '../loop/run-site.ts';
import { isConfigOf } from '../records/hash-config.ts';
import { VERSIONS } from '../version.ts';

/**
 * Ends what a killed loop left running, grants a new allowance of iterations, and lets halted work go on.
 *
 * @param given.unasked - a killed run goes on by itself: no allowance is new, and nothing closes its breaker
 * @throws {RunError} when the work is over, or the config is not the one that the run began with
 */
export const beginAgain = async (
  site: RunSite,
  {
    tornLine,
    unanchored,
    by,
    unasked = false,
  }: Pick<HeldRun, 'tornLine' | 'unanchored'> & { readonly by: string; readonly unasked?: boolean },
): Promise<void> => {
  const { config, journal, announce } = site;
  if (journal.phase() === null)
    throw new RunError(`Cannot resume the run ${site.run}: its work is over. Begin a new one with dualgate run.`);
  checkConfig(site);
  if (tornLine !== null)
    announce({
      type: 'notice',
      text: 'The last record of the ledger was torn by a crash. It was cut off and kept beside the ledger.',
    });
  if (unanchored !== null) announce({ type: 'notice', text: unanchored });
  const ended = await endFormerRuns(site);
  await catchUp(site);
  // An operator was completing it by force when the loop was killed.
  if (journal.phase() === null) return;
  await refuseElsewhere(config, journal.state().branch, `resume the run ${site.run}`);
  const { tree } = await lookAtSources(config, journal.state());
  const { breaker } = journal.state();
  journal.write('run.resumed', {
    tree,
    ended,
    versions: VERSIONS,
    ...(unasked && { unasked }),
    ...(site.exitThreshold == null ? {} : { exit_threshold: site.exitThreshold }),
  });
  if (journal.chart().matches('needsHuman')) journal.write('operator.resumed', { by });
  recordBreaker(site, breaker);
  const allowance = unasked ? 'what is left of its allowance' : 'a new allowance of iterations';
  announce({ type: 'notice', text: `Resumed with ${allowance}; green runs start at 0.` });
};

const checkConfig = ({ run, config, journal }: RunSite): void => {
  if (isConfigOf(journal.state().configHash, config)) return;
  throw new RunError(
    `Cannot resume the run ${run}: the config changed since it began, or another dualgate began it. Restore ${config.path ?? 'it'}, or begin a new run with dualgate run --new.`,
  );
};
