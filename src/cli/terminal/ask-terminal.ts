/** Asks one question in a terminal, with one line as the answer. */
import { createInterface } from 'node:readline';
import type { ReadStream, WriteStream } from 'node:tty';
import { setTimeout as wait } from 'node:timers/promises';
import { STOP_SIGNALS } from './io.ts';

/** Milliseconds in which input that was typed before the question arrives. */
const TYPED_AHEAD_MS = 100;

/** @returns `null` at the end of the input, at Ctrl+C, at any signal to stop, and if the terminal is closed */
export const askTerminal = async (question: string, input: ReadStream, output: WriteStream): Promise<string | null> => {
  await forgetTypedAhead(input);
  const reader = createInterface({ input, output, historySize: 0 });
  const stop = new AbortController();
  const giveUp = (): void => stop.abort();
  for (const signal of STOP_SIGNALS) process.on(signal, giveUp);
  try {
    return await new Promise((resolve) => {
      const noAnswer = (): void => resolve(null);
      stop.signal.addEventListener('abort', noAnswer, { once: true });
      reader
        .once('SIGINT', noAnswer)
        .once('close', noAnswer)
        .on('SIGTSTP', () => {});
      reader.once('error', noAnswer);
      input.once('error', noAnswer);
      reader.question(question, resolve);
    });
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, giveUp);
    reader.close();
    if (stop.signal.aborted || input.destroyed) output.write('\n');
  }
};

/** A key that was pressed before the question is no answer. */
const forgetTypedAhead = async (input: ReadStream): Promise<void> => {
  const forget = (): void => {};
  input.setRawMode(true);
  input.on('data', forget).resume();
  await wait(TYPED_AHEAD_MS);
  input.off('data', forget).pause();
  input.setRawMode(false);
};
