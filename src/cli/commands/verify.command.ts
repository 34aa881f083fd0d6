/**
 * `dualgate verify`: is the ledger as it was written, and do the commits of the run say the same?
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { anchorFolder, readAnchor } from '../../ledger/anchor.ts';
import type { Config } from '../../config/shape-config.ts';
import { followRuns } from '../../work/follow-run.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { listFolders, readCurrentList } from '../../work/list-folders.ts';
import { listRuns } from '../../view/list-runs.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { RunError } from '../../records/run-error.ts';
import { verifyCommits } from '../../loop/commits/verify-commits.ts';
import { verifyLedger } from '../../ledger/verify-ledger.ts';
import type { Command, Values } from '../command.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openConfigOf, openOwnConfig } from '../open-config.ts';
import { renderVerification } from '../render/verification.ts';
import { parseRunId } from '../run-id.ts';
import { UsageError } from '../usage-error.ts';

export const verifyCommand: Command = {
  run: async (values, [operand], io) => {
    let holds = true;
    for (const { run, folder } of await listAsked(values, parseRunId(operand), io)) {
      const { ok, told, rendered } = await verify(folder, run, io);
      io.print(values['json'] === true ? JSON.stringify({ ...told, ok }) : rendered);
      holds &&= ok;
    }
    return holds ? EXIT.ok : EXIT.no;
  },
};

interface Asked {
  /** A run, or a list of work. */
  readonly run: string;
  /** Where it works. */
  readonly folder: string;
}

/** At least one. @throws {RunError} when there is none */
const listAsked = async (values: Values, named: string | undefined, io: CommandIo): Promise<readonly Asked[]> => {
  if (values['all'] === true && named !== undefined) throw new UsageError("Give RUN or '--all', not both");
  if (isList(named)) return [{ run: named, folder: openOwnConfig(values, io).folder }];
  if (values['all'] === true) return listAll(openOwnConfig(values, io));
  const { folder } = await openConfigOf(named, values, io);
  const run = named ?? readCurrentRun(folder);
  if (run === null) throw refuseNone(folder);
  return [{ run, folder }];
};

/** Every run, in whatever work tree of a list, and the list. */
const listAll = async (own: Config): Promise<readonly Asked[]> => {
  const places = await followRuns(own).catch((error: unknown) => {
    // Which other folders there are stands in a list that does not hold: that comes out when it is verified itself.
    if (error instanceof LedgerError) return [own];
    throw error;
  });
  const runs = places.flatMap(({ folder }) => listRuns(folder).map((run) => ({ run, folder })));
  const list = readCurrentList(own.folder);
  if (runs.length === 0 && list === null) throw refuseNone(own.folder);
  return [...(list === null ? [] : [{ run: list, folder: own.folder }]), ...runs];
};

const refuseNone = (folder: string): RunError =>
  new RunError(`Cannot verify: no run was begun in ${folder}. Begin one with dualgate run.`);

const isList = (run: string | undefined): run is string => run?.startsWith('list-') === true;

const verify = async (folder: string, run: string, { env }: Pick<CommandIo, 'env'>) => {
  const { ledger } = isList(run) ? listFolders(folder, run) : runFolders(folder, run);
  const anchors = anchorFolder(env);
  const anchor = readAnchor(anchors, run);
  if (!existsSync(ledger)) throw refuseMissing(run, folder, anchor?.seq ?? null);
  const verification = await verifyLedger(ledger, anchor);
  const commits = verification.ok && !isList(run) ? await verifyCommits(folder, ledger) : null;
  return {
    ok: verification.ok && (commits === null || commits.problems.length === 0),
    told: { run, ledger, ...verification, anchored: anchor?.seq ?? null, commits },
    rendered: renderVerification(run, verification, { commits, unanchored: anchor === null ? anchors : null }),
  };
};

/** @param anchored - the record that was anchored: then there was a ledger */
const refuseMissing = (run: string, folder: string, anchored: number | null): RunError =>
  new RunError(
    anchored === null
      ? `Cannot find ${isList(run) ? 'the list' : 'the run'} ${run}: it has no ledger in ${folder}. Choose one of .dualgate/${isList(run) ? 'lists' : 'runs'}.`
      : `Cannot verify ${run}: its ledger is gone from ${folder}, and record ${anchored} of it was anchored. Restore it from a copy, or start a new run.`,
  );
