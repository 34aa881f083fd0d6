/** `dualgate prove` on the commits of one run, in the order in which a person would use it. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { main } from '../../../src/cli/main.ts';
import { git } from '../../evidence/a-repository.ts';
import { CONFIG, createProject, type Project } from '../a-project.ts';
import { createMemoryIo, runLine } from '../memory-io.ts';
import { hasGit, keepAnchorsAside, steady } from './a-run.ts';
import { inTurn } from '../../pick-some.ts';

const slow = inTurn(3, it);

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });
keepAnchorsAside();

describe.skipIf(!hasGit)('the commits of a run (needs git)', () => {
  let project: Project;
  let base = '';
  beforeAll(async () => {
    project = await createProject(undefined, { 'dualgate.yaml': `${CONFIG}commits: true\n` });
    const { folder } = project;
    await git(folder, 'config', 'user.name', 'Bea');
    await git(folder, 'config', 'user.email', 'bea@example.org');
    await git(folder, 'add', '--all');
    await git(folder, 'commit', '--quiet', '--message', 'A spec');
    base = await git(folder, 'rev-parse', 'HEAD');
    expect(await runLine(['run'], { cwd: folder })).toMatchObject({ code: 0 });
  });
  afterAll(() => project.remove());
  const run = async (...argv: readonly string[]) => {
    const { code, stdout, stderr } = await runLine(argv, { cwd: project.folder });
    return { code, stdout: steady(stdout, project), stderr: steady(stderr, project) };
  };

  slow('are proven in a pipe, one line for each claim, with the steps on stderr', async () => {
    const { code, stdout, stderr } = await run('prove', '--no-mutation-check');
    expect(code, stdout).toBe(0);
    expect(stdout.replaceAll(/[0-9a-f]{12}/g, 'COMMIT').split('\n')).toEqual([
      'RUN, COMMIT..COMMIT',
      '  ✓ holds      commits      the start and the exits of RED, GREEN are commits, in this order',
      '  ✓ holds      unforced     every phase was exited by both gates',
      '  ✓ holds      start        no earlier test has to pass',
      '  ✓ holds      RED tests    1 new test without code: each fails on an assertion; the earlier tests are no worse',
      '  ✓ holds      RED freeze   spec, config, runner files and frozen tests are unchanged',
      '  ✓ holds      GREEN tests  the only test passes in two runs',
      '  ✓ holds      GREEN freeze spec, config, runner files and frozen tests are unchanged',
      '  ✓ holds      sources      every commit contains the sources that it names, byte by byte',
      '  ✓ holds      imports      no added import names an absolute path',
      '  ✓ holds      ledger       the ledger is intact, and records every commit with these files and trailers',
      '  note The mutation check did not run, as requested: it is unknown whether the suite can fail, whether tests reach the code, and whether every line of it is needed by a test.',
      'Proven: every claim holds.',
      '',
    ]);
    expect(stderr.split('\n').slice(0, 2)).toEqual([
      '1/3 START: no test passes before the work on SPEC.md',
      '2/3 RED: 1 new test fails on an assertion',
    ]);
  });

  slow('are not proven if one is missing, which is named', async () => {
    const { code, stdout } = await run('prove', 'HEAD~1', '--json');
    const proof: unknown = JSON.parse(stdout);
    expect({ code, proof }).toMatchObject({
      code: 1,
      proof: {
        holds: false,
        claims: [{ id: 'commits', because: ['the exit of GREEN has no commit'] }, {}, {}, {}, {}, {}, {}, {}],
      },
    });
  });

  slow('are also a change between two commits', async () => {
    const { code, stdout } = await run('prove', '--base', base, '--head', 'HEAD', '--json');
    expect({ code, proof: JSON.parse(stdout) }).toMatchObject({
      code: 0,
      proof: { base, holds: true, tests: { fail_to_pass: ['test/one.test.cjs > AC-1: one is one'] } },
    });
    expect(await run('prove', `${base}..HEAD`)).toMatchObject({ code: 0 });
  });

  slow('have a statement: printed, written to a file, or attached as a note', async () => {
    const printed = await run('prove', '--no-mutation-check', '--statement', '-', '--note');
    expect(printed).toMatchObject({ code: 0, stderr: expect.stringContaining('The statement is not signed') });
    const head = await git(project.folder, 'rev-parse', 'HEAD');
    expect(JSON.parse(printed.stdout)).toMatchObject({
      subject: [{ name: 'head', digest: { gitCommit: head } }],
      predicate: { result: 'PASSED' },
    });
    expect(JSON.parse(await git(project.folder, 'notes', '--ref=dualgate', 'show', head))).toEqual(
      JSON.parse(printed.stdout),
    );
    await run('prove', 'HEAD~1', '--statement', '.dualgate/proof.json');
    expect(JSON.parse(readFileSync(join(project.folder, '.dualgate/proof.json'), 'utf8'))).toMatchObject({
      predicate: { result: 'FAILED', failedTests: ['claim:commits'] },
    });
  });

  it.each([
    [['--head', 'HEAD'], "Option '--head' needs --base"],
    [['--tests', '*'], "Option '--tests' needs --base"],
    [['--base', 'HEAD~1', 'HEAD'], 'Give --base or HEAD, not both'],
    [['..HEAD'], "The range '..HEAD' has no base"],
    [
      ['--base', 'HEAD~1', '--no-mutation-check'],
      "Option '--no-mutation-check' is for runs, and cannot be used with --base",
    ],
    [['HEAD~1..HEAD', '--seed', '1'], "Option '--seed' is for runs, and cannot be used with --base"],
    [['--timeout', 'soon'], "Option '--timeout' must be a duration such as 90s or 5m (got soon)"],
  ])('refuses %j', async (words, problem) => {
    expect(await run('prove', ...words)).toEqual({
      code: 64,
      stdout: '',
      stderr: `dualgate: ${problem}. See dualgate prove --help.\n`,
    });
  });

  slow('says what to do where there is nothing to prove', async () => {
    const { code, stderr } = await run('prove', base);
    expect({ code, stderr }).toEqual({
      code: 70,
      stderr: expect.stringMatching(
        /^Cannot prove .* no run has a commit in its history\. Name .*dualgate prove BASE\.\.HEAD/,
      ),
    });
  });

  slow('are left by a Ctrl+C with 3, and nothing of it stays', async () => {
    const aside = mkdtempSync(join(tmpdir(), 'dualgate-'));
    vi.stubEnv('TMPDIR', aside);
    try {
      const said: string[] = [];
      const memory = createMemoryIo({
        cwd: project.folder,
        complain: (line) => {
          said.push(line);
          if (line.startsWith('2/')) memory.interrupt();
        },
      });
      expect(await main(['prove'], memory.io)).toBe(3);
      expect(said.at(-1)).toBe('Interrupted. Every process that was started has ended.');
      expect({ printed: memory.stdout(), left: readdirSync(aside) }).toEqual({ printed: '', left: [] });
    } finally {
      vi.unstubAllEnvs();
      rmSync(aside, { recursive: true, force: true });
    }
  });

  slow('are compared with the ledger by verify', async () => {
    const { code, stdout } = await run('verify');
    expect({ code, stdout: stdout.split('\n')[1] }).toEqual({
      code: 0,
      stdout: '3 commits on dualgate/spec agree with the ledger.',
    });
    await git(project.folder, 'update-ref', 'refs/heads/dualgate/spec', 'HEAD~1');
    const moved = await run('verify');
    expect(moved.code).toBe(1);
    expect(moved.stdout).toMatch(
      /The commits on dualgate\/spec do not agree with the ledger:\n {2}- commit_off_branch: the commit of GREEN \([0-9a-f]{12}\) is not/,
    );
    expect(JSON.parse((await run('verify', '--json')).stdout)).toMatchObject({
      ok: false,
      problems: [],
      commits: { branch: 'dualgate/spec', commits: 3, problems: [{ code: 'commit_off_branch' }] },
    });
  });
});
