/**
 * The operator's end of a live run: a command queue, and its socket.
 *
 * @module
 */
import { ChannelError } from '../channels/channel-error.ts';
import { type LineServer, serveLines } from '../channels/line-server.ts';
import { endMarked } from '../processes/find-processes.ts';
import type { RunContext } from '../loop/run-context.ts';
import { carryOut } from './carry-out.ts';
import { createCommandQueue, type CommandQueue } from './command-queue.ts';

/** An accepted change may name many files. */
const MAX_COMMAND_BYTES = 1_048_576;

/** @param describe - what the loop is doing, in one sentence */
export const openCommandQueue = (context: RunContext, describe: () => string): CommandQueue =>
  createCommandQueue({
    describe,
    carryOut: (command) => carryOut(context, command),
    clear: async () => {
      const ended = await endMarked({ name: 'DUALGATE_RUN', value: context.run });
      for (const left of ended)
        context.emit({ type: 'notice', text: `Ended processes that the run had left running: ${left}` });
      return ended;
    },
  });

/** Listens for operator commands; without a socket the run continues, and reports it. */
export const listenForCommands = async (
  { channels, emit }: RunContext,
  { receive }: CommandQueue,
): Promise<LineServer | null> => {
  if (channels === null) return null;
  try {
    return await serveLines({ path: channels.operatorSocket, answer: receive, maxBytes: MAX_COMMAND_BYTES });
  } catch (error) {
    if (!(error instanceof ChannelError)) throw error;
    emit({ type: 'notice', text: `${error.message} The run continues without operator commands.` });
    return null;
  }
};
