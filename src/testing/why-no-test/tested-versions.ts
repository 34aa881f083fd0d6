/**
 * The versions of the runners that dualgate's reporters were tested with. Of another one nobody knows what it reports: where
 * that is the cause, no turn of an agent is.
 *
 * @module
 */
import { findInstalled } from '../command/installed-package.ts';
import { type RunnerName, RUNNERS } from '../runners.ts';

/** `null` where the runner is one of those, or is not found. @param folder - absolute: where it runs */
export const findUntested = (runner: RunnerName, folder: string): string | null => {
  const { tested } = RUNNERS[runner];
  const found = tested === undefined ? null : findInstalled(tested.package, folder);
  if (tested === undefined || found === null) return null;
  const { version } = found;
  if (version === '') return null;
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
