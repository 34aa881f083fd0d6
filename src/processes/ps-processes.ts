/**
 * The processes of a machine without /proc (macOS, the BSDs), asked of `ps`. Best effort: start times are whole seconds,
 * groups stand for sessions, and the environment of protected programs stays hidden. Where there is no `ps` either
 * (Windows), the table is empty and only the program itself can be ended.
 *
 * @module
 */
import { execFileSync } from 'node:child_process';
import { type ProcessTable, type RunningProcess, shortenCommand } from './running-process.ts';

/** `lstart` is five words: weekday, month, day, time, year. */
const COLUMNS = ['pid=', 'ppid=', 'pgid=', 'stat=', 'lstart=', 'command='].flatMap((column) => ['-o', column]);
const LINE =
  /^\s*(?<pid>\d+)\s+(?<parent>\d+)\s+(?<session>\d+)\s+(?<state>\S+)\s+(?<started>\S+(?:\s+\S+){4})\s?(?<command>.*)$/;

/** @param options `eww` shows the environment behind each command. */
const askPs = (options: readonly string[]): readonly string[] => {
  try {
    const output = execFileSync('ps', [...options, ...COLUMNS], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
      maxBuffer: 64 * 1024 * 1024,
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 5_000,
    });
    return output.split('\n');
  } catch {
    return [];
  }
};

const parseLine = (line: string): RunningProcess | null => {
  const { pid, parent, session, state = '', started = '', command = '' } = LINE.exec(line)?.groups ?? {};
  if (pid === undefined) return null;
  return {
    pid: Number(pid),
    dead: state.startsWith('Z'),
    parent: Number(parent),
    session: Number(session),
    started,
    carries: ({ name, value }) => `${command} `.includes(value === null ? ` ${name}=` : ` ${name}=${value} `),
    ignoresInterrupt: () => false,
    describe: () => describeProcess(pid, command),
    cwd: () => null,
  };
};

/** The line of the table holds the environment too, with keys and passwords: for a report it is asked for without. */
const describeProcess = (pid: string, command: string): string => {
  const [line = ''] = askPs(['-ww', '-p', pid]);
  const alone = LINE.exec(line)?.groups?.['command'] ?? '';
  return shortenCommand(command.startsWith(alone) ? alone : '');
};

const parseLines = (lines: readonly string[]): readonly RunningProcess[] =>
  lines.map(parseLine).filter((found) => found !== null);

/** `ps` as a table of processes. */
export const psProcesses: ProcessTable = {
  list: () => parseLines(askPs(['axeww'])).filter(({ dead }) => !dead),
  read: (pid) => parseLines(askPs(['-ww', '-p', `${pid}`]))[0] ?? null,
};
