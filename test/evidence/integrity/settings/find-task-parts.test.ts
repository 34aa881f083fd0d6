import { describe, expect, test } from 'vitest';
import { findBroken, freezeFiles } from '../../../../src/evidence/integrity/freeze.ts';
import { findHeldFromStart } from '../../../../src/evidence/integrity/suite-files.ts';
import { aRepository, hasGit, write } from '../../a-repository.ts';

type Files = Readonly<Record<string, string>>;

/** Prints the names of all tests as passed, and runs none. */
const BLIND = "printf 'TAP version 13\\n1..1\\nok 1 - sum\\n'";
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const root = (more: object = {}): string => json({ name: 'root', private: true, workspaces: ['packages/*'], ...more });
const a = (more: object = {}): string => json({ name: 'a', scripts: { test: 'node --test' }, ...more });

interface Project {
  readonly files: Files;
  readonly command: readonly string[];
}

const NX: Project = {
  command: ['npx', 'nx', 'test', 'a'],
  files: {
    'package.json': root(),
    'nx.json': json({ targetDefaults: { test: { dependsOn: ['prepare'] }, build: { cache: true } } }),
    'packages/a/package.json': a(),
    'packages/a/project.json': json({
      name: 'a',
      targets: { test: { command: 'node --test' }, prepare: { command: 'node p.js' }, build: { command: 'tsc' } },
    }),
  },
};
const NX_INFERRED: Project = {
  command: ['npx', 'nx', 'run-many', '-t', 'test'],
  files: { 'package.json': root(), 'nx.json': '{}', 'packages/a/package.json': a({ nx: { targets: { lint: {} } } }) },
};
const PLUGIN: Project = {
  command: NX.command,
  files: {
    ...NX.files,
    'nx.json': json({ plugins: [{ plugin: './tools/plugin.cjs' }] }),
    'tools/plugin.cjs': "exports.createNodesV2 = ['**/a', () => []];\n",
  },
};
const WIREIT: Project = {
  command: ['npm', 'test'],
  files: {
    'package.json': root({
      scripts: { test: 'wireit', build: 'wireit' },
      wireit: {
        test: { command: 'node --test', dependencies: ['./packages/a:unit', 'compile'] },
        compile: { command: 'tsc' },
        build: { command: 'rollup' },
      },
    }),
    'packages/a/package.json': a({ scripts: { unit: 'wireit' }, wireit: { unit: { command: 'node --test' } } }),
  },
};
const TURBO: Project = {
  command: ['npm', 'test'],
  files: {
    'package.json': root({ scripts: { test: 'turbo run test --filter=a' } }),
    'turbo.json': `{ // of the repository\n  "tasks": { "test": { "dependsOn": ["^generate"], }, "generate": {}, "build": {} } }\n`,
    'packages/a/package.json': a({ scripts: { test: 'npm run unit', unit: 'node --test' } }),
  },
};
const MOON: Project = {
  command: ['moon', 'run', 'a:test'],
  files: {
    '.moon/workspace.yml': 'projects: [packages/*]\n',
    'packages/a/package.json': a(),
    'packages/a/moon.yml': 'tasks:\n  test:\n    command: node --test\n  build:\n    command: tsc\n',
  },
};
const LAGE: Project = {
  command: ['yarn', 'lage', 'test'],
  files: { 'package.json': root(), 'lage.config.js': 'module.exports = {};\n', 'packages/a/package.json': a() },
};
const RUSH: Project = {
  command: ['rush', 'test'],
  files: {
    'rush.json': '{}\n',
    'common/config/rush/command-line.json': '{}\n',
    'packages/a/package.json': a(),
  },
};
const RECIPES: Project = {
  command: ['npm', 'test'],
  files: {
    'package.json': root({ scripts: { test: 'task test', lint: 'eslint .' } }),
    'Taskfile.yml': 'tasks:\n  test: just unit\n',
    justfile: 'unit:\n  npx nx test a\n',
    'packages/a/package.json': a(),
    'packages/a/project.json': json({ targets: { test: { command: 'node --test' } } }),
  },
};
const MAKE: Project = {
  command: ['make', 'test'],
  files: { 'package.json': root({ scripts: { unit: 'node --test' } }), Makefile: 'test:\n\tnpm run unit\n' },
};
const WORKSPACES: Project = {
  command: ['npm', 'test', '--workspaces'],
  files: { 'package.json': root(), 'packages/a/package.json': a() },
};
const PLAIN: Project = {
  command: ['npx', 'vitest', 'run'],
  files: {
    ...NX.files,
    'Taskfile.yml': 'tasks: {}\n',
    justfile: '\n',
    'turbo.json': '{}\n',
    'packages/a/moon.yml': '{}\n',
  },
};

/** Every breach after a change, as `PATH WHAT`, without the names of tasks. */
const breachesAfter = async ({ files, command }: Project, changed: Files) => {
  const folder = await aRepository(files);
  const frozen = await freezeFiles(folder, await findHeldFromStart(folder, Object.keys(files), command));
  await write(folder, changed);
  return (await findBroken(folder, frozen)).map(({ path, what }) => `${path.replace(/:.*$/, '')} ${what}`);
};

/** The file of the project with this text in the place of that one. */
const edit = ({ files }: Project, path: string, from: string, to: string): Files => {
  const text = files[path] ?? '';
  expect(text).toContain(from);
  return { [path]: text.replace(from, to) };
};

const blind = JSON.stringify(BLIND).slice(1, -1);

describe.skipIf(!hasGit)('what decides which command a task runner runs (needs git)', () => {
  test.each<readonly [string, Project, () => Files, readonly string[]]>([
    [
      'the test target of nx',
      NX,
      () => edit(NX, 'packages/a/project.json', '"command": "node --test"', `"command": "${blind}"`),
      ['packages/a/project.json#tasks changed'],
    ],
    [
      'a target that it depends on',
      NX,
      () => edit(NX, 'packages/a/project.json', 'node p.js', blind),
      ['packages/a/project.json#tasks changed'],
    ],
    [
      'a default of nx, by the name of the target',
      NX,
      () => edit(NX, 'nx.json', '"dependsOn"', '"command": "true", "dependsOn"'),
      ['nx.json#tasks changed'],
    ],
    [
      'a default of nx, for every executor of that name',
      NX,
      () => edit(NX, 'nx.json', '"build"', '"nx:run-commands": { "options": { "command": "true" } }, "build"'),
      ['nx.json#tasks changed'],
    ],
    [
      'a project.json over the script that nx has found',
      NX_INFERRED,
      () => ({ 'packages/a/project.json': json({ targets: { test: { command: BLIND } } }) }),
      ['packages/a/project.json#tasks appeared'],
    ],
    [
      'the same in a package.json',
      NX_INFERRED,
      () => edit(NX_INFERRED, 'packages/a/package.json', '"lint": {}', `"test": { "command": "${blind}" }`),
      ['packages/a/package.json#nx appeared'],
    ],
    [
      'the script that nx has found',
      NX_INFERRED,
      () => edit(NX_INFERRED, 'packages/a/package.json', 'node --test', blind),
      ['packages/a/package.json#scripts changed'],
    ],
    [
      'the command of wireit',
      WIREIT,
      () => edit(WIREIT, 'package.json', 'node --test', blind),
      ['package.json#wireit changed'],
    ],
    [
      'the command of another package that it depends on',
      WIREIT,
      () => edit(WIREIT, 'packages/a/package.json', 'node --test', blind),
      ['packages/a/package.json#wireit changed'],
    ],
    [
      'a command that it depends on',
      WIREIT,
      () => edit(WIREIT, 'package.json', 'tsc', blind),
      ['package.json#wireit changed'],
    ],
    [
      'a script of a package that turbo runs',
      TURBO,
      () => edit(TURBO, 'packages/a/package.json', 'node --test', blind),
      ['packages/a/package.json#scripts changed'],
    ],
    [
      'what turbo runs before',
      TURBO,
      () => edit(TURBO, 'turbo.json', '"^generate"', '"b#generate"'),
      ['turbo.json#tasks changed'],
    ],
    [
      'a task of turbo for that package alone',
      TURBO,
      () => edit(TURBO, 'turbo.json', '"build"', '"a#test": {}, "build"'),
      ['turbo.json#tasks changed'],
    ],
    [
      'a config of turbo in the package',
      TURBO,
      () => ({ 'packages/a/turbo.json': json({ extends: ['//'], tasks: { test: { dependsOn: ['b#x'] } } }) }),
      ['packages/a/turbo.json#tasks appeared'],
    ],
    [
      'the place of the packages',
      TURBO,
      () => edit(TURBO, 'package.json', 'packages/*', 'blind/*'),
      ['package.json#workspaces changed'],
    ],
    [
      'the name of the package, which another could take',
      TURBO,
      () => edit(TURBO, 'packages/a/package.json', '"a"', '"b"'),
      ['packages/a/package.json#name changed'],
    ],
    [
      'the place of the packages for pnpm',
      TURBO,
      () => ({ 'pnpm-workspace.yaml': 'packages: [blind/*]\n' }),
      ['pnpm-workspace.yaml#packages appeared'],
    ],
    [
      'the task of moon',
      MOON,
      () => edit(MOON, 'packages/a/moon.yml', 'node --test', 'true'),
      ['packages/a/moon.yml#tasks changed'],
    ],
    [
      'a task that moon hands to every package',
      MOON,
      () => ({ '.moon/tasks/node.yml': 'tasks:\n  test:\n    command: true\n' }),
      ['.moon#tasks changed'],
    ],
    [
      'the pipeline of lage',
      LAGE,
      () => ({ 'lage.config.js': 'module.exports = { pipeline: {} };\n' }),
      ['lage.config.js changed'],
    ],
    [
      'a command of rush',
      RUSH,
      () => ({ 'common/config/rush/command-line.json': '{"commands":[]}\n' }),
      ['common/config/rush/command-line.json changed'],
    ],
    [
      'a script that rush runs',
      RUSH,
      () => edit(RUSH, 'packages/a/package.json', 'node --test', blind),
      ['packages/a/package.json#scripts changed'],
    ],
    [
      'a Taskfile behind a script',
      RECIPES,
      () => edit(RECIPES, 'Taskfile.yml', 'just', 'true'),
      ['Taskfile.yml changed'],
    ],
    ['a justfile behind that', RECIPES, () => edit(RECIPES, 'justfile', 'npx', 'true'), ['justfile changed']],
    [
      'the target of nx behind that',
      RECIPES,
      () => edit(RECIPES, 'packages/a/project.json', 'node --test', 'true'),
      ['packages/a/project.json#tasks changed'],
    ],
    [
      'a script behind a Makefile',
      MAKE,
      () => edit(MAKE, 'package.json', 'node --test', 'true'),
      ['package.json#scripts changed'],
    ],
    [
      'the packages that npm runs',
      WORKSPACES,
      () => edit(WORKSPACES, 'package.json', 'packages/*', 'blind/*'),
      ['package.json#workspaces changed'],
    ],
    [
      'a plugin of nx that the project has itself',
      PLUGIN,
      () => edit(PLUGIN, 'tools/plugin.cjs', '[]', '[["a", {}]]'),
      ['tools/plugin.cjs changed'],
    ],
    ['a file that nobody can read', NX, () => ({ 'nx.json': '{' }), ['nx.json#tasks changed']],
  ])('is frozen: %s', async (_what, project, change, breaches) => {
    expect(await breachesAfter(project, change())).toEqual(breaches);
  });

  test.each<readonly [string, Project, () => Files]>([
    [
      'another target of nx, new or changed',
      NX,
      () => edit(NX, 'packages/a/project.json', '"tsc"\n    }', '"tsc -b" }, "docs": { "command": "typedoc" }'),
    ],
    ['its default', NX, () => edit(NX, 'nx.json', '"cache": true', '"cache": false')],
    ['the formatting', NX, () => ({ 'nx.json': JSON.stringify(JSON.parse(NX.files['nx.json'] ?? '')) })],
    ['another command of wireit', WIREIT, () => edit(WIREIT, 'package.json', 'rollup', 'rolldown')],
    ['a task of turbo', TURBO, () => edit(TURBO, 'turbo.json', '"build": {}', '"build": {}, "docs": {}')],
    ['a comment', TURBO, () => edit(TURBO, 'turbo.json', 'of the', 'of this')],
    ['a task of moon', MOON, () => edit(MOON, 'packages/a/moon.yml', 'tsc', 'tsc -b')],
    ['what moon keeps', MOON, () => ({ '.moon/cache/states/a.json': '{}' })],
    [
      'another package with its scripts',
      TURBO,
      () => ({ 'packages/b/package.json': json({ name: 'b', scripts: { build: 'tsc', test: 'node --test' } }) }),
    ],
    ['a dependency', TURBO, () => edit(TURBO, 'packages/a/package.json', '"scripts"', '"dependencies": {}, "scripts"')],
    ['a catalogue of pnpm', TURBO, () => ({ 'pnpm-workspace.yaml': 'catalog:\n  react: 19\n' })],
    [
      'all of it, where the tests start without a task runner',
      PLAIN,
      () => ({
        'nx.json': '{"plugins":[]}',
        'packages/a/project.json': '{}',
        'turbo.json': '{"tasks":{"test":{}}}',
        'packages/a/moon.yml': 'tasks: {}\n',
        'Taskfile.yml': 'tasks:\n  test: x\n',
        justfile: 'test:\n',
        'packages/a/package.json': a({ scripts: { test: 'vitest' }, wireit: { test: { command: 'vitest' } } }),
      }),
    ],
  ])('leaves to the agent: %s', async (_what, project, change) => {
    expect(await breachesAfter(project, change())).toEqual([]);
  });

  test('holds every task where a pattern may name it', async () => {
    const files = { ...NX.files, ...edit(NX, 'nx.json', '"prepare"', '"pre-*"') };
    const project = { ...NX, files };
    expect(await breachesAfter(project, edit(project, 'packages/a/project.json', 'tsc', BLIND.slice(0, 6)))).toEqual([
      'packages/a/project.json#tasks changed',
    ]);
  });
});
