/** The processes of a Linux machine, read from /proc: environment, parent, session and start time of each. */
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants } from 'node:os';
import { type ProcessTable, type RunningProcess, type Sought, shortenCommand } from './end-processes.ts';

/** Processes may end between two reads and may belong to another user: unreadable ones are omitted. */
const readProc = (pid: number, file: 'stat' | 'status' | 'smaps_rollup' | 'environ' | 'cmdline'): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
};

/** Places in memory, among the fields of `stat`: the system chooses them for each program that a process becomes. */
const PLACES = [23, 24, 25, 42, 43, 44, 45, 46, 47, 48];
/** 0 where the environment cannot be read, or is being changed for another. */
const PLACE_OF_ENVIRONMENT = 47;

/** Reads `pid (name) state parent group session …, started`; the name may contain spaces and parentheses. */
const readStat = (pid: number) => {
  const stat = readProc(pid, 'stat');
  const end = stat.lastIndexOf(')');
  const fields = stat.slice(end + 2).split(' ');
  const [state, parent, , session] = fields;
  const started = fields[19];
  const isShown = (fields[PLACE_OF_ENVIRONMENT] ?? '0') !== '0';
  const program = isShown ? [stat.slice(0, end), started, ...PLACES.map((at) => fields[at])].join(' ') : null;
  return { state, parent, session, started, program };
};

/** Process → the program that runs in it, and markers that were looked for in its environment: that stays as it began. */
let known = new Map<number, { readonly program: string; readonly carried: Map<string, boolean> }>();

const carries = (pid: number, started: string, program: string | null, { name, value }: Sought): boolean => {
  const found = known.get(pid);
  const carried = program !== null && found?.program === program ? found.carried : new Map<string, boolean>();
  const key = JSON.stringify([name, value]);
  const before = carried.get(key);
  if (before !== undefined) return before;
  const isThere = readProc(pid, 'environ').split('\0').some(isEntry(name, value));
  const now = readStat(pid);
  if (program !== null && now.program === program) known.set(pid, { program, carried: carried.set(key, isThere) });
  return isThere && now.started === started;
};

const readProcess = (pid: number): RunningProcess | null => {
  const { state, parent, session, started, program } = readStat(pid);
  if (state === undefined || started === undefined) return null;
  return {
    pid,
    dead: 'ZXx'.includes(state),
    parent: Number(parent),
    session: Number(session),
    started,
    carries: (sought) => carries(pid, started, program, sought),
    memory: () => sumOf(readProc(pid, 'status'), /^Vm(?:RSS|Swap):\s+(\d+) kB$/gm),
    ownMemory: () => {
      const shares = readProc(pid, 'smaps_rollup');
      // Programs of another user show none.
      return shares === ''
        ? sumOf(readProc(pid, 'status'), /^(?:RssAnon|VmSwap):\s+(\d+) kB$/gm)
        : sumOf(shares, /^(?:Pss|SwapPss):\s+(\d+) kB$/gm);
    },
    ignoresInterrupt: () => ignoresInterrupt(readProc(pid, 'status')),
    describe: () => shortenCommand(Buffer.from(readProc(pid, 'cmdline'), 'latin1').toString().replaceAll('\0', ' ')),
    cwd: () => readFolder(pid),
  };
};

/** The kernel appends a remark to the name of a removed folder. */
const readFolder = (pid: number): string | null => {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '');
  } catch {
    return null;
  }
};

/** Compared as bytes, which need not be UTF-8. */
const isEntry = (name: string, value: string | null): ((entry: string) => boolean) => {
  const wanted = Buffer.from(`${name}=${value ?? ''}`).toString('latin1');
  return (entry) => (value === null ? entry.startsWith(wanted) : entry === wanted);
};

/** Kilobytes in these lines, as bytes. */
const sumOf = (lines: string, line: RegExp): number =>
  [...lines.matchAll(line)].reduce((sum, [, kilobytes]) => sum + 1_024 * Number(kilobytes), 0);

/** `SigIgn` is a mask in hexadecimal, its lowest bit signal 1. */
const ignoresInterrupt = (status: string): boolean => {
  const [, mask = '0'] = /^SigIgn:\s*([0-9a-f]+)$/m.exec(status) ?? [];
  return ((BigInt(`0x${mask}`) >> BigInt(constants.signals.SIGINT - 1)) & 1n) === 1n;
};

export const linuxProcesses: ProcessTable = {
  list: () => {
    const pids = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? [Number(name)] : []));
    const running = new Set(pids);
    known = new Map([...known].filter(([pid]) => running.has(pid)));
    return pids
      .map(readProcess)
      .filter((found) => found !== null)
      .filter(({ dead }) => !dead);
  },
  read: readProcess,
};
