/**
 * Asks the session of a run for the prompt of its turn, or for the reason why it has none.
 *
 * @module
 */
import { setTimeout as wait } from 'node:timers/promises';
import { askLine } from '../../channels/ask-line.ts';
import { ChannelError } from '../../channels/channel-error.ts';
import { ownChannelPlaces } from '../../channels/channel-folder.ts';
import type { Config } from '../../config/shape-config.ts';
import { readSessionAnswer, type SessionAnswer } from '../../session/session-protocol.ts';
import type { CommandIo } from '../terminal/io.ts';
import { findHolder } from './find-holder.ts';

interface Showing {
  /** The agent reads the answer. */
  readonly deliver: boolean;
  readonly timeoutMs: number;
}

const PAUSE_MS = 100;

/** The baseline is measured, or a long ledger read, first. `null` when the process has ended. */
export const untilShown = async (
  config: Config,
  options: Showing,
  io: CommandIo,
): Promise<{ readonly run: string; readonly answer: SessionAnswer } | null> => {
  for (;;) {
    const holder = await findHolder(config);
    if (holder === null) return null;
    const answer = await show(holder.run, options, io);
    if (answer !== null) return { run: holder.run, answer };
    await wait(PAUSE_MS);
  }
};

/** `null` when no session listens. */
const show = async (
  run: string,
  { deliver, timeoutMs }: Showing,
  { env }: Pick<CommandIo, 'env'>,
): Promise<SessionAnswer | null> => {
  for (const { sessionSocket: path } of ownChannelPlaces(run, env)) {
    try {
      return readSessionAnswer(await askLine({ path, line: JSON.stringify({ event: 'show', deliver }), timeoutMs }));
    } catch (error) {
      if (!(error instanceof ChannelError) || error.kind !== 'absent') throw error;
    }
  }
  return null;
};
