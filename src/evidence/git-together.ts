/**
 * Several questions to git by one process of ours. The system copies the page tables of whoever starts a process: out of a
 * loop that holds 150 MB each start takes 6 ms, out of a shell less than one (docs/decisions/0038).
 *
 * @module
 */
import { spawn } from 'node:child_process';
import { Readable, type Writable } from 'node:stream';
import { ALWAYS, gitEnvironment, runGit } from './git.ts';

/**
 * Runs several `git <args>` side by side in a folder and answers the stdout of each, in their order. Where a shell is not
 * there, or one of them fails, each is asked by itself, so that the error is the same.
 *
 * @throws {WorkspaceError} as `runGit`
 */
export const runGitTogether = async <const Q extends readonly (readonly string[])[]>(
  folder: string,
  questions: Q,
): Promise<AnswersTo<Q>> => {
  const answers =
    (await askByShell(folder, questions)) ?? (await Promise.all(questions.map((args) => runGit(folder, args))));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one for each question, in their order
  return answers as AnswersTo<Q>;
};

/** One for each question. */
type AnswersTo<Q extends readonly unknown[]> = { readonly [At in keyof Q]: Uint8Array };

/** The first descriptor that is nobody's. */
const FIRST = 3;

const askByShell = (folder: string, questions: readonly (readonly string[])[]): Promise<readonly Uint8Array[] | null> =>
  new Promise((resolve) => {
    const child = spawn('sh', ['-c', scriptOf(questions)], {
      cwd: folder,
      env: gitEnvironment(folder),
      stdio: ['ignore', 'ignore', 'ignore', ...questions.map(() => 'pipe' as const)],
      // A session of its own: Ctrl+C is for the loop, which lets the iteration finish (RULES 4.8).
      detached: true,
    });
    const answers = questions.map((_, at) => collect(child.stdio[FIRST + at]));
    child.once('error', () => resolve(null));
    child.once('close', (status) => resolve(status === 0 ? answers.map((chunks) => Buffer.concat(chunks)) : null));
  });

const collect = (stream: Readable | Writable | null | undefined): readonly Buffer[] => {
  const chunks: Buffer[] = [];
  if (stream instanceof Readable) stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => {});
  return chunks;
};

/** Each writes to a descriptor of its own; the status is that of the first that failed. */
const scriptOf = (questions: readonly (readonly string[])[]): string => {
  const starts = questions.map(
    (args, at) => `git ${[...ALWAYS, ...args].map(quote).join(' ')} >&${FIRST + at} 2> /dev/null & p${at}=$!`,
  );
  return [...starts, questions.map((_, at) => `wait $p${at}`).join(' && ')].join('\n');
};

const quote = (word: string): string => `'${word.replaceAll("'", String.raw`'\''`)}'`;
