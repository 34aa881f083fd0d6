#!/usr/bin/env node
/**
 * The program: a tiny entry. It keeps no compiled code: Node would lay it into a folder that others can write, and run what
 * they put there (docs/decisions/0038).
 *
 * @module
 */

// The exit code of Node would be 1, which is that of a run that is stuck.
process.on('uncaughtException', (error) => {
  process.stderr.write(`dualgate broke; this is a bug, please report it: ${error.stack ?? String(error)}\n`);
  process.exit(70);
});

const { start } = await import('./start.ts');
process.exitCode = await start();
