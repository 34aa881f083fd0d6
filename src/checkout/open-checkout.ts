/**
 * The one way to a folder with the files of a commit or of a workspace: for the work tree of a run, copies for mutants and
 * reviewers, and clean checkouts for proof, merge and CI.
 *
 * @module
 */
import { mkdir, realpath, rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { isWithin } from '../processes/is-within.ts';
import { runGit } from '../sources/git.ts';
import { makeTemporaryFolder } from '../temporary/temporary-folder.ts';
import { runSuites } from '../testing/run-suites.ts';
import { findBuilds } from './builds.ts';
import { listIgnored } from './caches.ts';
import type { Checkout, CheckoutQuestion, CheckoutSource, Inside, OfCommit, OfWorkspace } from './checkout.ts';
import { copySources } from './copy-files.ts';
import { findGit, withGit } from './git-state.ts';
import { bringIgnored, linkSurroundings } from './copy-workspace.ts';
import { layOutCommit } from './lay-out-commit.ts';
import { leadEnvironment, leadSuite } from './lead-here.ts';
import { lendDependencies } from './lend-packages.ts';
import { addWorktree, removeWorktree } from './lasting-place.ts';

/**
 * The caller removes it, unless it is to stay.
 *
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
      run: async (suites, { mark, ...how }) =>
        runSuites(
          suites.map((suite) => leadSuite(suite, workspace, inside)),
          {
            ...how,
            workspace: inside.folder,
            reportFolder: inside.reports,
            env: { ...(await leadEnvironment(process.env, workspace, inside)), DUALGATE_RUN: mark },
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
