/** The sandbox of a config, as words before a command: none, bubblewrap, or a command of the user. It never falls back to none. */
import { existsSync, readFileSync } from 'node:fs';
import { join, isAbsolute } from 'node:path';
import { stateFolder } from '../../ledger/state-folder.ts';
import { hashBytes } from '../../ledger/ledger-record.ts';
import { replaceFile } from '../../ledger/write-view.ts';
import { refuseSandbox, layOutMounts } from './lay-out-mounts.ts';
import { describeCause } from '../../base/text/describe-cause.ts';
import { FILE_DESCRIPTOR, startWithFile } from '../../base/processes/with-file.ts';
import { type Mount, type SandboxConfig, followLinks, namePlaces, type SandboxFacts } from './name-places.ts';
import { locateProgram, pathOutside } from '../../base/processes/locate-program.ts';

// The filter of system calls that keeps the kernel's keyrings out of a sandbox, as no namespace does: the kernel's classic BPF.

interface Abi {
  /** As the kernel names it (`AUDIT_ARCH_…`). */
  readonly audit: number;
  /** Numbers of `add_key` and of `keyctl`; `request_key` is between them. */
  readonly first: number;
  readonly last: number;
}

/** The system call ABIs of a machine: its own, and that of its 32-bit programs. */
const ABIS: Readonly<Record<string, readonly Abi[]>> = {
  x64: [
    { audit: 0xc000003e, first: 248, last: 250 },
    { audit: 0x40000003, first: 286, last: 288 },
  ],
  arm64: [
    { audit: 0xc00000b7, first: 217, last: 219 },
    { audit: 0x40000028, first: 309, last: 311 },
  ],
};

export const canFilterKeyring = (arch: string = process.arch): boolean => Object.hasOwn(ABIS, arch);

const [LOAD, IF_EQUAL, IF_AT_LEAST, IF_ABOVE, AND, RETURN] = [0x20, 0x15, 0x35, 0x25, 0x54, 0x06];
/** Offsets in `struct seccomp_data`. */
const [NUMBER, ARCHITECTURE] = [0, 4];
const [ALLOW, REFUSE_AS_EPERM, KILL] = [0x7fff0000, 0x00050001, 0x80000000];
/** A call of the x32 words has the number of the 64-bit one and this bit. */
const WITHOUT_X32 = 0xbfffffff;

type Step = readonly [code: number, value: number, ifTrue?: number, ifFalse?: number];

/** The program. Words that are none of this machine's end the process. */
export const writeKeyringFilter = (arch: string): Buffer => {
  const steps: readonly Step[] = [
    [LOAD, ARCHITECTURE],
    ...(ABIS[arch] ?? []).flatMap(({ audit, first, last }): readonly Step[] => [
      [IF_EQUAL, audit, 0, 6],
      [LOAD, NUMBER],
      [AND, WITHOUT_X32],
      [IF_AT_LEAST, first, 0, 2],
      [IF_ABOVE, last, 1, 0],
      [RETURN, REFUSE_AS_EPERM],
      [RETURN, ALLOW],
    ]),
    [RETURN, KILL],
  ];
  const program = Buffer.alloc(steps.length * 8);
  for (const [at, [code, value, ifTrue = 0, ifFalse = 0]] of steps.entries()) {
    program.writeUInt16LE(code, at * 8);
    program.writeUInt8(ifTrue, at * 8 + 2);
    program.writeUInt8(ifFalse, at * 8 + 3);
    program.writeUInt32LE(value, at * 8 + 4);
  }
  return program;
};

/**
 * Lays the program out of reach of the agent. @returns its path; `null` on another machine, which `doctor` names
 * @throws {SandboxError} when it cannot be written: no sandbox opens without it
 */
export const placeKeyringFilter = (env: NodeJS.ProcessEnv = process.env): string | null => {
  if (!canFilterKeyring()) return null;
  const program = writeKeyringFilter(process.arch);
  const path = join(stateFolder(env), 'sandbox', `keyring-${hashBytes(program).slice(0, 12)}.bpf`);
  try {
    if (!existsSync(path) || !readFileSync(path).equals(program)) replaceFile(path, [program], { durable: false });
    return path;
  } catch (error) {
    throw refuseSandbox(
      `its system call filter cannot be written (${describeCause(error)}). Set XDG_STATE_HOME to a folder of your own, outside the workspace.`,
    );
  }
};

// The command line of bubblewrap: the whole machine read-only, processes, IPC and host name of its own, and the mounts.

interface BubblewrapFacts {
  readonly program: string;
  readonly mounts: readonly Mount[];
  readonly folder: string;
  readonly hasNetwork: boolean;
  readonly isRoot: boolean;
  /** Absolute path of a filter of system calls; `null` for none. */
  readonly filter: string | null;
}

const MACHINE = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
/** The kernel asks who writes to its settings for a name, not for a capability; from there programs are started outside. */
const KERNEL = ['--ro-bind', '/proc/sys', '/proc/sys'];
/** With no terminal to type into. */
const OF_ITS_OWN = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--new-session'];

export const writeBubblewrap = ({
  program,
  mounts,
  folder,
  hasNetwork,
  isRoot,
  filter,
}: BubblewrapFacts): readonly string[] => [
  ...(filter === null ? [program] : startWithFile(filter, [program, '--seccomp', FILE_DESCRIPTOR])),
  ...MACHINE,
  ...(isRoot ? KERNEL : []),
  ...mounts.flatMap(writeMount),
  // After what lies within it has its place.
  ...mounts.filter(({ as }) => as === 'sealed').flatMap(({ at }) => ['--remount-ro', at]),
  ...OF_ITS_OWN,
  ...(hasNetwork ? [] : ['--unshare-net']),
  // Drops every capability of the superuser; other users have none.
  ...(isRoot ? ['--cap-drop', 'ALL'] : []),
  '--chdir',
  folder,
  '--',
];

const writeMount = ({ at, as, to = '' }: Mount): readonly string[] =>
  ({
    empty: ['--tmpfs', at],
    sealed: ['--tmpfs', at],
    visible: ['--ro-bind', at, at],
    writable: ['--bind', at, at],
    blank: ['--ro-bind', '/dev/null', at],
    link: ['--symlink', to, at],
  })[as];

/** The arguments before a command. @throws {SandboxError} when the sandbox cannot be had on this machine, or would be none */
export const openSandbox = async (config: SandboxConfig, facts: SandboxFacts): Promise<readonly string[]> => {
  if (config.use === 'none') return [];
  const { workspace } = facts;
  if (config.use === 'command') return [await findWrapper(config.command, workspace), ...config.command.slice(1)];
  if (process.platform !== 'linux') {
    throw refuseSandbox(
      `bubblewrap runs on Linux only (got ${process.platform}). Use a sandbox of this system: agent.sandbox: { command: [...] }.`,
    );
  }
  const program = await locateProgram('bwrap', workspace, pathOutside(workspace));
  if (program === null) {
    throw refuseSandbox(
      'bubblewrap was not found. Install it (apt install bubblewrap, dnf install bubblewrap), or choose another agent.sandbox.',
    );
  }
  const places = namePlaces(config, facts);
  const shown = [...places.shown, ...(await findPrograms(facts))];
  const { network } = config;
  return writeBubblewrap({
    program,
    mounts: layOutMounts({ ...places, shown }, facts.reports),
    folder: facts.folder ?? workspace,
    hasNetwork: network === 'keep' || (network === 'agent_only' && facts.who === 'agent'),
    isRoot: process.getuid?.() === 0,
    filter: placeKeyringFilter(),
  });
};

/** A wrapper is the loop's own tool: the agent must not have written it. */
const findWrapper = async ([wrapper = '']: readonly string[], workspace: string): Promise<string> => {
  const found = await locateProgram(wrapper, workspace, pathOutside(workspace));
  if (found !== null) return found;
  throw refuseSandbox(`its command was not found: ${wrapper}. Install it, or fix agent.sandbox.command.`);
};

/** The program, and the files that the command names. */
const findPrograms = async ({
  command,
  workspace,
  folder = workspace,
  env,
}: SandboxFacts): Promise<readonly string[]> => {
  const [program = '', ...words] = command;
  const named = [await locateProgram(program, folder, env['PATH']), ...words];
  return named
    .filter((path) => path !== null)
    .filter((path) => isAbsolute(path) && followLinks(path)?.isFolder === false);
};
