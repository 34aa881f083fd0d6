/**
 * Lays out the file that `DUALGATE_SIGNAL` names: a script that starts the program with this very Node. Shells of agents
 * set PATH anew, so nothing in it is looked for there.
 *
 * @module
 */
import { accessSync, constants, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { quoteWord } from '../../text/quote-word.ts';

// Bundled, all chunks lie beside the program; from source, it is the one that was built.
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? '../../../dist/signal.cjs' : './signal.cjs', import.meta.url),
);

/**
 * Makes it anew: what an agent put in its place is gone, and a link that it left there is not followed.
 *
 * @param path - absolute
 * @throws the file system's own error when it cannot be written, or cannot be executed where it lies
 */
export const layOutCommand = (path: string): void => {
  accessSync(PROGRAM, constants.R_OK);
  rmSync(path, { recursive: true, force: true });
  const script = `#!/bin/sh\nexec ${quoteWord(process.execPath)} ${quoteWord(PROGRAM)} "$@"\n`;
  writeFileSync(path, script, { flag: 'wx', mode: 0o700 });
  // A folder may be mounted such that nothing in it can be executed.
  accessSync(path, constants.X_OK);
};
