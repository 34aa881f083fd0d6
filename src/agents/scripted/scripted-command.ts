/**
 * The command that plays a script as an agent: this very program, by its hidden command.
 *
 * @module
 */
import { fileURLToPath } from 'node:url';

// Bundled, all chunks lie beside the program; from source, it is the one that was built.
const PROGRAM = new URL(import.meta.url.endsWith('.ts') ? '../../../dist/cli.js' : './cli.js', import.meta.url);

/** @param script - absolute path of the script */
export const scriptedCommand = (script: string): readonly string[] => [
  process.execPath,
  fileURLToPath(PROGRAM),
  'scripted-agent',
  script,
];
