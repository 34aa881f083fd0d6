/** `dualgate verify`: whether a ledger is unchanged, and whether the commits of the run agree with it. */
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { type CommitsVerification, verifyCommits } from '../../loop/commits/verify-commits.ts';
import { type Verification, verifyLedger } from '../../ledger/verify-ledger.ts';
import { joinPlain, plain } from '../render/paint.ts';
import { showCount } from '../../base/text/amounts.ts';
import { anchorFolder, readAnchor } from '../../ledger/anchor.ts';
import type { Config } from '../../project/config/config.ts';
import { followRuns } from '../../queue/list/read-work-list.ts';
import { LeaseError } from '../../queue/leases/lease.ts';
import { LedgerError } from '../../ledger/ledger-error.ts';
import { listFolders, readCurrentList } from '../../queue/list/lock-list.ts';
import { listRuns } from '../../view/read-run.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { FaultError, RunError } from '../../records/run-error.ts';
import { openItems } from '../../queue/items/open-items.ts';
import { verifyItems } from '../../queue/items/verify-items.ts';
import { type Command, type Values, UsageError } from '../command.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { openConfigOf, openOwnConfig } from '../open-config.ts';
import { isLikeRun, readRunOption } from '../run-id.ts';
import { renderVerifiedItem } from '../item-context.ts';

/** The reference that the ledger was compared with. */
interface HeldAgainst {
  /** Null if there are none, or if the ledger itself has problems. */
  readonly commits?: CommitsVerification | null;
  /** The folder that should have its anchor; null if the anchor is there. */
  readonly unanchored?: string | null;
}

/** @param run - its id */
export const renderVerification = (
  run: string,
  { ok, records, head, problems }: Verification,
  { commits = null, unanchored = null }: HeldAgainst = {},
): string =>
  joinPlain([
    ...(ok && head !== null
      ? [`The ledger of ${run} is intact: ${showCount(records, 'record')}, head ${head.hash.slice(0, 12)}.`]
      : [`The ledger of ${run} has problems:`, ...problems.map(renderProblem)]),
    ...(unanchored === null ? [] : [renderUnanchored(unanchored)]),
    ...(commits === null ? [] : renderCommits(commits)),
  ]);

const renderUnanchored = (folder: string): string =>
  `It has no anchor in ${folder}. Without one, missing records at its end and a rewritten chain are not found.`;

const renderCommits = ({ branch, commits, problems }: CommitsVerification): readonly string[] =>
  problems.length === 0
    ? [`${showCount(commits, 'commit')} on ${branch} ${commits === 1 ? 'agrees' : 'agree'} with the ledger.`]
    : [`The commits on ${branch} do not agree with the ledger:`, ...problems.map(renderProblem)];

const renderProblem = ({
  code,
  what,
  advice,
  offset = null,
}: {
  readonly code: string;
  readonly what: string;
  readonly advice: string;
  readonly offset?: number | null;
}) => `  - ${code}: ${what}${offset === null ? '' : ` (at byte ${offset})`}. ${advice}`;

export const verifyCommand: Command = {
  run: async (values, [file], io) => {
    const { all, run } = values;
    if ([all, run, file].filter((each) => each !== undefined).length > 1)
      throw new UsageError('Give only one of FILE, --run and --all');
    let holds = true;
    for (const { ok, answer, rendered } of await verifyAsked(values, file, io)) {
      if (values['json'] !== true) io.print(rendered);
      else if (answer !== null) io.print(JSON.stringify({ ...answer, ok }));
      holds &&= ok;
    }
    return holds ? EXIT.ok : EXIT.no;
  },
};

interface Verified {
  readonly ok: boolean;
  /** `null` for a line that only people read. */
  readonly answer: object | null;
  readonly rendered: string;
}

const verifyAsked = async (values: Values, file: string | undefined, io: CommandIo): Promise<readonly Verified[]> => {
  if (file !== undefined) return [await verifyFile(file, io)];
  const verified: Verified[] = [];
  for (const { folder, run } of await listAsked(values, io)) verified.push(await verify(folder, run, io));
  if (values['all'] !== true) return verified;
  const own = openOwnConfig(values, io);
  const items = await verifyAllItems(own, io);
  if (verified.length === 0 && items.length === 0) throw refuseNone(own.folder);
  return [...verified, ...items];
};

/** The ledgers of the work items, and last their number; nothing without an item. */
const verifyAllItems = async (own: Config, { env }: Pick<CommandIo, 'env'>): Promise<readonly Verified[]> => {
  const { store } = await openItems({ config: own, env });
  try {
    const items = await verifyItems(store);
    if (items.length === 0) return [];
    const broken = items.filter(({ ok }) => !ok).length;
    const found = broken === 0 ? 'all ledgers unchanged' : `${showCount(broken, 'ledger')} with a problem`;
    const sum = `${showCount(items.length, 'work item')}, ${found}.`;
    return [
      ...items.map((each) => ({ ok: each.ok, answer: each, rendered: plain(renderVerifiedItem(each)) })),
      { ok: true, answer: null, rendered: sum },
    ];
  } catch (error) {
    if (!(error instanceof LeaseError)) throw error;
    return [{ ok: false, answer: { item: null, problem: error.message }, rendered: plain(error.message) }];
  }
};

interface Asked {
  /** A run, or a task list. */
  readonly run: string;
  /** Its workspace. */
  readonly folder: string;
}

/** At least one, but for `--all`. @throws {RunError} when there is none */
const listAsked = async (values: Values, io: CommandIo): Promise<readonly Asked[]> => {
  if (values['all'] === true) return listAll(openOwnConfig(values, io));
  const named = await readRunOption(values, io);
  if (isList(named)) return [{ run: named, folder: openOwnConfig(values, io).folder }];
  const { folder } = await openConfigOf(named, values, io);
  const run = named ?? readCurrentRun(folder);
  if (run === null) throw refuseNone(folder);
  return [{ run, folder }];
};

/** Every run, in every work tree of the list, and the list. */
const listAll = async (own: Config): Promise<readonly Asked[]> => {
  const places = await followRuns(own).catch((error: unknown) => {
    // A list with a broken ledger names no other folders; its own verification reports the ledger.
    if (error instanceof LedgerError) return [own];
    throw error;
  });
  const runs = places.flatMap(({ folder }) => listRuns(folder).map((run) => ({ run, folder })));
  const list = readCurrentList(own.folder);
  return [...(list === null ? [] : [{ run: list, folder: own.folder }]), ...runs];
};

const refuseNone = (folder: string): RunError =>
  new RunError(`Cannot verify a ledger: there is no run in ${folder}. Start one with dualgate run.`);

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
    answer: { run, ledger, ...verification, anchored: anchor?.seq ?? null, commits },
    rendered: renderVerification(run, verification, { commits, unanchored: anchor === null ? anchors : null }),
  };
};

/** A ledger alone, anywhere. Its folder is named after its run, so that its anchor is used if this user has one. */
const verifyFile = async (file: string, { cwd, env }: Pick<CommandIo, 'cwd' | 'env'>) => {
  const ledger = resolve(cwd, file);
  if (!existsSync(ledger)) throw refuseFile(file, ledger);
  const run = basename(dirname(ledger));
  const anchors = anchorFolder(env);
  const anchor = isLikeRun(run) ? readAnchor(anchors, run) : null;
  const verification = await verifyLedger(ledger, anchor);
  return {
    ok: verification.ok,
    answer: { run: isLikeRun(run) ? run : null, ledger, ...verification, anchored: anchor?.seq ?? null, commits: null },
    rendered: renderVerification(file, verification, { unanchored: anchor === null ? anchors : null }),
  };
};

const refuseFile = (file: string, ledger: string): UsageError | RunError =>
  /^[A-Za-z0-9-]+$/.test(file)
    ? new UsageError(`Cannot find the file '${file}'. Name a run with --run ${file}`)
    : new RunError(`Cannot verify ${ledger}: there is no such file. Name a ledger.jsonl, or a run with --run RUN.`);

/** @param anchored - the anchored record, which proves that a ledger existed */
const refuseMissing = (run: string, folder: string, anchored: number | null): RunError => {
  if (anchored !== null)
    return new FaultError(
      `Cannot verify ${run}: its ledger is missing from ${folder}, although its record ${anchored} is anchored. Restore it from a copy, or start a new run.`,
    );
  const [it, place] = isList(run) ? ['the list', 'lists'] : ['the run', 'runs'];
  return new RunError(`Cannot find ${it} ${run}: it has no ledger in ${folder}. Choose one of .dualgate/${place}.`);
};
