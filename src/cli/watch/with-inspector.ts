/**
 * `--inspect`: serves the page of a run until the command ends. The address is printed, and not passed to a program: an agent
 * of the same user could read it there.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { type Inspector, serveInspector } from '../../inspector/server/serve-inspector.ts';
import { text, type Values } from '../command.ts';
import type { CommandIo } from '../terminal/io.ts';
import { operatorName } from '../operator-name.ts';
import { UsageError } from '../usage-error.ts';

type Receive = Inspector['receive'];

/** First the screen, then the page. */
export const joined =
  <T extends Parameters<Receive>[0]>(screen: (event: T) => void, receive: (event: T) => void) =>
  (event: T): void => {
    screen(event);
    receive(event);
  };

/** @param go - gets the listener for every event of the run @returns its exit code @throws {PageError} before it is called */
export const withInspector = async (
  config: Config,
  values: Values,
  io: CommandIo,
  go: (receive: Receive) => number | Promise<number>,
): Promise<number> => {
  if (values['inspect'] !== true) {
    if (values['port'] !== undefined) throw new UsageError("Option '--port' needs --inspect");
    return go(() => {});
  }
  const port = readPort(values);
  const inspector = await serveInspector({ config, port, by: operatorName(), background: true });
  try {
    io.complain(`Watch it: ${inspector.url}`);
    return await go(inspector.receive);
  } finally {
    await inspector.close();
  }
};

/** @throws {UsageError} for an invalid port */
export const readPort = (values: Values): number => {
  const given = text(values, 'port') ?? '0';
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw new UsageError(`--port must be a whole number from 0 to 65535 (got ${given})`);
};
