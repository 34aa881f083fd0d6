/** The hooks as a program of their own, without the command line: see `src/cli/bin.ts`. */
import { readFileSync, writeSync } from 'node:fs';
import { findHost } from '../../agents/hosts/hosts.ts';
import { answerHook } from './answer-hook.ts';

const run = async (): Promise<void> => {
  const host = findHost(process.argv[2] === 'hook' ? process.argv[4] : process.argv[2]);
  if (host === undefined) return;
  const { stdout, stderr, exitCode = 0 } = await answerHook(host, readFileSync(0, 'utf8'), process.env);
  if (stdout !== undefined) writeSync(1, `${stdout}\n`);
  if (stderr !== undefined) writeSync(2, `${stderr}\n`);
  process.exitCode = exitCode;
};
void run();
