/**
 * Commands of dualgate for the MCP server, each in a process of its own.
 *
 * @module
 */
import { joinPlain } from '../render/text/paint.ts';
import { EXIT } from '../terminal/io.ts';
import type { Surroundings, ToolResult } from './tool.ts';

/** Longest output of a command that is handed on, in bytes. */
const MAX_OUTPUT = 16_000_000;

type Caller = Pick<Surroundings, 'env' | 'cwd' | 'signal'>;

/** The text of a command. Its exit code 1 is an answer: the gate is not satisfied. */
export const ask = async (words: readonly string[], io: Caller): Promise<ToolResult> => {
  const { stdout, stderr, code } = await runDualgate(words, io);
  return { text: joinPlain([stdout, stderr].join('\n').trim().split('\n')), isError: code > EXIT.no };
};

interface Answer {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
}

/** This very program, and what it started, until `signal` aborts. Node takes longer to load its module for processes than to answer. */
export const runDualgate = async (words: readonly string[], { env, cwd, signal }: Caller): Promise<Answer> => {
  const { execFile } = await import('node:child_process');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [process.argv[1] ?? '', ...words],
      { cwd, env: { ...env, NO_COLOR: '1' }, maxBuffer: MAX_OUTPUT, signal },
      (error, stdout, stderr) => {
        resolve({
          stdout,
          stderr,
          code: error === null ? 0 : typeof error.code === 'number' ? error.code : EXIT.broken,
        });
      },
    );
  });
};
