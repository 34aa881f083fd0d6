#!/usr/bin/env node
/**
 * The program: a tiny entry that switches the compile cache on before anything large is loaded.
 *
 * @module
 */
import * as module from 'node:module';

// Node 20 does not have it yet.
if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();

// The exit code of Node would be 1, which is that of a run that is stuck.
process.on('uncaughtException', (error) => {
  process.stderr.write(`dualgate broke; this is a bug, please report it: ${error.stack ?? String(error)}\n`);
  process.exit(70);
});

const [{ main }, { createProcessIo }] = await Promise.all([import('./main.ts'), import('./process-io.ts')]);
process.exitCode = await main(process.argv.slice(2), createProcessIo());
