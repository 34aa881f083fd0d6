/**
 * The help of `dualgate serve`: its options, examples and exit codes.
 *
 * @module
 */
import type { CommandHelp } from '../command.ts';
import { CONFIG_OPTION } from '../shared-options.ts';

export const serveHelp: CommandHelp = {
  options: {
    ...CONFIG_OPTION,
    port: {
      type: 'string',
      value: 'N',
      help: 'port of the service on 127.0.0.1; default: 9080. Keep it after a restart',
    },
    admin: { type: 'string', value: 'URL', help: 'admin address of restate-server; default: http://127.0.0.1:9070' },
  },
  notes: [
    'Keeps the leases of work items, for dualgate work --engine URL, and decides with the gates of this',
    'config again what the workers decide (docs/how-to/fleet.md).',
    'Needs restate-server, and the packages @restatedev/restate-sdk and @restatedev/xstate.',
    'Ctrl+C ends the service. Items continue when it is started again.',
  ],
  examples: ['dualgate serve', 'dualgate serve --port 9090'],
  exits: { 0: 'ended by Ctrl+C' },
};
