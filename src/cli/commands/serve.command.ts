/** `dualgate serve`: leases, and the charts and gates of a config, as a service of a Restate server. */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FleetError } from '../../queue/restate/fleet-error.ts';
import type * as Restate from '../../queue/restate/index.ts';
import { describeCause } from '../../base/text/describe-cause.ts';
import { type Command, optional, text } from '../command.ts';
import { openOwnConfig } from '../open-config.ts';
import { readPort } from '../watch/watch-and-ask.ts';
import { EXIT } from '../terminal/io.ts';

export const serveCommand: Command = {
  run: async (values, _operands, io) => {
    const config = openOwnConfig(values, io);
    const { serveFleet } = await loadRestate();
    const stopped = new Promise<void>((resolve) => io.onInterrupt(() => resolve()));
    const service = await serveFleet({
      config,
      ...(values['port'] === undefined ? {} : { port: readPort(values) }),
      ...optional('admin', text(values, 'admin')),
      onLog: (line) => io.complain(line),
    });
    io.print(`Serving the fleet at ${service.url}. Ctrl+C ends the service.`);
    await stopped;
    await service.close();
    return EXIT.ok;
  },
};

/** The library is built beside this program: it shares its XState with the adapter of Restate. */
const loadRestate = async (): Promise<typeof Restate> => {
  const url = new URL('./restate.js', import.meta.url);
  if (!existsSync(fileURLToPath(url)))
    throw new FleetError(
      `Cannot serve a fleet: ${fileURLToPath(url)} is not built. In a checkout, run npm run build:js.`,
    );
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the build of that file
    return (await import(url.href)) as typeof Restate;
  } catch (cause) {
    throw new FleetError(
      `Cannot serve a fleet: ${describeCause(cause)}. Run npm install @restatedev/restate-sdk@1.17 @restatedev/xstate@0.5.2 xstate.`,
      { cause },
    );
  }
};
