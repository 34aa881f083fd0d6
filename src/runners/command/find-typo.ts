/** Typing mistakes in a test command: the name that was probably meant. It reads files and runs nothing. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RUNNER_NAMES } from '../runners.ts';
import { foldersUp } from '../why-no-test/find-package.ts';
import { askNear, findProgram } from './find-program.ts';

const LAUNCHERS = ['npm', 'npx', 'pnpm', 'yarn', 'bun', 'bunx', 'bundle', 'python3', 'make'];

/** For a program that was not found. @param folder - absolute: where the suite runs */
export const askNearProgram = (program: string, folder: string): string =>
  askNear(program, [...RUNNER_NAMES, ...LAUNCHERS, ...installedPrograms(folder)]);

/**
 * A program that npx would fetch from a registry, though one with nearly the same name was meant; `null` for none. A
 * name that only looks like the right one may be anybody's package.
 *
 * @param folder - absolute: where the suite runs
 */
export const findTypo = (command: readonly string[], folder: string): string | null => {
  if (command[0] !== 'npx' || command[1]?.startsWith('-') === true) return null;
  const found = findProgram(command, folder);
  const known: readonly string[] = [...RUNNER_NAMES, ...installedPrograms(folder)];
  if ('unknown' in found || known.includes(found.program)) return null;
  const near = askNear(found.program, known);
  return near === '' ? null : `${found.program}${near}`;
};

/** Those of packages, for npx. */
const installedPrograms = (folder: string): readonly string[] =>
  foldersUp(folder).flatMap((each) => {
    const place = join(each, 'node_modules', '.bin');
    return existsSync(place) ? readdirSync(place) : [];
  });
