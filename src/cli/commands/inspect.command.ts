/** `dualgate inspect`: the page of a run that is active, or of one that has ended. */
import { configOfRun } from '../../records/hash-config.ts';
import { createRun, type Run } from '../../run/create-run.ts';
import { DualgateError } from '../../../gates/errors.ts';
import { readRunSummary } from '../../view/read-run.ts';
import { type InspectorOptions, type Inspector, serveInspector } from '../../page/inspector/server/serve-inspector.ts';
import type { RunEvent } from '../../records/run-events.ts';
import { emitInterrupts, type Interrupts } from '../watch/watch-run.ts';
import { type CommandIo, type StopSignal, EXIT } from '../terminal/io.ts';
import { plain } from '../render/paint.ts';
import { describeCause } from '../../base/text/describe-cause.ts';
import { findDefaultRun } from '../../run/operator/choose-run.ts';
import { noRunStarted } from '../../records/run-error.ts';
import { followRun } from '../../queue/list/read-work-list.ts';
import { openItems } from '../../queue/items/open-items.ts';
import type { Config } from '../../project/config/config.ts';
import type { Command } from '../command.ts';
import { openOwnConfig } from '../open-config.ts';
import { operatorName } from '../watch/options-of-run.ts';
import { readRunOption } from '../run-id.ts';
import { readPort } from '../watch/watch-and-ask.ts';

type Resume = NonNullable<InspectorOptions['resume']>;

interface Resumption {
  readonly resume: Resume;
  /** @returns whether a run is active here; the signal interrupts it, and the command ends with it */
  readonly receive: (signal: StopSignal) => boolean;
  /** Called when an interrupted run has ended. */
  readonly onEnd: (listener: () => void) => void;
}

/** Resumes a run by a command of the page, in the process of the server. Ctrl+C then interrupts the run first. */
export const createResumption = (onEvent: (event: RunEvent) => void, io: CommandIo): Resumption => {
  const say = (line: string): void => io.complain(plain(line));
  let going: { readonly run: Run; readonly interrupts: Interrupts; isInterrupted: boolean } | null = null;
  let isStarting = false;
  let end = (): void => {};

  const follow = async (run: Run): Promise<void> => {
    try {
      const { status, why } = await run.ended;
      say(`${run.id} ended: ${status}. ${why}`);
    } catch (error) {
      say(describeCause(error));
    }
    const wasInterrupted = going?.isInterrupted === true;
    going?.interrupts.end();
    going = null;
    if (wasInterrupted) end();
  };

  const start: Resume = async ({ run: id, config: place, item }, { by, reason }) => {
    if (going !== null) return { ok: false, said: `${going.run.id} is already active here.` };
    if (item !== undefined)
      return { ok: false, said: `It works on the work item ${item}. A worker resumes it: dualgate work run` };
    if (place.list !== null)
      return { ok: false, said: `It is a task of a list. Resume it in a terminal: dualgate resume --run ${id}` };
    const config = await configOfRun(place, id);
    if ((await readRunSummary(config, id)).phase === null) return { ok: false, said: 'The run has ended.' };
    const receive = (event: RunEvent): void => {
      going?.interrupts.follow(event);
      onEvent(event);
    };
    const run = createRun({ config, resume: id, by, says: `Resumed by ${by}: ${reason}`, onEvent: receive });
    going = { run, interrupts: emitInterrupts(run, say), isInterrupted: false };
    say(`${id} is active.`);
    void follow(run);
    return { ok: true, said: 'The run is active, in the process of this page.' };
  };

  return {
    resume: async (found, command) => {
      // A button can be pressed twice; Ctrl+C is for one run.
      if (isStarting) return { ok: false, said: 'A run is already being resumed here.' };
      isStarting = true;
      try {
        return await start(found, command);
      } catch (error) {
        if (!(error instanceof DualgateError)) throw error;
        return { ok: false, said: error.message };
      } finally {
        isStarting = false;
      }
    },
    receive: (signal) => {
      if (going === null) return false;
      going.isInterrupted = true;
      going.interrupts.receive(signal);
      return true;
    },
    onEnd: (listener) => {
      end = listener;
    },
  };
};

export const inspectCommand: Command = {
  run: async (values, _operands, io) => {
    const port = readPort(values);
    const own = openOwnConfig(values, io);
    const given = await readRunOption(values, io);
    const place = await followRun(own, given);
    const run = given ?? findDefaultRun(place);
    // Without a run, the page shows the work items.
    if (run === null && !(await hasItems(own, io))) throw noRunStarted(place.folder);
    // A ledger that does not verify is not shown; the error is printed here.
    if (given !== undefined) await readRunSummary(place, run);
    let receive: Inspector['receive'] = () => {};
    const resumption = createResumption((event) => receive(event), io);
    const by = operatorName();
    const inspector = await serveInspector({ config: own, port, by, resume: resumption.resume });
    ({ receive } = inspector);
    const url = run === null ? inspector.url : `${inspector.url}&run=${run}`;
    io.print(values['json'] === true ? JSON.stringify({ v: 1, url, run }) : url);
    if (values['json'] !== true) io.complain('Open it in a browser. Ctrl+C ends the server.');
    await new Promise<void>((resolve) => {
      io.onInterrupt((signal) => resumption.receive(signal) || resolve());
      resumption.onEnd(resolve);
    });
    await inspector.close();
    return EXIT.ok;
  },
};

const hasItems = async (config: Config, { env }: CommandIo): Promise<boolean> => {
  const { store } = await openItems({ config, env });
  return (await store.names()).length > 0;
};
