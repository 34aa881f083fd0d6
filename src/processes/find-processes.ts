/**
 * Finds what a program started: by parent, by session, and by an environment marker, since agents start their tools in
 * sessions of their own and daemons drop their parents. Never finds ourselves or an ancestor of ours: a dualgate may
 * run inside a dualgate and carry the outer one's marker.
 *
 * @module
 */
import { endProcesses, type EndingBounds } from './end-processes.ts';
import { linuxProcesses } from './linux-processes.ts';
import {
  isSameProcess,
  type Marker,
  type ProcessTable,
  type RunningProcess,
  type Sought,
  shortenCommand,
} from './running-process.ts';
import { execFileSync } from 'node:child_process';

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

/**
 * The processes of a machine without /proc (macOS, the BSDs), asked of `ps`. Best effort: start times are whole seconds,
 * groups stand for sessions, and the environment of protected programs stays hidden. Where there is no `ps` either
 * (Windows), the table is empty and only the program itself can be ended.
 *
 * `ps` as a table of processes.
 */
export const psProcesses: ProcessTable = {
  list: () => parseLines(askPs(['axeww'])).filter(({ dead }) => !dead),
  read: (pid) => parseLines(askPs(['-ww', '-p', `${pid}`]))[0] ?? null,
};

/** How this machine is asked for its processes. */
export const processTable: ProcessTable = process.platform === 'linux' ? linuxProcesses : psProcesses;

/** Whose family is looked for. */
interface Family {
  /** Leader of a session of its own, running or ended. */
  readonly root: RunningProcess | null;
  readonly marker: Marker | null;
  /** Members found by an earlier look. */
  readonly known: readonly RunningProcess[];
}

/** Every process of the family that runs, with all descendants. */
export const findFamily = (
  { root, marker, known }: Family,
  table: ProcessTable = processTable,
): readonly RunningProcess[] => {
  const running = table.list();
  const spared = findOwnLine(running);
  const members = root === null ? known : [root, ...known];
  // The number is free again once its session has died out: a stranger of that number leads a session of its own.
  const isReused = running.some((it) => it.pid === root?.pid && !isSameProcess(it, root));
  const isMember = (it: RunningProcess): boolean =>
    members.some((member) => isSameProcess(member, it)) ||
    (it.session === root?.pid && !isReused) ||
    (marker !== null && it.carries(marker));
  return addDescendants(
    running.filter((it) => !spared.has(it.pid) && isMember(it)),
    running.filter((it) => !spared.has(it.pid)),
  );
};

/** Whether we, or any ancestor of ours, carry it: a child that takes it out of its environment is still a child. */
export const isStartedUnder = (sought: Sought, table: ProcessTable = processTable): boolean => {
  const running = table.list();
  const line = findOwnLine(running);
  const own = process.env[sought.name];
  const isOurs = sought.value === null ? own !== undefined : own === sought.value;
  return isOurs || running.some((it) => line.has(it.pid) && it.carries(sought));
};

/** Our own process, all its ancestors, and the first process of the machine. */
const findOwnLine = (running: readonly RunningProcess[]): ReadonlySet<number> => {
  const parents = new Map(running.map(({ pid, parent }) => [pid, parent]));
  const line = new Set([0, 1]);
  for (let pid = process.pid; !line.has(pid); pid = parents.get(pid) ?? 0) line.add(pid);
  return line;
};

const addDescendants = (
  found: readonly RunningProcess[],
  running: readonly RunningProcess[],
): readonly RunningProcess[] => {
  const family = new Map(found.map((it) => [it.pid, it]));
  let before: number;
  do {
    before = family.size;
    for (const it of running) if (family.has(it.parent)) family.set(it.pid, it);
  } while (family.size > before);
  return [...family.values()];
};

/** Ends every process that carries the marker, as after a killed loop, and names them as `pid command` (RULES 4.8). */
export const endMarked = (marker: Marker, bounds: EndingBounds = {}): Promise<readonly string[]> =>
  endProcesses((known) => findFamily({ root: null, marker, known }), bounds);
