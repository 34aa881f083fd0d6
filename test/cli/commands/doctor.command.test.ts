import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { processTable } from '../../../src/processes/find-processes.ts';
import { aProbedAgent } from '../../doctor/a-probed-agent.ts';
import { aFolder, hasGit, write } from '../../evidence/a-repository.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { runLine } from '../memory-io.ts';

/** Without what differs from machine to machine. */
const plainly = (text: string, folder: string) =>
  text
    .replaceAll(folder, '.')
    .replaceAll(/\d+\.\d s/g, '0.1 s')
    .replaceAll(/(node +).*/g, '$1(version)')
    .replaceAll(/(anchors|sockets|tests)( +).*/g, '$1$2(place)')
    .replaceAll(/git [\d.]+, at commit [\da-f]+/g, 'git (version)');

describe.skipIf(!hasGit)('dualgate doctor (needs git)', () => {
  it('prints a line for each thing that it looked at, and what to do', async () => {
    await withAnchorsAside();
    const { folder } = await aProbedAgent('claim');
    await write(folder, { 'spec.md': 'nothing\n' });
    const { code, stdout, stderr } = await runLine(['doctor'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(plainly(stdout, folder)).toMatchInlineSnapshot(`
      "✓ node             (version)
      ✓ config           dualgate.yaml, phases RED, GREEN, REFACTOR, DOCUMENT
      ✓ repository       git (version)
      ! sources          1 file is not committed
                         - spec.md
                         → Commit or stash them, so that what the agent changes can be told from what you did.
      ✓ commits          not asked for: exits of phases are no commits
      ✓ state            .dualgate/ can be written
      ✓ anchors          (place)
      ✓ sockets          (place)
      ✓ lock             free
      ✓ leftovers        no killed run left anything
      ✓ run              none was begun here
      ✗ spec             The spec spec.md has no acceptance criteria
                         → Write each as a checkbox: "- [ ] what must be true".
      ✓ tests            (place)
      ✓ sandbox          none is asked for: the agent may do what you may
      ✓ suite            no test yet, in 0.1 s
      ✓ diagrams         mermaid is there and parses them
      ✓ agent            ./agent.sh, ./agent.sh
      ✓ settings         20 s a turn

      ✗ 1 problem, 1 warning
      "
    `);
  });

  it('asks the agent with --probe, and says where its words are kept', async () => {
    await withAnchorsAside();
    const { folder } = await aProbedAgent('obey; speak; claim');
    const { code, stdout, stderr } = await runLine(['doctor', '--probe', '--timeout', '10s'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: 'Asking for one turn of ./agent.sh, 10 s at the most.\n' });
    expect(plainly(stdout, folder).split('\n').slice(-11)).toMatchInlineSnapshot(`
      [
        "✓ probe: turn      it ended well, 0.1 s",
        "✓ probe: writing   the file is there, word for word",
        "✓ probe: shell     commands run in the workspace, with the environment of the turn",
        "✓ probe: path      its shell finds node, git where dualgate does",
        "✓ probe: command   its word arrives by the signal command",
        "✓ probe: signal    its word was read, with the nonce of this turn",
        "✓ probe: leavings  nothing but what was asked for",
        "",
        "What the agent printed is kept in ./.dualgate/probe",
        "✓ nothing is in the way of a run",
        "",
      ]
    `);
  });

  it('prints one object with --json, and nothing else', async () => {
    await withAnchorsAside();
    const { folder } = await aProbedAgent('claim');
    const { code, stdout, stderr } = await runLine(['doctor', '--probe', '--json'], { cwd: folder });
    expect({ code, stderr, lines: stdout.split('\n').length }).toEqual({ code: 1, stderr: '', lines: 2 });
    const { findings, ...rest } = JSON.parse(stdout);
    const transcripts = join(folder, '.dualgate/probe');
    expect(rest).toEqual({ v: 1, workspace: folder, problems: 1, warnings: 0, transcripts });
    expect(findings.filter(({ state }: { readonly state: string }) => state === 'problem')).toEqual([
      {
        name: 'probe: writing',
        state: 'problem',
        says: 'it ended well and claimed success, and there is no file: it may not write here, or did not try',
        mend: 'Give agent.command the argument that lets it write files and run commands without asking.',
      },
    ]);
  });

  it('exits with 78 when the config does not load, and says the rest all the same', async () => {
    await withAnchorsAside();
    const { folder } = await aProbedAgent('claim');
    await write(folder, { 'dualgate.yaml': 'version: 1\n' });
    const { code, stdout } = await runLine(['doctor'], { cwd: folder });
    expect(code).toBe(78);
    expect(stdout).toMatch(/^✗ config .*/m);
    expect(stdout).toMatch(/^✓ repository /m);
    const empty = await aFolder();
    mkdirSync(join(empty, 'sub'));
    expect((await runLine(['doctor', '--json'], { cwd: empty })).code).toBe(78);
  });

  it('exits with 3 when it is interrupted, and has ended what it started', async () => {
    await withAnchorsAside();
    // A number of this test alone, to be found by.
    const nap = `sleep 300.${process.pid}`;
    const { folder } = await aProbedAgent(`echo > begun; ${nap}`);
    const begun = () => vi.waitUntil(() => existsSync(join(folder, 'begun')), { timeout: 20_000 });
    const listeners: (() => void)[] = [];
    const said: string[] = [];
    const { code } = await runLine(['doctor', '--probe'], {
      cwd: folder,
      onInterrupt: (listener) => listeners.push(() => listener('SIGINT')),
      complain: (line) => {
        said.push(line);
        if (line.startsWith('Asking')) void begun().then(() => listeners.forEach((listener) => listener()));
      },
    });
    expect(code).toBe(3);
    expect(said.at(-1)).toBe('Interrupted: what was started has been ended.');
    const running = processTable.list().map((it) => it.describe());
    expect(running.filter((it) => it.includes(nap))).toEqual([]);
  });

  it('paints over one line in a terminal', async () => {
    await withAnchorsAside();
    const { folder } = await aProbedAgent('claim');
    const { stdout } = await runLine(['doctor'], {
      cwd: folder,
      isLive: true,
      room: () => ({ columns: 20, rows: 24 }),
    });
    // What is looked at is painted, and is gone before the finding stands there.
    expect(stdout).toContain('… suite');
    expect(stdout).toContain(`\r\u001B[2K✓ ${'suite'.padEnd(15)}  no test yet`);
    expect(stdout.split(/[\r\n]/).filter((line) => line.startsWith('…') && line.length > 19)).toEqual([]);
  });

  it.each([
    [['--timeout', '5m'], "Option '--timeout' needs --probe"],
    [['--probe', '--timeout', 'long'], "Option '--timeout' must be a duration such as 90s or 5m (got long)"],
    [['--probe', '--timeout', '0s'], "Option '--timeout' must be a duration such as 90s or 5m (got 0s)"],
  ])('refuses %s', async (argv, refusal) => {
    const { code, stderr } = await runLine(['doctor', ...argv], { cwd: await aFolder() });
    expect({ code, stderr }).toEqual({ code: 64, stderr: `dualgate: ${refusal}. See dualgate doctor --help.\n` });
  });
});
