/** Starts a new run, or continues the one that has not ended. */
import type { Config } from '../../project/config/config.ts';
import type { Inspector } from '../../page/inspector/server/serve-inspector.ts';
import { nameStatus } from '../../records/events/say-command.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { EXIT_CODES } from '../../records/run-events.ts';
import { followWorktree } from '../../run/follow-worktree.ts';
import { openWorktree } from '../../run/open-worktree.ts';
import { readCheckpoint } from '../../view/read-checkpoint.ts';
import { findUnfinished, type Unfinished } from '../../view/find-unfinished.ts';
import type { Values } from '../command.ts';
import { plain } from '../render/paint.ts';
import { type CommandIo, fitIn } from '../terminal/io.ts';
import { watchAndAsk, withInspector } from './watch-and-ask.ts';

/** @returns the exit code */
export const startRun = (own: Config, values: Values, io: CommandIo): Promise<number> =>
  withInspector(own, values, io, (receive) => start(own, values, io, receive));

/** With `--until`, it may only have paused. */
export const hasCompleted = async (own: Config): Promise<boolean> =>
  (await findUnfinished(followWorktree(own))) === null;

type Receive = Inspector['receive'];

/** A new run, or the one that has not ended. */
const start = async (own: Config, values: Values, io: CommandIo, receive: Receive): Promise<number> => {
  const there = followWorktree(own);
  const unfinished = values['new'] === true ? null : await findUnfinished(there);
  if (unfinished !== null) return goOnWith(unfinished, there, { values, io, receive });
  const config = await openWorktree(own, { onProgress: (says) => io.complain(says) });
  return watchAndAsk(config, values['new'] === true ? {} : sayAgain(there, own.work.spec), values, io, receive);
};

/** A person who means the last run, for example with `--until`, should not take the new one for it. */
const sayAgain = ({ folder }: Config, spec: string): { readonly says?: string } => {
  const run = readCurrentRun(folder);
  const last = run === null ? undefined : readCheckpoint(run, runFolders(folder, run).ledger)?.status;
  return last?.spec === spec && last.ending?.status === 'completed'
    ? { says: `The run ${last.run} has completed ${spec} already: this is a new run.` }
    : {};
};

const goOnWith = async (
  unfinished: Unfinished,
  config: Config,
  { values, io, receive }: { readonly values: Values; readonly io: CommandIo; readonly receive: Receive },
): Promise<number> => {
  const { run, how } = unfinished;
  if (!unfinished.goes_on && how !== 'killed') {
    io.complain(await fitIn(io, renderHalted(unfinished)));
    return EXIT_CODES[how];
  }
  const says = `Resuming the run ${run}, which ${nameUnfinished(how)}. dualgate run --new starts a new one instead.`;
  return watchAndAsk(
    config,
    { resume: run, says, automatic: how === 'killed' || how === 'interrupted' },
    values,
    io,
    receive,
  );
};

/** How it ended: `which was killed`. */
const nameUnfinished = (how: Unfinished['how']): string => {
  switch (how) {
    case 'killed':
      return 'was killed or crashed';
    case 'interrupted':
    case 'paused':
    case 'aborted':
    case 'completed':
      return `was ${how}`;
    case 'stuck':
      return 'is stuck';
    case 'needs_human':
      return 'needs human input';
  }
};

/** Only a person resumes it. */
const renderHalted = ({ run, how, why }: Unfinished): string =>
  `Cannot start a run: ${run} has not completed (${how === 'killed' ? 'killed' : nameStatus(how)}: ${plain(why)}). Continue it with dualgate resume, or start a new one with dualgate run --new. dualgate status lists the other ways out.`;
