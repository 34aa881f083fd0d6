/**
 * Agents that are POSIX shell scripts of a few lines. They know nothing but their environment and the prompt on stdin.
 * The work of an honest one in a phase is prepared beside it, in a folder of the phase's name.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';

export const READ_THE_PROMPT = 'cat > /dev/null';
/** Copies what is prepared for the phase into the workspace. */
export const DO_THE_WORK = 'cp -R "$(dirname "$0")/$DUALGATE_PHASE/." .';

/** Prints the status block with the nonce given as a shell word. */
export const say = (
  signal: 'true' | 'false',
  nonce = '$DUALGATE_NONCE',
  status = signal === 'true' ? 'COMPLETE' : 'IN_PROGRESS',
): string =>
  [
    "printf '%s\\n' ---PRP_PHASE_STATUS--- \\",
    `  "PHASE: $DUALGATE_PHASE" "ITERATION: $DUALGATE_ITERATION" "NONCE: ${nonce}" \\`,
    `  'STATUS: ${status}' 'REFACTORING_COMPLETE: ${signal}' 'EXIT_SIGNAL: ${signal}' \\`,
    '  ---END_PRP_PHASE_STATUS---',
  ].join('\n');

export const SAY_YES = say('true');
export const SAY_NO = say('false');

/** Says its word by the signal command. */
export const signal = (word: 'exit' | 'hold' | 'blocked', reason = 'because'): string =>
  `"$DUALGATE_SIGNAL" ${word} --reason "${reason}"`;

/** The script of an agent. */
export const shell = (...lines: readonly string[]): string => `${['#!/bin/sh', ...lines].join('\n')}\n`;

/** Does what is asked and says so. */
export const HONEST = shell(READ_THE_PROMPT, DO_THE_WORK, SAY_YES);

/** Honest, but for one phase, in which these lines stand in the place of work and word. */
export const honestBut = (phase: string, ...lines: readonly string[]): string =>
  shell(READ_THE_PROMPT, `if [ "$DUALGATE_PHASE" = ${phase} ]; then`, ...lines, 'else', DO_THE_WORK, SAY_YES, 'fi');

/** Lines that are run in the first turn of all and never again: `been` lies beside the agent. */
export const once = (...lines: readonly string[]): string =>
  ['if mkdir "$(dirname "$0")/been" 2> /dev/null; then', ...lines, 'fi'].join('\n');

/** Says so, and waits until `letGoOn` is called. */
export const WAIT_TO_GO_ON = 'echo waiting; read -r _ < "$(dirname "$0")/go"';

/** Its siblings are the watchdog and nothing else: what it leaves running lives on when the loop is killed. */
export const KILL_THE_WATCHDOG = 'for it in $(ps -o pid= --ppid $PPID); do [ "$it" -eq $$ ] || kill -9 "$it"; done';

/** The pipe that `WAIT_TO_GO_ON` waits at. */
export const aFifo = async (agent: string): Promise<{ readonly letGoOn: () => Promise<void> }> => {
  const path = join(agent, 'go');
  await execa('mkfifo', [path]);
  return { letGoOn: () => writeFile(path, 'go\n') };
};
