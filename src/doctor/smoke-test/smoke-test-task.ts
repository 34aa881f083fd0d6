/**
 * The task of a smoke test: the minimum that shows whether the agent can work here.
 *
 * @module
 */
import type { Config } from '../../config/shape-config.ts';
import { programOf } from '../../config/suite-program.ts';
import { locateProgram } from '../../processes/locate-program.ts';
import { quoteWord } from '../../text/quote-word.ts';

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
