/**
 * The command that plays a script as an agent: a hidden command of dualgate itself.
 *
 * @module
 */
import { fileURLToPath } from 'node:url';

// Bundled, all chunks are beside the program; from source, it is the built program.
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? '../../../dist/cli.cjs' : './cli.cjs', import.meta.url);

/** @param script - absolute path of the script */
export const scriptedCommand = (script: string): readonly string[] => [
  process.execPath,
  fileURLToPath(PROGRAM),
  'scripted-agent',
  script,
];
