/**
 * Public names that are gone, as notes of a proof. Pure.
 *
 * @module
 */
import type { RemovedName } from '../evidence/removed-names.ts';
import { showCount } from '../text/amounts.ts';

/** A note each; more are counted. */
const MOST_NAMES = 20;

/** A name is described once, by the earlier time. */
export const describeRemoved = (found: readonly (RemovedName & { readonly since: string })[]): readonly string[] => {
  const names = found.filter(
    ({ path, name }, at) => found.findIndex((one) => one.path === path && one.name === name) === at,
  );
  return [
    ...names
      .slice(0, MOST_NAMES)
      .map(
        ({ path, name, since }) => `${path} no longer has the public name ${name}, which it had ${since}: read why.`,
      ),
    ...(names.length > MOST_NAMES ? [`And ${showCount(names.length - MOST_NAMES, 'more public name')} went.`] : []),
  ];
};
