/**
 * `dualgate worker`: works on the items of a fleet.
 *
 * @module
 */
import { resolve } from 'node:path';
import { createWorker, type WorkerEvent } from '../../../restate/worker/create-worker.ts';
import { type Command, text } from '../../command.ts';
import { readIngress } from '../../fleet/fleet-options.ts';
import { joinPlain } from '../../render/text/paint.ts';
import { EXIT } from '../../terminal/io.ts';
import { UsageError } from '../../usage-error.ts';

export const workerCommand: Command = {
  run: async (values, _operands, io) => {
    const checkouts = text(values, 'checkouts');
    if (checkouts === undefined) throw new UsageError("Option '--checkouts' is needed: a folder for its checkouts");
    const worker = createWorker({
      folder: resolve(io.cwd, checkouts),
      ingress: readIngress(values),
      drain: values['drain'] === true,
      onEvent: (event) => {
        const line = values['json'] === true ? JSON.stringify(event) : renderEvent(event);
        if (line !== null) io.print(line);
      },
    });
    io.onInterrupt(() => worker.interrupt());
    await worker.ended;
    return EXIT.ok;
  },
};

/** One line; `null` for events that are only for programs. */
const renderEvent = (event: WorkerEvent): string | null => {
  const line = sayEvent(event);
  return line === null ? null : joinPlain([`${event.item}: ${line}`]);
};

const sayEvent = (event: WorkerEvent): string | null => {
  switch (event.type) {
    case 'worker.claimed':
      return `claimed, turn ${event.turn}`;
    case 'worker.progress':
      return event.text;
    case 'worker.left':
      return event.why;
    case 'worker.run':
      return sayRunEvent(event.event);
  }
};

const sayRunEvent = (event: Extract<WorkerEvent, { readonly type: 'worker.run' }>['event']): string | null => {
  if (event.type === 'phase.entered') return event.phase;
  return event.type === 'notice' ? event.text : null;
};
