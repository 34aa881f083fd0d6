/**
 * A site that leaves nothing behind: its journal is kept in memory. For whoever measures or asks once, outside of a run.
 *
 * @module
 */
import { bindGates, createTddMachine } from '../../machines/index.ts';
import type { ChannelPlaces } from '../channels/channel-folder.ts';
import type { Config } from '../config/shape-config.ts';
import { createMemoryLedger } from '../ledger/ledger.ts';
import { createSite } from '../loop/create-site.ts';
import { openJournal } from '../records/journal.ts';
import type { RunNews } from '../records/run-events.ts';
import type { RunFolders } from '../records/run-folders.ts';
import type { RunSite } from '../loop/run-site.ts';

/** @throws as `createSite` */
export const createPassingSite = ({
  run,
  config,
  folders,
  channels = null,
  announce,
}: {
  readonly run: string;
  readonly config: Config;
  readonly folders: RunFolders;
  /** @default null */
  readonly channels?: ChannelPlaces | null;
  readonly announce: (news: RunNews) => void;
}): RunSite => {
  const now = () => new Date();
  return createSite({
    run,
    config,
    folders,
    channels,
    journal: openJournal({
      machine: createTddMachine(config).provide(bindGates(config)),
      phases: config.phases.map(({ phase }) => phase),
      ledger: () => createMemoryLedger({ now }),
      onRecord: () => {},
      announce,
    }),
    until: null,
    announce,
    now,
  });
};
