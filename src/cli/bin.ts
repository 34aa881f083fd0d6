#!/usr/bin/env node
/**
 * The program: a small entry. It keeps no compile cache: Node would put it into a folder that others can write, and would run
 * their files (docs/decisions/0038).
 *
 * @module
 */

// Node would exit with 1, which means a run that is stuck.
process.on('uncaughtException', (error) => {
  process.stderr.write(`dualgate crashed; this is a bug, please report it: ${error.stack ?? String(error)}\n`);
  process.exit(70);
});

const runProgram = async (): Promise<void> => {
  const { start } = await import('./start.ts');
  process.exitCode = await start();
};
void runProgram();
