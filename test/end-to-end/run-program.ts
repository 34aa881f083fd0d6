/** Starts the built program as a person would, in a process group of its own, and listens to what it prints. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { RunEvent } from '../../src/records/run-events.ts';
import { type OpenTerminal, openTerminal } from '../a-terminal.ts';
import { fileMark } from '../left-running.ts';
import type { Project } from './a-project.ts';

export const PROGRAM = resolve(import.meta.dirname, '../../dist/cli.cjs');
if (!existsSync(PROGRAM))
  throw new Error(
    `Cannot run the end-to-end tests: ${PROGRAM} is not built. Run npm test, or npm run build:js before vitest.`,
  );

/** Where tools of other languages keep themselves, and what they compiled: below the home of who runs the tests. */
const TOOLCHAINS = {
  RUSTUP_HOME: process.env['RUSTUP_HOME'] ?? join(homedir(), '.rustup'),
  GOCACHE: process.env['GOCACHE'] ?? join(homedir(), '.cache', 'go-build'),
};

/** Environment of the program, without that of the suite. */
export const environmentOf = (home: string) => ({
  ...TOOLCHAINS,
  PATH: process.env['PATH'],
  HOME: home,
  // Java reads no path with a letter outside ASCII without it.
  LANG: 'C.UTF-8',
  XDG_STATE_HOME: `${home}/state`,
  // Sockets go into the home too: a loop that is killed leaves their folder.
  XDG_RUNTIME_DIR: home,
  ...fileMark(),
});

/** The program in a terminal, as a person has it. */
export const openProgram = ({ home, workspace }: Project, ...args: readonly string[]): OpenTerminal =>
  openTerminal([process.execPath, PROGRAM, ...args], { cwd: workspace, env: environmentOf(home) });

export interface Ended {
  /** Null when the program was killed. */
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Started {
  readonly pid: number;
  /** The first event that fits, of those that were printed and those that will be. */
  readonly until: (fits: (event: RunEvent) => boolean) => Promise<RunEvent>;
  /** Resolves when it has said these words on stderr: with all that it said there, or with what the expression found. */
  readonly said: (words: string | RegExp) => Promise<string>;
  /** Resolves when it has printed a line with these words on stdout. */
  readonly printed: (words: string) => Promise<string>;
  readonly ended: Promise<Ended>;
}

/** Runs a command to its end. */
export const runProgram = (project: Project, ...args: readonly string[]): Promise<Ended> =>
  startProgram(project, ...args).ended;

/** Resumes a run that a fault ended: the exit codes of both commands. */
export const resumeAndVerify = async (project: Project) => ({
  resume: (await runProgram(project, 'resume')).exitCode,
  verify: (await runProgram(project, 'verify')).exitCode,
});

/** Runs a command to its end, started by these words: a shell that sets a limit, say. */
export const runUnder = (project: Project, words: readonly string[], ...args: readonly string[]): Promise<Ended> =>
  startUnder(project, words, ...args).ended;

/** Starts a command by these words, which the shell would call `exec`: its pid is that of the program. */
export const startUnder = (
  project: Project,
  [program = '', ...words]: readonly string[],
  ...args: readonly string[]
): Started => listen(project, program, [...words, process.execPath, PROGRAM, ...args]);

/** Starts a command; with `--json` its events can be waited for. */
export const startProgram = (project: Project, ...args: readonly string[]): Started =>
  listen(project, process.execPath, [PROGRAM, ...args]);

const listen = ({ home, workspace }: Project, program: string, args: readonly string[]): Started => {
  const child = spawn(program, args, {
    cwd: workspace,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentOf(home),
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const reader = createInterface({ input: child.stdout });
  reader.on('line', (line) => {
    lines.push(line);
    for (const look of waiting) look();
  });
  const read = new Promise<void>((done) => {
    reader.once('close', done);
  });
  const left = new Promise<number | null>((done) => {
    child.once('exit', done);
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    complaints += chunk;
    for (const look of waiting) look();
  });
  const complained = new Promise<string>((done) => {
    child.stderr.once('close', () => done(complaints));
  });
  const ended = Promise.all([left, complained, read]).then(([exitCode, stderr]) => ({
    exitCode,
    stderr,
    stdout: lines.join('\n'),
  }));
  const untilThereIs = <T>(find: () => T | undefined): Promise<T> =>
    new Promise((found, fail) => {
      const look = () => {
        const there = find();
        if (there === undefined) return;
        waiting.delete(look);
        found(there);
      };
      waiting.add(look);
      void ended.then(({ stdout, stderr }) =>
        fail(new Error(`The program ended before it came:\n${stdout}\n${stderr}`)),
      );
      look();
    });
  const until: Started['until'] = (fits) => untilThereIs(() => readEvents(lines.join('\n')).find(fits));
  const said: Started['said'] = (words) =>
    untilThereIs(() => {
      if (typeof words !== 'string') return words.exec(complaints)?.[0];
      return complaints.includes(words) ? complaints : undefined;
    });
  if (child.pid === undefined) throw new Error('Cannot start the program: the system gives no process.');
  const printed: Started['printed'] = (words) => untilThereIs(() => lines.find((line) => line.includes(words)));
  return { pid: child.pid, until, said, printed, ended };
};

/** Every line of `--json`. @throws {SyntaxError} when one is not JSON */
export const readEvents = (stdout: string): readonly RunEvent[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    // The types of events are what src says; the tests look at what is there.
    .map((line) => JSON.parse(line) as RunEvent);
