/**
 * The files that something reads, to be frozen: at the root of a suite whether they exist or not, and configs that
 * exist anywhere.
 *
 * @module
 */
import { join } from 'node:path/posix';
import { askRunners } from '../../testing/ask-runners.ts';
import { isRunnerFile, RUNNER_FILES, RUNNER_PARTS } from '../runner-files.ts';
import { type Effects, isByReader } from './find-effects.ts';

const FILES = [...RUNNER_FILES, ...RUNNER_PARTS].filter(isByReader);
const PROGRAMS = askRunners(({ frozen }) => frozen?.programs);

/** @param folder - relative to the workspace; `''` for the workspace itself */
export const readFilesOf = ({ isRead, isStarted }: Effects, folder: string): readonly string[] =>
  [...FILES.filter(isRead), ...PROGRAMS.filter(isStarted).map((name) => `node_modules/.bin/${name}`)].map((path) =>
    join(folder, path),
  );

export const readConfigsOf = ({ isRead }: Effects, paths: readonly string[]): readonly string[] =>
  paths.filter((path) => isRunnerFile(path) && isByReader(path) && isRead(path));
