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
  openWorktree,
  planRun,
  type Unfinished,
} from '../../index.ts';
import { CONFIG_OPTION, type Command, type Values, WATCH_OPTIONS } from '../command.ts';
import { type CommandIo, EXIT } from '../io.ts';
import { openOwnConfig } from '../open-config.ts';
import { renderPlan } from '../render/plan.ts';
import { nameUnfinished, renderHalted } from '../render/unfinished.ts';
import { ASK_OPTION, checkAsk, watchAndAsk } from '../watch-and-ask.ts';
import { RUN_EXITS } from '../watch-run.ts';

export const runCommand: Command = {
  options: {
    ...CONFIG_OPTION,
    until: { type: 'string', value: 'PHASE', help: 'pause when this phase has been left' },
    new: { type: 'boolean', help: 'begin a new run, although the last one is not over' },
    'dry-run': { type: 'boolean', help: 'show commands, gates and the first prompt; spend nothing' },
    ...ASK_OPTION,
    ...WATCH_OPTIONS,
  },
  notes: [
    'A run that was killed, interrupted or paused goes on; one that is stuck or needs a person waits for dualgate resume.',
    'Ctrl+C lets the iteration finish and be recorded; a second one, or SIGTERM, ends it at once. Both can be resumed.',
    'With --dry-run it runs nothing: exit code 0 when a run could begin, 1 when it could not.',
  ],
  exits: RUN_EXITS,
  run: async (values, _operands, io) => {
    checkAsk(values, io);
    const own = openOwnConfig(values, io);
    if (values['dry-run'] === true) {
      const plan = await planRun(own);
      io.print(values['json'] === true ? JSON.stringify(plan) : renderPlan(plan));
      return plan.missing.length === 0 ? EXIT.ok : EXIT.no;
    }
    const there = followWorktree(own);
    const unfinished = values['new'] === true ? null : await findUnfinished(there);
    if (unfinished !== null) return goOnWith(unfinished, there, values, io);
    const config = await openWorktree(own, { onProgress: (says) => io.complain(says) });
    return watchAndAsk(config, {}, values, io);
  },
};

const goOnWith = (unfinished: Unfinished, config: Config, values: Values, io: CommandIo): number | Promise<number> => {
  const { run, how } = unfinished;
  if (!unfinished.goes_on && how !== 'killed') {
    io.complain(renderHalted(unfinished));
    return EXIT_CODES[how];
  }
  const says = `Going on with the run ${run}, which ${nameUnfinished(how)}. dualgate run --new begins a new one instead.`;
  return watchAndAsk(config, { resume: run, says }, values, io);
};
