/** `dualgate verify`: whether a ledger is unchanged, and whether the commits of the run agree with it. */
import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { CommitsVerification } from '../../loop/commits/verify-commits.ts';
import { type Verification, verifyLedger } from '../../ledger/verify-ledger.ts';
import { joinPlain } from '../render/paint.ts';
import { showCount } from '../../base/text/amounts.ts';
import { anchorFolder, readAnchor } from '../../ledger/anchor.ts';
import { listFolders } from '../../queue/list/list-folders.ts';
import { readRecordedCommits } from '../../records/recorded-commits.ts';
import { readCurrentRun, runFolders } from '../../records/run-folders.ts';
import { FaultError, RunError } from '../../records/run-error.ts';
import { type Command, type Values, UsageError } from '../command.ts';
import { findRecorded, openPlace } from '../find-place.ts';
import { type CommandIo, EXIT } from '../terminal/io.ts';
import { isLikeRun, readRunOption } from '../run-id.ts';
import type { Asked, Verified } from '../verify-all.ts';

/** The reference that the ledger was compared with. */
interface HeldAgainst {
  /** Null if there are none, or if the ledger itself has problems. */
  readonly commits?: CommitsVerification | null;
  /** The folder that should have its anchor; null if the anchor is there. */
  readonly unanchored?: string | null;
}

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

const verifyAsked = async (values: Values, file: string | undefined, io: CommandIo): Promise<readonly Verified[]> => {
  if (file !== undefined) return [await verifyFile(file, io)];
  if (values['all'] !== true) {
    const { folder, run } = await findAsked(values, io);
    return [await verify(folder, run, io)];
  }
  const { listAll, verifyAllItems } = await import('../verify-all.ts');
  const own = (await import('../open-config.ts')).openOwnConfig(values, io);
  const verified: Verified[] = [];
  for (const { folder, run } of await listAll(own)) verified.push(await verify(folder, run, io));
  const items = await verifyAllItems(own, io);
  if (verified.length === 0 && items.length === 0) throw refuseNone(own.folder);
  return [...verified, ...items];
};

/** @throws {RunError} when there is none */
const findAsked = async (values: Values, io: CommandIo): Promise<Asked> => {
  const named = await readRunOption(values, io);
  if (isList(named))
    return { run: named, folder: (await import('../open-config.ts')).openOwnConfig(values, io).folder };
  const folder = findRecorded(values, io) ?? (await openPlace(named, values, io)).folder;
  const run = named ?? readCurrentRun(folder);
  if (run === null) throw refuseNone(folder);
  return { run, folder };
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
  const recorded = verification.ok && !isList(run) ? await readRecordedCommits(ledger) : null;
  const commits =
    recorded === null
      ? null
      : await (await import('../../loop/commits/verify-commits.ts')).verifyRecorded(folder, recorded);
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
