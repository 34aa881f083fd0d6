/** The task of a smoke test: the minimum that shows whether the agent can work here. */
import { constants } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import { type Config, programOf } from '../../project/config/config.ts';
import { locateProgram } from '../../base/processes/locate-program.ts';
import { quoteWord } from '../../base/text/quote-text.ts';
import type { Signal, Turn } from '../../../gates/iteration.ts';
import type { DialectName } from '../../signals/systems/dialects.ts';
import type { CommandSignal } from '../../signals/command/command-signal.ts';
import type { Agent } from '../../project/config/choose-agent.ts';
import type { Finding } from '../check.ts';

// Reads the file that the prompt asks the agent to write. An agent may have put anything in its place.

/** `odd`: something is there, and it is not a regular file. */
type SmokeTestFile = { readonly is: 'absent' | 'odd' } | { readonly is: 'file'; readonly text: string };

const MAX_BYTES = 65_536;

/** At most its first 64 KiB; a link is not followed. */
export const readSmokeTestFile = async (path: string): Promise<SmokeTestFile> => {
  const found = await lstat(path).catch(() => null);
  if (found === null) return { is: 'absent' };
  if (!found.isFile()) return { is: 'odd' };
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_BYTES), 0, MAX_BYTES, 0);
    return { is: 'file', text: buffer.toString('utf8', 0, bytesRead) };
  } finally {
    await file.close();
  }
};

export interface SmokeTestTask {
  /** Its file holds `text` and nothing else; a name in the workspace. */
  readonly file: string;
  readonly text: string;
  /** The file in which its shell reports its environment; a name in the workspace. */
  readonly shellFile: string;
  readonly command: string;
  /** Name of a program → where dualgate finds it. Its shell should find the same. */
  readonly programs: ReadonlyMap<string, string>;
}

/** Two random words: one in the names of files, one in a file. */
export interface SmokeTestWords {
  readonly name: string;
  readonly text: string;
}

/** Programs that the agent needs: the test program, and common ones. */
export const createTask = async ({ folder, tests }: Config, { name, text }: SmokeTestWords): Promise<SmokeTestTask> => {
  const programs = new Map<string, string>();
  for (const program of [...tests.suites.map(programOf), 'node', 'git']) {
    const path = await locateProgram(program, folder);
    if (path !== null) programs.set(program, path);
  }
  const shellFile = `dualgate-smoke-test-${name}-shell.txt`;
  return {
    file: `dualgate-smoke-test-${name}.txt`,
    text,
    shellFile,
    command: writeCommand([...programs.keys()], shellFile),
    programs,
  };
};

/** Plain POSIX, short enough to be copied by any model. */
const writeCommand = (programs: readonly string[], file: string): string => {
  const seen = ['PWD', 'PATH', 'DUALGATE_RUN'].map((name) => `echo "${name}=$${name}"`).join('; ');
  const found = `for it in ${programs.map(quoteWord).join(' ')}; do echo "$it=$(command -v "$it")"; done`;
  return `{ ${seen}; ${found}; } > ${file}`;
};

/** The turn, and everything that it left behind. */
export interface SmokeTestTurn {
  readonly run: string;
  readonly config: Config;
  readonly agent: Agent;
  readonly task: SmokeTestTask;
  readonly turn: Turn;
  readonly signal: Signal;
  /** Whether it was offered the signal command: its own sandbox may block sockets. */
  readonly offersCommand: boolean;
  /** The signals that it sent by the signal command. */
  readonly commandSignals: readonly CommandSignal[];
  /** The last lines of its stderr. */
  readonly stderr: readonly string[];
  readonly file: SmokeTestFile;
  readonly shell: SmokeTestFile;
  /** Sources that it changed without being asked, each with its change. */
  readonly changed: readonly string[];
}

export interface SmokeTestStep {
  /** Lines of the prompt; none to skip the step. `signalCommand`: it can be reached. */
  readonly ask: (task: SmokeTestTask, signalCommand: boolean, dialect: DialectName) => readonly string[];
  readonly judge: (taken: SmokeTestTurn) => Promise<readonly Finding[]>;
}

/** Did the turn end in a way that makes a missing result meaningful? */
export const wentWell = ({ turn }: SmokeTestTurn): boolean => turn.outcome === 'ok' || turn.outcome === 'empty';

/** Advice about an agent that was denied something. */
export const adviseAllowing = ({ config, agent }: SmokeTestTurn): string => {
  if (agent.preset === null)
    return 'Add the argument to agent.command that lets it write files and run commands without asking.';
  const { title } = agent.preset;
  switch (config.agent.permissions) {
    case 'ask':
      return `Set agent.permissions: edit, or allow it in the configuration of ${title}.`;
    case 'edit':
      return `Check whether the configuration of ${title}, or a sandbox around it, denies it. agent.permissions: all switches its own checks off.`;
    case 'all':
      return `A sandbox or a policy around ${title} denies it: read its output.`;
  }
};
