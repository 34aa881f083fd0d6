import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { processTable } from '../../../src/base/processes/find-processes.ts';
import { aTriedAgent } from '../../doctor/a-tried-agent.ts';
import { aFolder, hasGit, write } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { runLine } from '../memory-io.ts';

/** Without parts that differ from machine to machine. */
const plainly = (text: string, folder: string) =>
  text
    .replaceAll(folder, '.')
    .replaceAll(/\d+\.\d s/g, '0.1 s')
    .replaceAll(/(node +).*/g, '$1(version)')
    .replaceAll(/(anchors|sockets|tests|memory)( +).*/g, '$1$2(place)')
    .replaceAll(/git [\d.]+, at commit [\da-f]+/g, 'git (version)');

describe.skipIf(!hasGit)('dualgate doctor (needs git)', () => {
  it('prints a line for each check, and the fix', async () => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('claim');
    await write(folder, { 'spec.md': 'nothing\n' });
    const { code, stdout, stderr } = await runLine(['doctor'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(plainly(stdout, folder)).toMatchInlineSnapshot(`
      "✓ node             (version)
      ✓ config           dualgate.yaml, phases RED, GREEN, REFACTOR, DOCUMENT
      ✓ repository       git (version)
      ! sources          1 file is not committed
                         - spec.md
                         → Commit it, to separate your changes from those of the agent.
      ✓ commits          off: a run makes no commits
      ✓ state            .dualgate/ is writable, for ledgers and logs
      ✓ anchors          (place)
      ✓ sockets          (place)
      ✓ lock             no other run is active here
      ✓ leftovers        crashed runs left no processes or files
      ✓ run              no earlier run in this folder
      ✗ spec             The spec spec.md has no acceptance criteria
                         → Write each as a checkbox: "- [ ] AC-1: what must be true". dualgate also reads items below a heading "Acceptance criteria"; scenarios of OpenSpec; acceptance scenarios and functional requirements of GitHub Spec Kit; acceptanceCriteria in JSON such as prd.json.
      ✓ tests            (place)
      ✓ sandbox          none: the agent can do everything that you can
      ✓ suite            no tests (place)
      ✓ diagrams         mermaid is installed
      ✓ agent            ./agent.sh, ./agent.sh
      ✓ memory           (place)
      ✓ settings         time limit of a turn: 20 s

      ✗ 1 problem, 1 warning
      "
    `);
  });

  it('runs a turn of the agent with --try-agent, and names its transcripts', async () => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('obey; speak; claim');
    const { code, stdout, stderr } = await runLine(['doctor', '--try-agent', '--timeout', '10s'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Running one turn of ./agent.sh, at most 10 s.\n' });
    expect(plainly(stdout, folder).split('\n').slice(-11)).toMatchInlineSnapshot(`
      [
        "✓ smoke test: turn  it succeeded, 0.1 s",
        "✓ smoke test: writing  the file was written correctly",
        "✓ smoke test: shell  commands run in the workspace, with the environment of the turn",
        "✓ smoke test: path  its shell finds node, git where dualgate does",
        "✓ smoke test: command  the signal command works",
        "✓ smoke test: signal  its exit signal was read, with the nonce of this turn",
        "✓ smoke test: leftovers  no unexpected changes",
        "",
        "The output of the agent is in ./.dualgate/smoke-test",
        "✓ ready for dualgate run",
        "",
      ]
    `);
  });

  it('prints one object with --json, and nothing else', async () => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('claim');
    const { code, stdout, stderr } = await runLine(['doctor', '--try-agent', '--json'], { cwd: folder });
    expect({ code, stderr, lines: stdout.split('\n').length }).toEqual({ code: 1, stderr: '', lines: 2 });
    const { findings, ...rest } = JSON.parse(stdout);
    const transcripts = join(folder, '.dualgate/smoke-test');
    expect(rest).toEqual({ v: 1, workspace: folder, problems: 1, warnings: 0, transcripts });
    expect(findings.filter(({ state }: { readonly state: string }) => state === 'problem')).toEqual([
      {
        name: 'smoke test: writing',
        state: 'problem',
        says: 'it succeeded and claimed success, but there is no file: it may not write here, or did not try',
        fix: 'Add the argument to agent.command that lets it write files and run commands without asking.',
      },
    ]);
  });

  it('exits with 78 if the config does not load, and prints the other checks', async () => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('claim');
    await write(folder, { 'dualgate.yaml': 'version: 1\n' });
    const { code, stdout } = await runLine(['doctor'], { cwd: folder });
    expect(code).toBe(78);
    expect(stdout).toMatch(/^✗ config .*/m);
    expect(stdout).toMatch(/^✓ repository /m);
    const empty = await aFolder();
    mkdirSync(join(empty, 'sub'));
    expect((await runLine(['doctor', '--json'], { cwd: empty })).code).toBe(78);
  });

  it('exits with 3 when it is interrupted, and ends its processes', async () => {
    await withAnchorsAside();
    // A number that only this test uses.
    const nap = `sleep 300.${process.pid}`;
    const { folder } = await aTriedAgent(`echo > begun; ${nap}`);
    const started = () => vi.waitUntil(() => existsSync(join(folder, 'begun')), { timeout: 20_000 });
    const listeners: (() => void)[] = [];
    const said: string[] = [];
    const { code } = await runLine(['doctor', '--try-agent'], {
      cwd: folder,
      onInterrupt: (listener) => listeners.push(() => listener('SIGINT')),
      complain: (line) => {
        said.push(line);
        if (line.startsWith('Running')) void started().then(() => listeners.forEach((listener) => listener()));
      },
    });
    expect(code).toBe(3);
    expect(said.at(-1)).toBe('Interrupted. Every process that was started has ended.');
    const running = processTable.list().map((it) => it.describe());
    expect(running.filter((it) => it.includes(nap))).toEqual([]);
  });

  it('repaints one line in a terminal', async () => {
    await withAnchorsAside();
    const { folder } = await aTriedAgent('claim');
    const { stdout } = await runLine(['doctor'], {
      cwd: folder,
      isLive: true,
      room: () => ({ columns: 20, rows: 24 }),
    });
    // The current check is painted, and removed before its finding is printed.
    expect(stdout).toContain('… suite');
    expect(stdout).toContain(`\r\u001B[2K✓ ${'suite'.padEnd(15)}  no tests yet`);
    expect(stdout.split(/[\r\n]/).filter((line) => line.startsWith('…') && line.length > 19)).toEqual([]);
  });

  it.each([
    [['--timeout', '5m'], "Option '--timeout' needs --try-agent"],
    [['--try-agent', '--timeout', 'long'], "Option '--timeout' must be a duration such as 90s or 5m (got long)"],
    [['--try-agent', '--timeout', '0s'], "Option '--timeout' must be a duration such as 90s or 5m (got 0s)"],
  ])('refuses %s', async (argv, refusal) => {
    const { code, stderr } = await runLine(['doctor', ...argv], { cwd: await aFolder() });
    expect({ code, stderr }).toEqual({ code: 64, stderr: `dualgate: ${refusal}. See dualgate doctor --help.\n` });
  });
});
