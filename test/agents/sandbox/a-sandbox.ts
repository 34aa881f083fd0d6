/** A home and a workspace in a temporary folder, and programs run in a real sandbox over them. */
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import type { BubblewrapConfig, SandboxFacts } from '../../../src/agents/sandbox/name-places.ts';
import { openSandbox } from '../../../src/agents/sandbox/open-sandbox.ts';
import { aFolder } from '../../evidence/a-repository.ts';

export const BUBBLEWRAP: BubblewrapConfig = {
  use: 'bubblewrap',
  network: 'keep',
  writable: [],
  readable: [],
  hidden: [],
};

export interface Ground {
  readonly home: string;
  readonly workspace: string;
}

/** The workspace lies in the home, as most do. */
export const aGround = async (): Promise<Ground> => {
  const home = await realpath(await aFolder());
  await mkdir(join(home, 'work space'));
  return { home, workspace: join(home, 'work space') };
};

/** Facts of an agent whose program is `sh`. */
export const factsOf = ({ home, workspace }: Ground, spoil: Partial<SandboxFacts> = {}): SandboxFacts => ({
  who: 'agent',
  workspace,
  env: { PATH: process.env['PATH'], HOME: home },
  command: ['sh'],
  git: [],
  config: [],
  repository: null,
  state: [],
  readable: [],
  closed: [],
  open: [],
  reports: null,
  ...spoil,
});

/** Output of a line of shell in the sandbox, errors included. */
export const tryIn = async (
  ground: Ground,
  line: string,
  {
    config = {},
    facts = {},
  }: { readonly config?: Partial<BubblewrapConfig>; readonly facts?: Partial<SandboxFacts> } = {},
): Promise<string> => {
  const whole = factsOf(ground, facts);
  const [bwrap = '', ...words] = await openSandbox({ ...BUBBLEWRAP, ...config }, whole);
  const { stdout } = await execa(bwrap, [...words, 'sh', '-c', `exec 2>&1\n${line}`], {
    env: whole.env,
    extendEnv: false,
    reject: false,
  });
  return stdout;
};
