/**
 * `dualgate run`: the loop, from its beginning.
 *
 * @module
 */
import { type Config, createRun, followWorktree, openWorktree, planRun, readStanding } from '../../index.ts';
import { CONFIG_OPTION, type Command, optional, text, WATCH_OPTIONS } from '../command.ts';
import { EXIT } from '../io.ts';
import { openOwnConfig } from '../open-config.ts';
import { renderPlan } from '../render/plan.ts';
import { RUN_EXITS, watchRun } from '../watch-run.ts';

export const runCommand: Command = {
  options: {
    ...CONFIG_OPTION,
    until: { type: 'string', value: 'PHASE', help: 'pause when this phase has been left' },
    'dry-run': { type: 'boolean', help: 'show commands, gates and the first prompt; spend nothing' },
    ...WATCH_OPTIONS,
  },
  notes: [
    'Ctrl+C lets the iteration finish and be recorded; a second one ends everything at once. Both can be resumed.',
    'With --dry-run it runs nothing: exit code 0 when a run could begin, 1 when it could not.',
  ],
  exits: RUN_EXITS,
  run: async (values, _operands, io) => {
    const own = openOwnConfig(values, io);
    if (values['dry-run'] === true) {
      const plan = await planRun(own);
      io.print(values['json'] === true ? JSON.stringify(plan) : renderPlan(plan));
      return plan.missing.length === 0 ? EXIT.ok : EXIT.no;
    }
    const unfinished = await findUnfinished(followWorktree(own));
    if (unfinished !== null)
      io.complain(`Beginning a new run. The work of ${unfinished} is not over: dualgate resume would go on with it.`);
    const config = await openWorktree(own, { onProgress: (says) => io.complain(says) });
    return watchRun(
      (onEvent) => createRun({ config, onEvent, ...optional('until', text(values, 'until')) }),
      values,
      io,
    );
  },
};

/** Only for a hint: a run that cannot be read is none to go on with. */
const findUnfinished = async (config: Config): Promise<string | null> => {
  const before = await readStanding(config).catch(() => null);
  return before === null || before.phase === null ? null : before.run;
};
