/**
 * Goes on with a run because the page said so, in the process that serves the page: Ctrl+C then means the run first, as with `dualgate resume`.
 *
 * @module
 */
import { configOfRun } from '../../records/config-of-run.ts';
import { createRun, type Run } from '../../run/create-run.ts';
import { DualgateError } from '../../../gates/errors.ts';
import { readStanding } from '../../view/read-run.ts';
import type { InspectorOptions } from '../../inspector/server/serve-inspector.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { announceInterrupts, type Interrupts } from './announce-interrupts.ts';
import type { CommandIo, StopSignal } from '../terminal/io.ts';
import { plain } from '../render/text/paint.ts';

type Resume = NonNullable<InspectorOptions['resume']>;

interface Resumption {
  readonly resume: Resume;
  /** @returns whether there is a run that the signal is for; it is interrupted, and the command ends with it */
  readonly hear: (signal: StopSignal) => boolean;
  /** Called when a run has ended that was interrupted. */
  readonly onEnd: (listener: () => void) => void;
}

export const createResumption = (onEvent: (event: RunEvent) => void, io: CommandIo): Resumption => {
  const say = (line: string): void => io.complain(plain(line));
  let going: { readonly run: Run; readonly interrupts: Interrupts; isInterrupted: boolean } | null = null;
  let isBeginning = false;
  let end = (): void => {};

  const follow = async (run: Run): Promise<void> => {
    try {
      const { status, why } = await run.ended;
      say(`${run.id} ended: ${status}. ${why}`);
    } catch (error) {
      say(error instanceof Error ? error.message : String(error));
    }
    const wasInterrupted = going?.isInterrupted === true;
    going?.interrupts.end();
    going = null;
    if (wasInterrupted) end();
  };

  const begin: Resume = async ({ run: id, config: place }, { by, reason }) => {
    if (going !== null) return { ok: false, said: `${going.run.id} goes on here already.` };
    if (place.list !== null)
      return { ok: false, said: `It is a task of a list. Go on with it in a terminal: dualgate resume ${id}` };
    const config = await configOfRun(place, id);
    if ((await readStanding(config, id)).phase === null) return { ok: false, said: 'Its work is over.' };
    const hear = (event: RunEvent): void => {
      going?.interrupts.follow(event);
      onEvent(event);
    };
    const run = createRun({ config, resume: id, by, says: `Resumed by ${by}: ${reason}`, onEvent: hear });
    going = { run, interrupts: announceInterrupts(run, say), isInterrupted: false };
    say(`${id} goes on.`);
    void follow(run);
    return { ok: true, said: 'It goes on, in the process that serves this page.' };
  };

  return {
    resume: async (found, order) => {
      // A button that is pressed twice, or on two pages: Ctrl+C means one run.
      if (isBeginning) return { ok: false, said: 'One begins to go on here already.' };
      isBeginning = true;
      try {
        return await begin(found, order);
      } catch (error) {
        if (!(error instanceof DualgateError)) throw error;
        return { ok: false, said: error.message };
      } finally {
        isBeginning = false;
      }
    },
    hear: (signal) => {
      if (going === null) return false;
      going.isInterrupted = true;
      going.interrupts.hear(signal);
      return true;
    },
    onEnd: (listener) => {
      end = listener;
    },
  };
};
