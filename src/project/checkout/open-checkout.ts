/**
 * The one way to a folder with the files of a commit or of a workspace: for the work tree of a run, copies for mutants
 * and reviewers, and clean checkouts for proof, merge and CI.
 */
import { symlink, writeFile, mkdir, realpath, rm } from 'node:fs/promises';
import { join, dirname, basename, relative } from 'node:path';
import type { ProcessEnd, ProcessOptions } from '../../base/processes/process-options.ts';
import { runProcess } from '../../base/processes/run-process.ts';
import {
  type CommitFile,
  type ReadObjects,
  findBuilds,
  listIgnored,
  type Checkout,
  type CheckoutQuestion,
  type CheckoutSource,
  type Inside,
  type OfCommit,
  type OfWorkspace,
} from './checkout.ts';
import { forEach, makeFolders, copySources } from './copy-files.ts';
import { runGit } from '../sources/git.ts';
import { isWithin } from '../../base/files/folders.ts';
import { makeTemporaryFolder } from '../../base/temporary-folder.ts';
import { runSuites } from '../../runners/run-suites.ts';
import { findGit, withGit } from './git-state.ts';
import { bringIgnored, linkSurroundings, lendDependencies } from './lend-packages.ts';
import { leadEnvironment, leadSuite } from './lead-here.ts';

interface Failed {
  readonly end: ProcessEnd['ended'];
  /** A clause: how it ended. */
  readonly why: string;
  /** The last words of it. */
  readonly said: string;
}

const SAID_LIMIT = 2_000;

/** `null` when it succeeded. @param how - with files of `stdout` and `stderr`, or none */
export const install = async (
  folder: string,
  how: Omit<ProcessOptions, 'cwd' | 'onStdout' | 'onStderr'>,
): Promise<Failed | null> => {
  let said = '';
  const listen = (chunk: Buffer): void => {
    said = `${said}${chunk.toString()}`.slice(-SAID_LIMIT);
  };
  const { ended, exit_code, signal, problem } = await runProcess({
    ...how,
    cwd: folder,
    onStdout: listen,
    onStderr: listen,
  });
  if (ended === 'exited' && exit_code === 0) return null;
  const why = problem ?? (ended === 'exited' ? `exit code ${exit_code ?? signal}` : ended.replaceAll('_', ' '));
  return { end: ended, why, said };
};

const LINK = '120000';
export const SUBMODULE = '160000';
const PROGRAM = '100755';
/** Contents that wait to be written. */
const AT_ONCE = 64;

/**
 * Writes the files into `folder`, where none of them is. Links come last, so that no file is written through one.
 * @returns the paths of submodules, which are in no commit of this repository and are omitted
 * @throws the file system's own error when a file cannot be written, or already exists
 */
const layOutCommit = async (
  folder: string,
  { files, read }: { readonly files: readonly CommitFile[]; readonly read: ReadObjects },
): Promise<readonly string[]> => {
  const present = files.filter(({ mode }) => mode !== SUBMODULE);
  const places = new Map<string, CommitFile[]>();
  for (const file of present) places.set(file.object, [...(places.get(file.object) ?? []), file]);
  await makeFolders(
    folder,
    present.map(({ path }) => path),
  );
  const links: Content[] = [];
  let waiting: Content[] = [];
  const write = async (): Promise<void> => {
    await forEach(waiting, ({ path, mode, content }) =>
      writeFile(join(folder, path), content, { flag: 'wx', mode: mode === PROGRAM ? 0o755 : 0o644 }),
    );
    waiting = [];
  };
  for await (const [object, content] of read([...places.keys()])) {
    for (const file of places.get(object) ?? []) (file.mode === LINK ? links : waiting).push({ ...file, content });
    if (waiting.length >= AT_ONCE) await write();
  }
  await write();
  for (const { path, content } of links) await symlink(Buffer.from(content), join(folder, path));
  return files.filter(({ mode }) => mode === SUBMODULE).map(({ path }) => path);
};

type Content = Pick<CommitFile, 'path' | 'mode'> & { readonly content: Uint8Array };

/** An index of our own is one plain file, and no replaced object is accepted. */
const AS_WRITER = ['-c', 'core.splitIndex=false', '-c', 'index.sparse=false'];
const BELIEVING = { GIT_NO_REPLACE_OBJECTS: '1' };

/** Without files: no filter, hook or conversion applies to those that are written then. */
const addWorktree = async (repository: string, place: string, commit: string): Promise<void> => {
  await mkdir(dirname(place), { recursive: true });
  const write = (folder: string, ...args: readonly string[]) =>
    runGit(folder, [...AS_WRITER, ...args], { env: BELIEVING });
  // Git keeps the place of a work tree that a person removed.
  await write(repository, 'worktree', 'add', '--force', '--quiet', '--detach', '--no-checkout', place, commit);
  await write(place, 'read-tree', commit);
};

/** From the work tree itself, which knows its repository. */
const removeWorktree = async (place: string): Promise<void> => {
  await runGit(place, ['worktree', 'remove', '--force', place]);
};

/**
 * The caller removes it, unless it is to stay.
 * @throws {WorkspaceError} when git refuses @throws the file system's own error when there is no room
 */
export const openCheckout = async (question: CheckoutQuestion): Promise<Checkout> => {
  const { from, at, sandbox } = question;
  const { remove, ...inside } = await makePlace(question);
  try {
    const found = await fill(question, inside);
    const workspace = 'workspace' in from ? from.workspace : inside.folder;
    return {
      ...inside,
      ...found,
      remove,
      run: async (suites, { mark, env = {}, ...how }) =>
        runSuites(
          suites.map((suite) => leadSuite(suite, workspace, inside)),
          {
            ...how,
            workspace: inside.folder,
            reportFolder: inside.reports,
            env: { ...(await leadEnvironment(process.env, workspace, inside)), ...env, DUALGATE_RUN: mark },
            ...(sandbox !== undefined && { launcherOf: (suite) => sandbox(inside, suite) }),
          },
        ),
    };
  } catch (error) {
    // Another process may have made a place that stays.
    if (typeof at === 'string') await remove();
    throw error;
  }
};

/** Removes it in any case. */
export const withCheckout = async <T>(
  question: CheckoutQuestion,
  use: (checkout: Checkout) => Promise<T>,
): Promise<T> => {
  const checkout = await openCheckout(question);
  try {
    return await use(checkout);
  } finally {
    await checkout.remove();
  }
};

type Place = Inside & Pick<Checkout, 'remove'>;

const makePlace = async ({ from, at, dependencies }: CheckoutQuestion): Promise<Place> => {
  const drop = (path: string) => (): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 5 });
  if (typeof at === 'string') {
    const base = await realpath(await makeTemporaryFolder(at));
    const root = join(base, basename(from.root) || 'workspace');
    const git = 'files' in from && dependencies === 'lend' ? await findGit(from.root, root) : null;
    return { ...placeIn(from, root), git, reports: join(base, '.reports of dualgate'), remove: drop(base) };
  }
  return { ...placeIn(from, at.worktree), remove: () => removeWorktree(at.worktree) };
};

const placeIn = (from: CheckoutSource, root: string): Inside => {
  const folder = join(root, relative(from.root, from.workspace));
  // The files around a copied workspace are linked.
  const [own, there] = 'commit' in from ? [from.root, root] : [from.workspace, folder];
  const pathIn = (path: string): string => (isWithin(own, path) ? join(there, relative(own, path)) : path);
  return { root, folder, pathIn, git: null, reports: `${root}.reports` };
};

type Filled = Pick<Checkout, 'missing' | 'builds' | 'bringBuilds' | 'submodules' | 'dependencies'>;

const NOTHING: Filled = {
  missing: [],
  builds: [],
  bringBuilds: () => Promise.resolve([]),
  submodules: [],
  dependencies: { lent: [], refused: [] },
};

const fill = async ({ from, at, dependencies }: CheckoutQuestion, inside: Inside): Promise<Filled> => {
  if ('files' in from) return fillWithCopy(from, inside, dependencies);
  const found = await fillWithCommit(from, inside, at);
  if (typeof dependencies === 'function') await dependencies(inside.folder);
  if (dependencies !== 'lend') return { ...NOTHING, ...found };
  const paths = from.commit.files.map(({ path }) => path);
  const lent = await lendDependencies(from.root, inside.root, paths, { own: from.root, pathIn: inside.pathIn });
  return { ...NOTHING, ...found, dependencies: lent };
};

const fillWithCommit = async ({ root, commit }: OfCommit, inside: Inside, at: CheckoutQuestion['at']) => {
  if (typeof at === 'object' && 'worktree' in at) await addWorktree(root, at.worktree, at.commit);
  else await mkdir(inside.root);
  const submodules = await layOutCommit(inside.root, commit);
  await mkdir(inside.folder, { recursive: true });
  // Suites and runners search for the root of a project by it; nothing of the repository's own content is copied.
  if (typeof at === 'string') await runGit(inside.root, ['init', '--quiet', '--template=']);
  return { submodules };
};

const fillWithCopy = async (
  { workspace, root, files, ignored: listed, without, fill: fillFurther }: OfWorkspace,
  inside: Inside,
  dependencies: CheckoutQuestion['dependencies'],
): Promise<Filled> => {
  const { folder, pathIn } = inside;
  await mkdir(folder, { recursive: true });
  await mkdir(inside.reports);
  const lends = dependencies === 'lend';
  await copySources(files, { from: workspace, to: folder, pathIn: lends ? pathIn : null });
  const ignored = lends ? (listed ?? (await listIgnored(workspace))) : [];
  const builds = without === undefined ? [] : await findBuilds({ workspace, without, names: ignored });
  const brought = ignored.filter((name) => !builds.includes(name));
  const missing = [...(await bringIgnored(workspace, brought, inside))];
  if (lends) await linkSurroundings({ workspace, root }, inside);
  const isRewritten = fillFurther !== undefined;
  const { git: toGit, root: toRoot } = inside;
  const git = toGit === null ? null : { root, workspace, toRoot, toGit, pathIn, isRewritten };
  if (!(await withGit(git, () => fillFurther?.(folder) ?? Promise.resolve(true))))
    missing.push('not all of the sources could be copied');
  return { ...NOTHING, missing, builds, bringBuilds: () => bringIgnored(workspace, builds, inside) };
};
