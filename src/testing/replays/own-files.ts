/**
 * Files that a runner writes for its next run: below its own package, as vitest does when it checks types, or compiled into
 * a folder that anybody can write to. They are named, not frozen, and a test run reads none of another one.
 *
 * @module
 */
import { lstat, rm } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { askRunners } from '../ask-runners.ts';
import { findInstalled } from '../command/installed-package.ts';

const OWN = askRunners(({ tested, frozen }) =>
  tested === undefined ? [] : (frozen?.writes ?? []).map((path) => ({ package: tested.package, path })),
);

/** Whether a path, absolute, is such a file. */
export const isOwnFile = (path: string): boolean => {
  const name = path.split(sep).join('/');
  return OWN.some((own) => name.endsWith(`/node_modules/${own.package}/${own.path}`));
};

const COMPILED = askRunners(({ compiled }) => compiled);

interface OwnFiles {
  /** Every file that could not be removed, in a sentence each. */
  readonly problems: readonly string[];
  /** Has runners compile into a folder of this test run alone. */
  readonly env: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}

/** To be called before a test run. @param folder - absolute: where the tests run */
export const forgetOwnFiles = async (folder: string, reportFolder: string): Promise<OwnFiles> => {
  const compiled = join(reportFolder, 'compiled');
  const remove = () => rm(compiled, { recursive: true, force: true });
  await remove();
  const places = OWN.flatMap((own) => {
    const found = findInstalled(own.package, folder);
    return found === null ? [] : [join(found.place, own.path)];
  });
  const problems = await Promise.all(places.map(removeFile));
  return { problems: problems.flat(), env: Object.fromEntries(COMPILED.map((name) => [name, compiled])), remove };
};

const removeFile = async (place: string): Promise<readonly string[]> => {
  await rm(place, { force: true }).catch(() => {});
  const isThere = await lstat(place).then(
    () => true,
    () => false,
  );
  return isThere ? [`${place} is a cache of an earlier test run and cannot be removed: remove it`] : [];
};
