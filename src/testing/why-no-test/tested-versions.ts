/**
 * The versions of the runners that dualgate's reporters were tested with. Of another one nobody knows what it reports: where
 * that is the cause, no turn of an agent is.
 *
 * @module
 */
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readWithoutWaiting } from '../command/package-scripts.ts';
import { type RunnerName, RUNNERS } from '../runners.ts';

const packageFile = z.looseObject({ version: z.string() });

/** `null` where the runner is one of those, or is not found. @param folder - absolute: where it runs */
export const findUntested = (runner: RunnerName, folder: string): string | null => {
  const { tested } = RUNNERS[runner];
  const version = tested === undefined ? null : readVersion(tested.package, folder);
  if (tested === undefined || version === null) return null;
  const major = Number(version.split('.')[0]);
  if (major >= tested.from && major <= tested.to) return null;
  const range = tested.from === tested.to ? `${tested.from}` : `${tested.from} to ${tested.to}`;
  return `${runner} ${version} is ${major > tested.to ? 'newer' : 'older'} than the versions that dualgate was tested with (${range})`;
};

/** Finds that sentence among the problems of a test run. */
export const UNTESTED = /^(\S+ \S+ is (?:newer|older) than the versions that dualgate was tested with .*)$/m;

/** The way out, for people. */
export const ADVICE_FOR_UNTESTED =
  'Install one of these, or set runner: tap or junit with a reporter of the runner itself.';

/** As Node finds a package: here, or in a folder above. */
const readVersion = (name: string, folder: string): string | null => {
  try {
    return packageFile.parse(JSON.parse(readWithoutWaiting(join(folder, 'node_modules', name, 'package.json'))))
      .version;
  } catch {
    const above = dirname(folder);
    return above === folder ? null : readVersion(name, above);
  }
};
