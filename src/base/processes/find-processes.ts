/**
 * Finds the processes that a program started: by parent, by session, and by an environment marker, since agents start
 * their tools in sessions of their own and daemons drop their parents. Never finds this process or an ancestor of it:
 * a dualgate may run inside a dualgate and have the outer one's marker.
 */
import {
  endProcesses,
  type EndingBounds,
  isSameProcess,
  type Marker,
  type ProcessTable,
  type RunningProcess,
  type Sought,
  shortenCommand,
} from './end-processes.ts';
import { linuxProcesses } from './linux-processes.ts';
import { execFileSync } from 'node:child_process';

/** `lstart` is five words: weekday, month, day, time, year. */
const COLUMNS = ['pid=', 'ppid=', 'pgid=', 'rss=', 'stat=', 'lstart=', 'command='].flatMap((column) => ['-o', column]);

const LINE =
  /^\s*(?<pid>\d+)\s+(?<parent>\d+)\s+(?<session>\d+)\s+(?<kilobytes>\d+)\s+(?<state>\S+)\s+(?<started>\S+(?:\s+\S+){4})\s?(?<command>.*)$/;

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
  const { pid, parent, session, kilobytes, state = '', started = '', command = '' } = LINE.exec(line)?.groups ?? {};
  if (pid === undefined) return null;
  return {
    pid: Number(pid),
    dead: state.startsWith('Z'),
    parent: Number(parent),
    session: Number(session),
    started,
    carries: ({ name, value }) => `${command} `.includes(value === null ? ` ${name}=` : ` ${name}=${value} `),
    memory: () => 1_024 * Number(kilobytes),
    ownMemory: () => 1_024 * Number(kilobytes),
    ignoresInterrupt: () => false,
    describe: () => describeProcess(pid, command),
    cwd: () => null,
  };
};

/** The line of the table includes the environment, with keys and passwords: for a report it is read without. */
const describeProcess = (pid: string, command: string): string => {
  const [line = ''] = askPs(['-ww', '-p', pid]);
  const alone = LINE.exec(line)?.groups?.['command'] ?? '';
  return shortenCommand(command.startsWith(alone) ? alone : '');
};

const parseLines = (lines: readonly string[]): readonly RunningProcess[] =>
  lines.map(parseLine).filter((found) => found !== null);

/**
 * The processes of a machine without /proc (macOS, the BSDs), from `ps`. Best effort: start times are full seconds,
 * groups replace sessions, and the environment of protected programs is hidden. Without `ps` (Windows), the table is
 * empty and only the program itself can be ended.
 */
export const psProcesses: ProcessTable = {
  list: () => parseLines(askPs(['axeww'])).filter(({ dead }) => !dead),
  read: (pid) => parseLines(askPs(['-ww', '-p', `${pid}`]))[0] ?? null,
};

export const processTable: ProcessTable = process.platform === 'linux' ? linuxProcesses : psProcesses;

interface Family {
  /** Leader of a session of its own, running or ended. */
  readonly root: RunningProcess | null;
  readonly marker: Marker | null;
  /** Members that an earlier search found. */
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
  // A number can be reused once its session has ended: a new process of that number leads a session of its own.
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

/** Whether this process, or any ancestor of it, has the marker: a child that removes it from its environment is still a child. */
export const isStartedUnder = (sought: Sought, table: ProcessTable = processTable): boolean => {
  const running = table.list();
  const line = findOwnLine(running);
  const own = process.env[sought.name];
  const isOurs = sought.value === null ? own !== undefined : own === sought.value;
  return isOurs || running.some((it) => line.has(it.pid) && it.carries(sought));
};

/** Whether one of these processes is this one, or an ancestor of it. */
export const isStartedBy = (
  sought: readonly Pick<RunningProcess, 'pid' | 'started'>[],
  table: ProcessTable = processTable,
): boolean => {
  if (sought.length === 0) return false;
  const running = table.list();
  const line = findOwnLine(running);
  return sought.some(
    ({ pid, started }) => line.has(pid) && running.some((it) => it.pid === pid && it.started === started),
  );
};

/** This process, all its ancestors, and the first process of the machine. */
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

/** Ends every process with the marker, for example after a killed loop, and names them as `pid command` (rule 4.8). */
export const endMarked = (marker: Marker, bounds: EndingBounds = {}): Promise<readonly string[]> =>
  endProcesses((known) => findFamily({ root: null, marker, known }), bounds);
