import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { judgeKeyring } from '../../../src/doctor/checks/machine.check.ts';
import { placeKeyringFilter, writeKeyringFilter, openSandbox } from '../../../src/agents/sandbox/open-sandbox.ts';
import { aFolder } from '../../evidence/a-repository.ts';
import { aGround, BUBBLEWRAP, factsOf } from './a-sandbox.ts';
import { describeInSandbox } from './in-sandbox.ts';

/** Numbers of add_key, request_key and keyctl. */
const [ADD, REQUEST, CONTROL] = process.arch === 'arm64' ? [217, 218, 219] : [248, 249, 250];
/** Keeps a key in a session keyring of its own, and starts the rest of its words there. */
const KEEP_A_KEY = `
import ctypes, subprocess, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.syscall(${CONTROL}, 1, None)
key = libc.syscall(${ADD}, b"user", b"dualgate-test", b"the secret", 10, ctypes.c_int(-3))
if key < 0: sys.exit(77)
sys.exit(subprocess.run(sys.argv[1:] + [str(key)]).returncode)
`;
/** Finds the key by its name and by its number, and says what it reads; with x32 words too. */
const LOOK_FOR_IT = `
import ctypes, sys
libc = ctypes.CDLL(None, use_errno=True)
def read(key):
    text = ctypes.create_string_buffer(64)
    length = libc.syscall(${CONTROL}, 11, key, text, 64)
    return text.raw[:length].decode() if length > 0 else 'nothing'
def own():
    key = libc.syscall(${ADD}, b"user", b"own", b"x", 1, ctypes.c_int(-2))
    return ctypes.get_errno() if key < 0 else 0
found = libc.syscall(${REQUEST}, b"user", b"dualgate-test", None, 0)
x32 = libc.syscall(0x40000000 | ${CONTROL}, 0, ctypes.c_int(-3), 0) if ${process.arch === 'x64' ? 'True' : 'False'} else -1
print(read(found) if found > 0 else 'not found', read(int(sys.argv[1])), own(), x32)
`;

const python = await execa('python3', ['-c', KEEP_A_KEY, 'true'], { reject: false });
const hasKeyrings = python.exitCode === 0;
const EPERM = 1;

describeInSandbox('the keyrings of the kernel', () => {
  test.skipIf(!hasKeyrings)(
    'are out of reach in the sandbox, and are not without its filter (needs python3 and keyrings)',
    async () => {
      const ground = await aGround();
      const facts = factsOf(ground, { command: ['python3'] });
      const words = await openSandbox(BUBBLEWRAP, facts);
      const look = async (launcher: readonly string[]): Promise<string> => {
        const { stdout, stderr } = await execa(
          'python3',
          ['-c', KEEP_A_KEY, ...launcher, 'python3', '-c', LOOK_FOR_IT],
          {
            env: { ...facts.env, PATH: '/usr/bin:/bin' },
            extendEnv: false,
            reject: false,
          },
        );
        return stderr === '' ? stdout : stderr;
      };
      expect(await look(words)).toBe(`not found nothing ${EPERM} -1`);
      const bwrap = words.findIndex((word) => word.endsWith('/bwrap'));
      const unfiltered = [words[bwrap] ?? '', ...words.slice(bwrap + 3)];
      expect(words.slice(bwrap + 1, bwrap + 3)).toEqual(['--seccomp', '9']);
      expect(await look(unfiltered)).toMatch(/^the secret the secret 0 /);
      expect(await look([])).toMatch(/^the secret the secret 0 /);
    },
  );

  test('cost nothing else: programs start, and no descriptor of the filter stays open in them', async () => {
    const ground = await aGround();
    const [sh = '', ...words] = await openSandbox(BUBBLEWRAP, factsOf(ground));
    const { stdout } = await execa(sh, [...words, 'sh', '-c', 'ls -l /proc/self/fd; node -p 1+1'], {
      env: factsOf(ground).env,
      extendEnv: false,
      reject: false,
    });
    expect(stdout).not.toContain('keyring');
    expect(stdout.split('\n').at(-1)).toBe('2');
  });
});

describe('the filter', () => {
  test('is written once, for its user alone, and anew where it is not as it has to be', async () => {
    const env = { XDG_STATE_HOME: await aFolder() };
    const path = placeKeyringFilter(env) ?? '';
    expect(readFileSync(path)).toEqual(writeKeyringFilter(process.arch));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    writeFileSync(path, 'let everything through');
    expect(placeKeyringFilter(env)).toBe(path);
    expect(readFileSync(path)).toEqual(writeKeyringFilter(process.arch));
  });

  test('that cannot be written is a sandbox that cannot be had', async () => {
    const folder = await aFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(() => placeKeyringFilter({ XDG_STATE_HOME: join(folder, 'file') })).toThrow(
      /^Cannot start the sandbox: its system call filter cannot be written \(.*\)\. Set XDG_STATE_HOME/,
    );
    mkdirSync(join(folder, 'state'));
    expect(existsSync(placeKeyringFilter({ XDG_STATE_HOME: join(folder, 'state') }) ?? '')).toBe(true);
  });

  test('is a whole program of the kernel for each kind of machine, which ends words that it does not know', () => {
    for (const arch of ['x64', 'arm64']) {
      const program = writeKeyringFilter(arch);
      expect(program.length % 8).toBe(0);
      expect(program.readUInt16LE(program.length - 8)).toBe(0x06);
      expect(program.readUInt32LE(program.length - 4)).toBe(0x80000000);
    }
  });

  test('is missing on other machines, and doctor says so', () => {
    expect(judgeKeyring('bubblewrap', 'x64')).toBeNull();
    expect(judgeKeyring('bubblewrap', 'arm64')).toBeNull();
    expect(judgeKeyring('command', 's390x')).toBeNull();
    expect(judgeKeyring('bubblewrap', 's390x')).toEqual({
      state: 'warning',
      says: 'bubblewrap: agent and tests start in it, and they can use your kernel keyring (it cannot be isolated on s390x)',
      fix: 'Start dualgate with its own session keyring: keyctl session - dualgate run.',
    });
  });
});
