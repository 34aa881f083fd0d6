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
import { CONFIG_OPTION, type Command, text, type Values, WATCH_OPTIONS } from '../command.ts';
import { readThreshold, THRESHOLD_NOTE, THRESHOLD_OPTION } from '../exit-threshold.ts';
import { forceComplete } from '../force-complete.ts';
import { type CommandIo, EXIT } from '../io.ts';
import { STATELY_OPTION } from '../inspect-stately.ts';
import { openOwnConfig } from '../open-config.ts';
import { renderPlan } from '../render/plan.ts';
import { nameUnfinished, renderHalted } from '../render/unfinished.ts';
import { UsageError } from '../usage-error.ts';
import { ASK_OPTION, checkAsk, refuseAskOfList, watchAndAsk } from '../watch-and-ask.ts';
import { RUN_EXITS } from '../watch-run.ts';
import { INSPECT_NOTE, INSPECT_OPTIONS, withInspector } from '../with-inspector.ts';
import { planList, watchList } from '../work-list.ts';

export const runCommand: Command = {
  options: {
    ...CONFIG_OPTION,
    ...THRESHOLD_OPTION,
    'force-complete': {
      type: 'boolean',
      help: 'leave every phase of the current run by a forced exit; needs --reason',
    },
    reason: { type: 'string', short: 'm', value: 'TEXT', help: 'with --force-complete: why; recorded for ever' },
    until: { type: 'string', value: 'PHASE', help: 'pause when this phase has been left' },
    only: { type: 'string', value: 'TASK', help: 'of a list: this task alone, once more; by its spec, name or run' },
    new: { type: 'boolean', help: 'begin a new run or list, although the last one is not over' },
    'dry-run': { type: 'boolean', help: 'show commands, gates and the first prompt; spend nothing' },
    ...ASK_OPTION,
    ...INSPECT_OPTIONS,
    ...STATELY_OPTION,
    ...WATCH_OPTIONS,
  },
  notes: [
    'A run that was killed, interrupted or paused goes on; one that is stuck or needs a person waits for dualgate resume.',
    'Ctrl+C lets the iteration finish and be recorded; a second one, or SIGTERM, ends it at once. Both can be resumed.',
    'Of a list of work it begins the first task, or goes on with the list that is not all done (docs/how-to/a-night.md).',
    THRESHOLD_NOTE,
    INSPECT_NOTE,
    'With --dry-run it runs nothing: exit code 0 when a run could begin, 1 when it could not.',
  ],
  exits: RUN_EXITS,
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
