/**
 * The filter of system calls that keeps the kernel's keyrings out of a sandbox: no namespace does. It is a program of the kernel's
 * classic BPF, and every process of the sandbox has it from its first instruction on.
 *
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stateFolder } from '../ledger/state-folder.ts';
import { hashBytes } from '../ledger/ledger-record.ts';
import { replaceFile } from '../ledger/files/write-view.ts';
import { refuseSandbox } from './sandbox-error.ts';
import { describeCause } from '../text/describe-cause.ts';

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

/** Whether the keyrings can be kept out of a sandbox on this kind of machine. */
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
 * Lays the program where the sandbox is opened with it: out of reach of the agent, as everything is that dualgate keeps for itself.
 *
 * @returns its path; `null` on a machine of another kind, which `doctor` names
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
