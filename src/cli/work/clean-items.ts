/**
 * `dualgate work clean`: removes the worktrees and branches of finished work.
 *
 * @module
 */
import { cleanWork, type CleanedWork } from '../../work/clean/clean-work.ts';
import type { KnownRun } from '../../work/clean/known-runs.ts';
import type { ItemReading } from '../../work-items/item-store.ts';
import type { Values } from '../command.ts';
import { joinPlain } from '../render/text/paint.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openForChange } from './item-context.ts';

export const cleanItems = async (values: Values, _operands: readonly string[], io: CommandIo): Promise<number> => {
  const { config, store } = await openForChange(values, io);
  const { items, broken } = await store.list();
  const dryRun = values['dry-run'] === true;
  const cleaned = await cleanWork({
    config,
    owned: items.flatMap((each) => runsOf(each, store.isRemote)),
    broken: broken.map(({ item }) => `the item ${item}`),
    dryRun,
  });
  io.print(
    values['json'] === true
      ? JSON.stringify({ ok: true, dry_run: dryRun, ...cleaned })
      : renderCleaned(cleaned, dryRun),
  );
  return EXIT.ok;
};

/** Every run that a worker began for it. */
const runsOf = ({ state: { item, phase }, ledger }: ItemReading, isRemote: boolean): readonly KnownRun[] => {
  const unfinished = phase === 'COMPLETED' ? null : `the item is in ${phase}`;
  const runs = ledger.records.flatMap((record) => (record.type === 'item.worked_on' ? [record.data.run] : []));
  const exits = ledger.records.flatMap((record) => (record.type === 'item.exited' ? [record.data] : []));
  return runs.map((run) => ({
    run,
    of: item,
    unfinished,
    // On a remote, its branch has another name.
    branch: isRemote ? null : (exits.find((exit) => exit.run === run)?.branch ?? null),
  }));
};

const LEDGER = ' Its ledger is in .dualgate/runs.';

/** A line each, for people; pure. */
const renderCleaned = ({ removed, kept }: CleanedWork, dryRun: boolean): string => {
  if (removed.length + kept.length === 0) return 'There is no worktree and no branch of a run.';
  const did = dryRun ? 'Would remove' : 'Removed';
  const nameOf = ({ what, name, of }: CleanedWork['removed'][number]): string =>
    `the ${what} ${name}${of === null ? '' : ` of ${of}`}`;
  return joinPlain([
    ...removed.map((each) => `${did} ${nameOf(each)}.${each.what === 'worktree' && !dryRun ? LEDGER : ''}`),
    ...kept.map((each) => `Kept ${nameOf(each)}: ${each.why}.`),
  ]);
};
