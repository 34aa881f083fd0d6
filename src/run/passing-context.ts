/**
 * A run context without traces: its journal is kept in memory. For one measurement or one prompt outside of a run.
 *
 * @module
 */
import { bindGates, createTddMachine } from '../../machines/index.ts';
import type { ChannelPlaces } from '../channels/channel-folder.ts';
import type { Config } from '../config/shape-config.ts';
import { createMemoryLedger } from '../ledger/ledger.ts';
import { createRunContext } from '../loop/create-run-context.ts';
import { openJournal } from '../records/journal.ts';
import type { RunEventBody } from '../records/run-events.ts';
import type { RunFolders } from '../records/run-folders.ts';
import type { RunContext } from '../loop/run-context.ts';

/** @throws as `createSite` */
export const createPassingContext = ({
  run,
  config,
  folders,
  channels = null,
  emit,
}: {
  readonly run: string;
  readonly config: Config;
  readonly folders: RunFolders;
  /** @default null */
  readonly channels?: ChannelPlaces | null;
  readonly emit: (event: RunEventBody) => void;
}): RunContext => {
  const now = () => new Date();
  return createRunContext({
    run,
    config,
    folders,
    channels,
    journal: openJournal({
      machine: createTddMachine(config).provide(bindGates(config)),
      phases: config.phases.map(({ phase }) => phase),
      ledger: () => createMemoryLedger({ now }),
      onRecord: () => {},
      emit,
    }),
    until: null,
    emit,
    now,
  });
};
