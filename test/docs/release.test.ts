/** The files of GitHub: workflows that start what exists, and a release whose tag, package and CHANGELOG agree. */
import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { aFolder, write } from '../evidence/a-repository.ts';
import { COMMANDS } from '../../src/cli/commands.ts';
import { renderCommandHelp } from '../../src/cli/main.ts';
import { ROOT } from './pages.ts';

const GITHUB = join(ROOT, '.github');
const WORKFLOWS = readdirSync(join(GITHUB, 'workflows'));

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, { readonly 'timeout-minutes': number; readonly steps: readonly Step[] }>>;
}
interface Step {
  readonly run?: string;
  readonly uses?: string;
}

const read = (name: string): Workflow => parse(readFileSync(join(GITHUB, 'workflows', name), 'utf8'));
const stepsOf = (name: string): readonly Step[] => Object.values(read(name).jobs).flatMap(({ steps }) => steps);

describe.each(WORKFLOWS)('the workflow %s', (name) => {
  test('may write only what its jobs ask for, and ends', () => {
    const { permissions, jobs } = read(name);
    expect(permissions).toEqual({ contents: 'read' });
    expect(Object.values(jobs).map((job) => typeof job['timeout-minutes'])).toEqual(
      Object.keys(jobs).map(() => 'number'),
    );
  });

  test('starts files that exist', () => {
    const places = stepsOf(name).flatMap(({ run = '' }) => run.match(/\.ci\/[\w.-]+/g) ?? []);
    expect(places).toContain('.ci/run');
    expect(places.filter((place) => !existsSync(join(ROOT, place)))).toEqual([]);
  });
});

describe('a release', () => {
  const check = async (tag: string, entry: string) => {
    const folder = await aFolder();
    await write(folder, {
      'package.json': '{ "version": "1.2.0" }',
      'CHANGELOG.md': `# Changelog\n\n## ${entry}\n\n## [1.1.0] - 2026-01-02\n`,
    });
    cpSync(join(ROOT, '.ci/release-version.mjs'), join(folder, 'check.mjs'));
    const { exitCode, stderr } = await execa(process.execPath, ['check.mjs', tag], { cwd: folder, reject: false });
    return [exitCode, stderr];
  };

  test('has one version in tag, package and CHANGELOG', async () => {
    expect(await check('v1.2.0', '[1.2.0] - 2026-02-03')).toEqual([0, '']);
  });

  test.each([
    ['v1.3.0', '[1.2.0] - 2026-02-03', 'The tag is v1.3.0, and package.json has 1.2.0: tag it v1.2.0.'],
    ['v1.2.0', '[1.3.0] - 2026-02-03', 'CHANGELOG.md begins with 1.3.0, and package.json has 1.2.0: write its entry.'],
    ['v1.2.0', '[1.2.0] - unreleased', 'The entry of 1.2.0 in CHANGELOG.md has no day: it says "unreleased".'],
  ])('of the tag %s under the entry %s is refused', async (tag, entry, why) => {
    expect(await check(tag, entry)).toEqual([1, why]);
  });
});

test('the package has every page that a help names', async () => {
  const helps = await Promise.all(COMMANDS.map(async (each) => renderCommandHelp(each, await each.help())));
  const named = helps.flatMap((help) => help.match(/docs\/[\w/-]+\.md/g) ?? []);
  const { files }: { readonly files: readonly string[] } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((page) => !files.some((each) => page.startsWith(`${each}/`)))).toEqual([]);
  expect(named.filter((page) => !existsSync(join(ROOT, page)))).toEqual([]);
});

test('forms for issues ask for what an answer needs', () => {
  const forms = readdirSync(join(GITHUB, 'ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');
  const asked = forms.map((name) => {
    const form: { readonly body: readonly { readonly id: string }[] } = parse(
      readFileSync(join(GITHUB, 'ISSUE_TEMPLATE', name), 'utf8'),
    );
    return form.body.map(({ id }) => id);
  });
  expect(forms.length).toBeGreaterThan(1);
  for (const ids of asked) expect(ids).toEqual(expect.arrayContaining(['config', 'versions']));
});
