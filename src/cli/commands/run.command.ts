/**
 * `dualgate run`: the loop, from its beginning, or from where a run that was cut off stands.
 *
 * @module
 */
import {
  type Config,
  EXIT_CODES,
  findUnfinished,
  followWorktree,
  type Inspector,
  openWorktree,
  planRun,
  type Unfinished,
} from '../../index.ts';
import { type Command, text, type Values } from '../command.ts';
import { readThreshold } from '../exit-threshold.ts';
import { forceComplete } from '../force-complete.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openOwnConfig } from '../open-config.ts';
import { renderPlan } from '../render/plan.ts';
import { nameUnfinished, renderHalted } from '../render/unfinished.ts';
import { UsageError } from '../usage-error.ts';
import { checkAsk, refuseAskOfList, watchAndAsk } from '../watch/watch-and-ask.ts';
import { withInspector } from '../watch/with-inspector.ts';
import { planList, watchList } from '../work-list.ts';

export const runCommand: Command = {
  run: async (values, _operands, io) => {
    const shows = values['force-complete'] === true || values['dry-run'] === true;
    if (values['inspect'] === true && shows) throw new UsageError("Option '--inspect' needs a run that goes on");
    if (values['force-complete'] === true) return forceComplete(values, io);
    if (values['reason'] !== undefined) throw new UsageError("Option '--reason' needs --force-complete");
    checkAsk(values, io);
    const own = openOwnConfig(values, io);
    // Refused whatever there is to go on with.
    readThreshold(own, values, io);
    if (own.list !== null) refuseAskOfList(values);
    if (own.list !== null)
      return values['dry-run'] === true
        ? planList(own, values, io)
        : withInspector(own, values, io, (hear) => watchList(own, values, io, text(values, 'only'), hear));
    if (values['only'] !== undefined) throw new UsageError("Option '--only' needs a list in the config (work.specs)");
    if (values['dry-run'] === true) {
      const plan = await planRun(own);
      io.print(values['json'] === true ? JSON.stringify(plan) : renderPlan(plan));
      return plan.missing.length === 0 ? EXIT.ok : EXIT.no;
    }
    return withInspector(own, values, io, (hear) => begin(own, values, io, hear));
  },
};

type Hear = Inspector['hear'];

/** A new run, or the one that is not over. */
const begin = async (own: Config, values: Values, io: CommandIo, hear: Hear): Promise<number> => {
  const there = followWorktree(own);
  const unfinished = values['new'] === true ? null : await findUnfinished(there);
  if (unfinished !== null) return goOnWith(unfinished, there, { values, io, hear });
  const config = await openWorktree(own, { onProgress: (says) => io.complain(says) });
  return watchAndAsk(config, {}, values, io, hear);
};

const goOnWith = (
  unfinished: Unfinished,
  config: Config,
  { values, io, hear }: { readonly values: Values; readonly io: CommandIo; readonly hear: Hear },
): number | Promise<number> => {
  const { run, how } = unfinished;
  if (!unfinished.goes_on && how !== 'killed') {
    io.complain(renderHalted(unfinished));
    return EXIT_CODES[how];
  }
  const says = `Going on with the run ${run}, which ${nameUnfinished(how)}. dualgate run --new begins a new one instead.`;
  return watchAndAsk(
    config,
    { resume: run, says, unasked: how === 'killed' || how === 'interrupted' },
    values,
    io,
    hear,
  );
};
