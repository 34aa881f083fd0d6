/**
 * A server on a socket of the file system that only its user can reach.
 *
 * @module
 */
import { chmodSync } from 'node:fs';
import type { Server } from 'node:net';
import { ChannelError } from './channel-error.ts';
import { describeCause } from '../text/describe-cause.ts';

/** @param path - absolute; nothing may be there @throws {ChannelError} `unusable` when it cannot listen */
export const listenOn = async (server: Server, path: string): Promise<void> => {
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    chmodSync(path, 0o600);
  } catch (cause) {
    const said = describeCause(cause);
    throw new ChannelError('unusable', `Cannot listen on ${path}: ${said}. Check the folder and its permissions.`, {
      cause,
    });
  }
};
