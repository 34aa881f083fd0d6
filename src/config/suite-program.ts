/**
 * The program of a suite's command as the workspace sees it: a path in the command is one of the folder that the suite runs in.
 *
 * @module
 */
import { isAbsolute, posix } from 'node:path';
import type { SuiteConfig } from './shape-config.ts';

/** A name that is looked for on the PATH, or a path: absolute, or relative to the workspace. */
export const programOf = ({ folder, command: [program = ''] }: Pick<SuiteConfig, 'folder' | 'command'>): string =>
  folder === '' || isAbsolute(program) || !program.includes('/') ? program : posix.join(folder, program);
