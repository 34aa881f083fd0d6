/**
 * `dualgate worker`: works on the items of a fleet.
 *
 * @module
 */
import { resolve } from 'node:path';
import { createWorker, type WorkerEvent } from '../../../restate/worker/create-worker.ts';
import { type Command, text } from '../../command.ts';
import { readIngress } from '../../fleet/fleet-options.ts';
import { renderInPipe } from '../../render/said-lines.ts';
import { createPaint, joinPlain } from '../../render/text/paint.ts';
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
        for (const line of values['json'] === true ? [JSON.stringify(event)] : renderEvent(event)) io.print(line);
      },
    });
    io.onInterrupt(() => worker.interrupt());
    await worker.ended;
    return EXIT.ok;
  },
};

const renderEvent = (event: WorkerEvent): readonly string[] =>
  linesOf(event).map((line) => joinPlain([`${event.item}: `, line]));

const linesOf = (event: WorkerEvent): readonly string[] => {
  switch (event.type) {
    case 'worker.claimed':
      return [`claimed, turn ${event.turn}`];
    case 'worker.progress':
      return [event.text];
    case 'worker.left':
      return [event.why];
    case 'worker.run':
      return renderInPipe(event.event, createPaint(false));
  }
};
