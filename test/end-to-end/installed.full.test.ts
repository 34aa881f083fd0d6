/**
 * The package as a user gets it: from its tarball, with npm and with pnpm, under each Node that is supported, beside
 * the oldest and the newest XState. It needs the registry.
 */
import { readdirSync, statSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { aFolder } from '../evidence/a-repository.ts';
import { test } from './a-home.ts';
import { PACKAGES, packCheckout, withoutNpm } from './a-package.ts';
import { write } from './a-project.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const NODES = ['20.19.0', '22.12.0', '24', '26'];
const ENTRIES = Object.keys(manifest.exports).filter((name) => !name.endsWith('.json'));
/** Packages that some entries need, and that the user brings. */
const PEERS = ['@restatedev/restate-sdk', '@restatedev/xstate'].map(
  (name) => `${name}@${new Map(Object.entries(manifest.peerDependencies)).get(name)}`,
);
const XSTATES = [manifest.peerDependencies.xstate.replace('^', ''), '5'];

const nameOf = (entry: string): string => entry.replace(/^\./, 'dualgate');

const IMPORTS = `for (const name of ${JSON.stringify(ENTRIES.map(nameOf))}) {
  const all = await import(name);
  if (Object.keys(all).length === 0) throw new Error(\`\${name} exports nothing\`);
}
console.log('imported');
`;

const TYPED = `${ENTRIES.map((entry, at) => `import * as entry${at} from '${nameOf(entry)}';`).join('\n')}
import { createActor } from 'xstate';
import { createTddMachine } from 'dualgate/machines';
import { DEFAULT_PHASES } from 'dualgate/gates';
export const all = [${ENTRIES.map((_, at) => `entry${at}`).join(', ')}];
const actor = createActor(createTddMachine({ phases: DEFAULT_PHASES }));
export const isGreen: boolean = actor.getSnapshot().matches({ working: 'green' });
// @ts-expect-error -- phases are a list: the types are there, and are not any
createTddMachine({ phases: 'red' });
`;

const tsconfig = (module: 'nodenext' | 'bundler') => ({
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: module === 'bundler' ? 'esnext' : module,
    moduleResolution: module,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
  },
  files: ['typed.ts'],
});

/** Bytes of all files below. */
const sizeOf = (folder: string): number =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((each) => each.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);

let tarball = '';
let tools = '';

beforeAll(async () => {
  tools = await mkdtemp(join(tmpdir(), 'dualgate-'));
  tarball = await packCheckout(tools);
});
afterAll(() => rm(tools, { recursive: true, force: true }));

/** The PATH begins with that Node, whose npm and pnpm are the newest that run on it. */
const under = async (node: string): Promise<NodeJS.ProcessEnv> => {
  const folder = join(tools, node);
  await write(folder, { 'package.json': '{}' });
  await execa('npm', ['install', '--no-audit', '--no-fund', `node@${node}`, 'pnpm@10'], {
    cwd: folder,
    env: withoutNpm(),
    extendEnv: false,
  });
  const bin = join(folder, 'node_modules');
  return {
    ...withoutNpm(),
    PATH: [join(bin, 'node/bin'), join(bin, '.bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
  };
};

/** An empty project in which the tarball was installed by that program. */
const aProject = async (env: NodeJS.ProcessEnv, program: 'npm' | 'pnpm', more: readonly string[] = []) => {
  const folder = await aFolder();
  await write(folder, { 'package.json': '{ "type": "module", "private": true }' });
  const run = (...[command, ...args]: readonly [string, ...string[]]) =>
    execa(command, args, { cwd: folder, env, extendEnv: false, all: true, stdin: 'ignore' });
  await run(program, program === 'npm' ? 'install' : 'add', tarball, ...more);
  return { folder, run };
};

describe.each(NODES)('under Node %s', (node) => {
  test.each(['npm', 'pnpm'] as const)('%s installs the program and every entry', async (program) => {
    const env = await under(node);
    const { folder, run } = await aProject(env, program, [...PEERS, '@statelyai/inspect']);
    expect((await run('node', '--version')).stdout.startsWith(`v${node.split('.')[0]}.`)).toBe(true);
    await write(folder, { 'all.mjs': IMPORTS });
    expect((await run('node', 'all.mjs')).stdout).toBe('imported');
    const dualgate = join(folder, 'node_modules/.bin/dualgate');
    expect((await run(dualgate, '--version')).stdout).toBe(manifest.version);
    // It fails unless its run completes.
    await run(dualgate, 'demo', '--folder', join(folder, 'demo'));
  });
});

describe('the types, whole', () => {
  test.each(XSTATES.flatMap((xstate) => (['nodenext', 'bundler'] as const).map((module) => [xstate, module] as const)))(
    'beside XState %s, under module %s',
    async (xstate, module) => {
      const { folder, run } = await aProject(withoutNpm(), 'npm', [
        ...PEERS,
        `xstate@${xstate}`,
        '@statelyai/inspect',
        '@types/node@20',
      ]);
      await write(folder, { 'tsconfig.json': JSON.stringify(tsconfig(module)), 'typed.ts': TYPED });
      expect((await run(join(PACKAGES, '.bin/tsc'), '-p', '.')).all).toBe('');
    },
  );
});

test('what is installed has at most 25 MB', async () => {
  const { folder } = await aProject(withoutNpm(), 'npm');
  expect(sizeOf(join(folder, 'node_modules')) / 1_000_000).toBeLessThan(25);
});
