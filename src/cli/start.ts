/**
 * The command line in this process, as one file: Node takes longer to find two files than to read them.
 *
 * @module
 */
import { main } from './main.ts';
import { createProcessIo } from './terminal/process-io.ts';

/** @returns the exit code; never throws */
export const start = (): Promise<number> => main(process.argv.slice(2), createProcessIo());
