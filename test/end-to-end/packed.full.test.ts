/** Result of `npm pack` in a fresh checkout, and its use in a project: built, typed, and whole. */
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import manifest from '../../package.json' with { type: 'json' };
import { git } from '../evidence/a-repository.ts';
import { test } from './a-home.ts';
import { PACKAGES, packCheckout, ROOT } from './a-package.ts';
import { write } from './a-project.ts';

/** Links every package that is installed here but the one of that name. */
const linkPackages = (folder: string): void => {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(PACKAGES).filter((each) => each !== 'dualgate' && each !== '.bin'))
    symlinkSync(join(PACKAGES, name), join(folder, name));
};

/** Unpacked to where npm installs it, beside its dependencies: no registry is asked. */
const install = async (tarball: string, project: string): Promise<string> => {
  const packages = join(project, 'node_modules');
  linkPackages(packages);
  const installed = join(packages, 'dualgate');
  mkdirSync(installed);
  await execa('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  return installed;
};

const CONSUMER = `import { createRun, parseConfig, prove, type RunEvent } from 'dualgate';
import { createTddMachine } from 'dualgate/machines';
import { decide } from 'dualgate/gates';
import * as signals from 'dualgate/signals';
import * as inspector from 'dualgate/inspector';
import { createFleet, type FleetService, serveFleet } from 'dualgate/restate';
import schema from 'dualgate/schema.json' with { type: 'json' };
import manifest from 'dualgate/package.json' with { type: 'json' };

const name = (event: RunEvent): string => event.type;
export const nameService = (service: FleetService): string => service.url;
// @ts-expect-error -- a config is no number: the types are there, and are not any
const wrong: Parameters<typeof createTddMachine>[0] = 1;
console.log([createRun, parseConfig, prove, createTddMachine, decide, createFleet, serveFleet, name].every((each) => typeof each === 'function'));
console.log(Object.keys(signals).length > 0, Object.keys(inspector).length > 0, typeof schema, manifest.version, wrong);
`;

/** The program of docs/how-to/embed.md: a machine of its own, as the child of another one. */
const EMBEDDER = ['machine', 'embedder', 'work'];
const AN_EMBEDDED_PROJECT = {
  '.gitignore': 'node_modules\nout\nsaved.json\n',
  'specs/sum.md': '- [ ] AC-1: adds two numbers\n',
  'dualgate.yaml': JSON.stringify({
    work: { spec: 'specs/sum.md' },
    agent: { command: 'unused' },
    tests: { command: 'node --test', runner: 'node' },
    mutation_check: false,
    phases: DEFAULT_PHASES.filter(({ phase }) => phase === 'RED' || phase === 'GREEN'),
  }),
};

const TSCONFIG = {
  compilerOptions: {
    strict: true,
    module: 'nodenext',
    target: 'es2022',
    resolveJsonModule: true,
    noEmit: false,
    outDir: 'out',
    skipLibCheck: true,
    types: ['node'],
  },
  files: ['consumer.ts', ...EMBEDDER.map((name) => `${name}.ts`)],
};

describe('npm pack, in a checkout without a build', () => {
  test('makes a package with every exported file, which a typed project can use', {
    timeout: 900_000,
  }, async ({ home }) => {
    const project = join(home, 'project');
    const installed = await install(await packCheckout(home), project);
    const places = Object.values(manifest.exports).flatMap((each) =>
      typeof each === 'string' ? [each] : Object.values(each),
    );
    const missing = [...places, manifest.bin.dualgate].filter((place) => !existsSync(join(installed, place)));
    expect(missing).toEqual([]);
    // A declaration that no entry reaches is not shipped.
    expect(existsSync(join(installed, 'dist/types/src/cli'))).toBe(false);

    await write(project, {
      'package.json': '{ "type": "module" }',
      'tsconfig.json': JSON.stringify(TSCONFIG),
      'consumer.ts': CONSUMER,
      ...AN_EMBEDDED_PROJECT,
    });
    for (const name of EMBEDDER)
      cpSync(join(ROOT, 'test/agents/hosts/programs', `${name}.ts`), join(project, `${name}.ts`));
    const checked = await execa(join(PACKAGES, '.bin', 'tsc'), ['-p', project], { reject: false });
    expect(checked).toMatchObject({ stdout: '', exitCode: 0 });
    const said = await execa(process.execPath, [join(project, 'out', 'consumer.js')], { cwd: project });
    expect(said.stdout).toBe(`true\ntrue true object ${manifest.version} 1`);
    const program = await execa(process.execPath, [join(installed, manifest.bin.dualgate), '--version'], {
      cwd: project,
    });
    expect(program.stdout).toBe(manifest.version);

    await git(project, 'init', '--quiet');
    await git(project, 'add', '--all');
    await git(project, 'commit', '--quiet', '--message', 'start');
    const embedder = () =>
      execa(process.execPath, [join(project, 'out', 'embedder.js')], {
        cwd: project,
        reject: false,
        env: { XDG_STATE_HOME: join(home, 'state') },
      });
    const linesOf = async () => {
      // It ends by itself: a handle that was left open would keep it.
      const { stdout, stderr, exitCode } = await embedder();
      return [...`${stdout}${stderr}`.split('\n'), exitCode];
    };
    expect(await linesOf()).toEqual([
      'RED held: tests_total >= 1: got 0, expected 1 or more',
      'RED exited',
      'the counter reached 2',
      'GREEN held: tests_intact == true: got false, expected true',
      'saved in the middle of a test run',
      0,
    ]);
    expect(await linesOf()).toEqual([
      'restored in green: true',
      'the counter reached 2',
      'GREEN exited',
      '{"status":"completed"} completed',
      0,
    ]);
  });
});
