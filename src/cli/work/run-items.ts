/**
 * `dualgate work run`: a worker, on the screen of a run.
 *
 * @module
 */
import { hostname } from 'node:os';
import { createWorker } from '../../work-items/worker/create-worker.ts';
import { text, type Values } from '../command.ts';
import type { CommandIo } from '../terminal/io.ts';
import { watchRun } from '../watch/watch-run.ts';
import { openForChange, readLease } from './item-context.ts';

export const runItems = async (values: Values, _operands: readonly string[], io: CommandIo): Promise<number> => {
  const context = await openForChange(values, io);
  const { config, store, line, witness } = context;
  return watchRun(
    (onEvent) =>
      createWorker({
        config,
        items: { store, line, witness },
        name: text(values, 'worker') ?? `${hostname()}-${process.pid}`,
        env: io.env,
        ttlMs: readLease(context),
        once: values['once'] === true,
        waits: values['no-wait'] !== true,
        stays: values['stay'] === true,
        onEvent,
      }),
    values,
    io,
  );
};
