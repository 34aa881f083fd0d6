import { describe, expect, it } from 'vitest';
import { findPackages, detectProject } from '../../../src/doctor/init/find-packages.ts';
import { aFolder, aPackage } from './a-folder.ts';

const find = (files: Readonly<Record<string, string>>) => findPackages(aFolder(files));
const named = (folder: string, name: string) => ({ [`${folder}/package.json`]: JSON.stringify({ name }) });
const NODE = { ...named('packages/b', '@acme/b'), ...named('packages/a', 'a'), 'packages/none/README.md': '' };
const FOUND = [
  { name: 'a', folder: 'packages/a' },
  { name: '@acme/b', folder: 'packages/b' },
];

describe('the packages of a monorepo', () => {
  it.each([
    ['npm and yarn', aPackage({ workspaces: ['packages/*'] })],
    ['yarn, in its long form', aPackage({ workspaces: { packages: ['./packages/*/'] } })],
    [
      'pnpm',
      { 'pnpm-workspace.yaml': "packages:\n  - 'packages/**'\n  - '!**/skipped'\n", ...named('packages/skipped', 's') },
    ],
    ['lerna', { 'lerna.json': '{\n\t"packages": ["packages/*"]\n}' }],
  ])('are the workspaces of %s', async (_name, root) => {
    expect(await find({ ...NODE, ...root })).toEqual(FOUND);
  });

  it('are the members of a cargo workspace and the modules of go.work', async () => {
    expect(
      await find({
        'Cargo.toml': '[workspace]\nmembers = [\n  "crates/*",\n]\n\n[profile.dev]\n',
        'crates/core/Cargo.toml': '[package]\nname = "acme-core"\n',
        'go.work': 'go 1.22\n\nuse (\n\t./api // the server\n)\nuse ./tools/gen\n',
        'api/go.mod': 'module example.org/api\n',
        'tools/gen/go.mod': 'module example.org/gen\n',
        'tools/other/go.mod': 'module example.org/other\n',
      }),
    ).toEqual([
      { name: 'acme-core', folder: 'crates/core' },
      { name: 'example.org/api', folder: 'api' },
      { name: 'example.org/gen', folder: 'tools/gen' },
    ]);
  });

  it('without a name are named by their folders, and are in no node_modules', async () => {
    const files = { ...aPackage({ workspaces: ['**'] }), 'a/package.json': '{', 'node_modules/x/package.json': '{}' };
    expect(await find(files)).toEqual([{ name: 'a', folder: 'a' }]);
  });

  it.each([
    ['a project without workspaces', aPackage({})],
    ['a broken package.json', { 'package.json': '{' }],
    ['workspaces that are no list', aPackage({ workspaces: 5 })],
    ['a crate', { 'Cargo.toml': '[package]\nname = "a"\n', 'src/Cargo.toml': '' }],
  ])('are none: %s', async (_name, files) => {
    expect(await find(files)).toEqual([]);
  });
});

describe('one package of a monorepo', () => {
  const part = { name: 'a', folder: 'packages/a' };
  const SCRIPTS = JSON.stringify({ scripts: { test: 'xo && npm run lint:css && vitest', 'lint:css': 'stylelint .' } });
  const files = { 'packages/a/package.json': SCRIPTS, 'packages/a/SPEC.md': '- [ ] one\n', 'SPEC.md': '- [ ] two\n' };

  it('has its tests in its folder, its checks from the root, and its specs first', async () => {
    const facts = await detectProject(aFolder({ ...aPackage({ workspaces: ['packages/*'] }), ...files }), { part });
    expect(facts).toMatchObject({
      folder: 'packages/a',
      runner: 'vitest',
      command: ['npx', 'vitest', 'run'],
      checks: [
        { name: 'lint', command: ['npm', 'exec', '--workspace=packages/a', '--', 'xo'] },
        { name: 'lint_css', command: ['npm', '--prefix', 'packages/a', 'run', 'lint:css'] },
      ],
      specs: [
        { path: 'packages/a/SPEC.md', criteria: 1 },
        { path: 'SPEC.md', criteria: 1 },
      ],
    });
  });

  it('has its checks from pnpm in a workspace of pnpm', async () => {
    const root = aFolder({ 'pnpm-workspace.yaml': 'packages: [packages/*]\n', ...files });
    expect((await detectProject(root, { part })).checks?.map(({ command }) => command.join(' '))).toEqual([
      'pnpm --dir packages/a exec xo',
      'pnpm --dir packages/a run lint:css',
    ]);
  });

  it('may use a runner that is installed for the root; the root itself only with a config of it', async () => {
    const root = { ...aPackage({ workspaces: ['packages/*'], devDependencies: { vitest: '*' } }), ...NODE };
    const command = ['npx', 'vitest', 'run'];
    expect((await detectProject(aFolder(root), { part })).command).toEqual(command);
    expect((await detectProject(aFolder(root), { isRoot: true })).command).toBeNull();
    const withConfig = aFolder({ ...root, 'vitest.config.ts': '' });
    expect((await detectProject(withConfig, { isRoot: true })).command).toEqual(command);
  });
});
