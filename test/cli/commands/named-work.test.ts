import { expect, test } from 'vitest';
import { aFolder, git, write } from '../../evidence/a-repository.ts';
import { runLine } from '../memory-io.ts';

const CONFIG = `version: 1
work: { spec: specs/a.md }
agent: { command: nobody }
tests: { command: node --test }
`;

const aProject = async (config: string = CONFIG) => {
  const cwd = await aFolder();
  await git(cwd, 'init', '--quiet');
  await write(cwd, {
    'dualgate.yaml': config,
    'specs/a.md': '- [ ] AC-1: a\n',
    'specs/b.md': '- [ ] AC-1: the other\n',
  });
  return async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await runLine(['run', ...argv], { cwd });
    return { code, stdout, says: stderr.split('\n')[0] ?? '' };
  };
};

interface Plan {
  readonly prompt: string;
  readonly phases: readonly { readonly phase: string; readonly floor: readonly string[] }[];
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `run --dry-run --json` prints
const read = (stdout: string): Plan => JSON.parse(stdout) as Plan;

test('dualgate run SPEC works on this spec', async () => {
  const run = await aProject();
  expect(read((await run('--dry-run', '--json')).stdout).prompt).toContain('AC-1: a\n');
  expect(read((await run('--dry-run', '--json', 'specs/b.md')).stdout).prompt).toContain('AC-1: the other\n');
});

test('run --quick has RED and GREEN, each with the whole floor', async () => {
  const run = await aProject();
  const whole = read((await run('--dry-run', '--json')).stdout).phases;
  const quick = read((await run('--dry-run', '--json', '--quick')).stdout).phases;
  expect(quick.map(({ phase }) => phase)).toEqual(['RED', 'GREEN']);
  expect(quick).toEqual(whole.slice(0, 2));
});

test.each([
  [
    'two specs',
    CONFIG,
    ['specs/a.md', 'specs/b.md'],
    'A run has one SPEC (got specs/a.md, specs/b.md). For several runs, list them in the config: work: { specs: [specs/a.md, specs/b.md] }',
  ],
  ['a spec elsewhere', CONFIG, ['../a.md'], 'SPEC must be a file in the workspace'],
  ['a spec and an issue', CONFIG, ['specs/a.md', '--issue', 'specs/b.md'], "Option '--issue' cannot be used with SPEC"],
  [
    'a spec to complete by force',
    CONFIG,
    ['specs/a.md', '--force-complete', '-m', 'x'],
    "Option '--force-complete' cannot be used with SPEC",
  ],
  [
    'a spec with a task list',
    CONFIG.replace('spec: specs/a.md', 'specs: specs/'),
    ['specs/a.md'],
    'To run one of its tasks: dualgate run --only specs/a.md',
  ],
  [
    'the quick profile with a task list',
    CONFIG.replace('spec: specs/a.md', 'specs: specs/'),
    ['--quick'],
    'list the phases RED and GREEN in the config',
  ],
  [
    'the quick profile without the mutation check',
    `${CONFIG}mutation_check: false\n`,
    ['--quick'],
    'remove mutation_check: false from the config',
  ],
])('%s is wrong usage, and the words show the way out', async (_, config, argv, says) => {
  const run = await aProject(config);
  expect(await run(...argv)).toMatchObject({ code: 64, stdout: '', says: expect.stringContaining(says) });
});
