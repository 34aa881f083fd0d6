#!/usr/bin/env node
/** A small entry. No compile cache: Node would run files from a folder that others can write (docs/decisions/0038). */

/** Without file descriptors, Node emits the failed start of a program as an event that execa cannot receive. */
const describe = (error: Error): string =>
  'code' in error && (error.code === 'EMFILE' || error.code === 'ENFILE')
    ? `Cannot continue: ${error.message}. Raise the limit of open files (ulimit -n), then run dualgate resume.`
    : `dualgate crashed; this is a bug, please report it: ${error.stack ?? String(error)}`;

// Node would exit with 1, which means a run that is stuck.
process.on('uncaughtException', (error) => {
  process.stderr.write(`${describe(error)}\n`);
  process.exit(70);
});

/** The MCP server has to answer before the command line could be loaded (docs/decisions/0049). */
const isMcp = process.argv[2] === 'mcp' && process.argv.length === 3;

/** A hook runs at each stop of an agent, in every folder. */
const isHook = process.argv[2] === 'hook' && process.argv[3] === 'run';

const runProgram = async (): Promise<void> => {
  if (isMcp || isHook) {
    const { createRequire } = await import('node:module');
    createRequire(import.meta.url)(isMcp ? './mcp.cjs' : './hook.cjs');
    return;
  }
  const { start } = await import('./start.ts');
  process.exitCode = await start();
};
void runProgram();
