/**
 * The program of a suite's command, seen from the workspace: a path in the command is relative to the folder of the suite.
 *
 * @module
 */
import { isAbsolute, posix } from 'node:path';
import type { SuiteConfig } from './shape-config.ts';

/** A name to find on PATH, or a path: absolute, or relative to the workspace. */
export const programOf = ({ folder, command: [program = ''] }: Pick<SuiteConfig, 'folder' | 'command'>): string =>
  folder === '' || isAbsolute(program) || !program.includes('/') ? program : posix.join(folder, program);
