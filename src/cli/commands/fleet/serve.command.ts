/**
 * `dualgate serve`: the charts and gates of a config, as a service of a Restate server.
 *
 * @module
 */
import { type Command, optional, text } from '../../command.ts';
import { readDuration } from '../../fleet/fleet-options.ts';
import { loadRestate } from '../../fleet/load-restate.ts';
import { openOwnConfig } from '../../open-config.ts';
import { readPort } from '../../watch/with-inspector.ts';
import { EXIT } from '../../terminal/io.ts';

export const serveCommand: Command = {
  run: async (values, _operands, io) => {
    const leaseMs = readDuration(values, 'lease');
    const config = openOwnConfig(values, io);
    const { serveFleet } = await loadRestate();
    const stopped = new Promise<void>((resolve) => io.onInterrupt(() => resolve()));
    const service = await serveFleet({
      config,
      ...(values['port'] === undefined ? {} : { port: readPort(values) }),
      ...(leaseMs === undefined ? {} : { leaseMs }),
      ...optional('admin', text(values, 'admin')),
      onLog: (line) => io.complain(line),
    });
    io.print(`Serving the fleet at ${service.url}. Ctrl+C ends the service.`);
    await stopped;
    await service.close();
    return EXIT.ok;
  },
};
