/**
 * `--inspect-stately`: shows a run in Stately's own inspector until it ends.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { createStatelyInspector } from '../../inspector/stately/create-stately-inspector.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { secretsOf } from '../../redact/secrets-of.ts';
import { serveStately } from '../../inspector/stately/serve-stately.ts';
import type { Values } from '../command.ts';
import type { CommandIo } from '../terminal/io.ts';

type Inspecting = Pick<RunOptions, 'inspect'>;

/** @param act - the run @throws {InspectorError} before it starts, if the server cannot start */
export const withStately = async <T>(
  config: Config,
  values: Values,
  io: CommandIo,
  act: (inspecting: Inspecting) => Promise<T>,
): Promise<T> => {
  if (values['inspect-stately'] !== true) return act({});
  const inspector = createStatelyInspector({ secrets: secretsOf(config, io.env) });
  const viewers = await serveStately(inspector);
  io.complain(`Stately's inspector: ${viewers.url}`);
  io.complain(`For a receiver of @statelyai/inspect: ${viewers.address}`);
  try {
    return await act({ inspect: inspector.inspect });
  } finally {
    await viewers.close();
  }
};
