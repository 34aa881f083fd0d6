/**
 * The command line of dualgate itself, for processes that have to be another one.
 *
 * @module
 */
import { fileURLToPath } from 'node:url';

// Bundled, all chunks are beside the program; from source, it is the built program.
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? '../../dist/cli.cjs' : './cli.cjs', import.meta.url);

/** Program and arguments. */
export const ownCommand = (...words: readonly string[]): readonly [string, ...string[]] => [
  process.execPath,
  fileURLToPath(PROGRAM),
  ...words,
];
