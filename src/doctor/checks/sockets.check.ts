/**
 * Can the sockets of a run be opened, reachable only by this user? They are removed again.
 *
 * @module
 */
import { dirname } from 'node:path';
import { ChannelError } from '../../channels/channel-error.ts';
import { openChannelFolder, removeChannelFolder } from '../../channels/channel-folder.ts';
import { serveLines } from '../../channels/line-server.ts';
import type { Check } from '../check.ts';
import { ok, problemOf } from '../finding.ts';

export const socketsCheck: Check = {
  name: 'sockets',
  needs: [],
  look: async ({ folder, run }) => {
    try {
      const places = openChannelFolder(run, folder);
      try {
        const server = await serveLines({ path: places.operatorSocket, answer: () => '' });
        await server.close();
      } finally {
        removeChannelFolder(places);
      }
      return ok(`a run can receive commands and signals in ${dirname(places.folder)}`);
    } catch (error) {
      if (error instanceof ChannelError) return problemOf(error.message);
      throw error;
    }
  },
};
