import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { makeTempFolder } from '../../ledger/temp-folder.ts';
import { runGitFor } from '../../queue/leases/a-store.ts';
import { runLine } from '../memory-io.ts';

const CONFIG = `work: { spec: specs/login.md }
agent: { command: [sh, agent.sh] }
tests: { command: sh suite.sh, runner: tap, files: [suite.sh] }
`;

const signal = (phase_completed: string, more = {}) =>
  JSON.stringify({ protocol: 'apm2_agent_exit', version: '1.0.0', phase_completed, exit_reason: 'completed', ...more });

let cwd: string;
let home: string;
beforeEach(() => {
  home = makeTempFolder();
  cwd = join(home, 'project');
  mkdirSync(join(cwd, 'specs'), { recursive: true });
  writeFileSync(join(cwd, 'dualgate.yaml'), CONFIG);
  writeFileSync(join(cwd, 'specs/login.md'), '# Login\n\n- [ ] AC-1: it opens\n');
  runGitFor(cwd, 'init', '--quiet');
});

const work = (argv: readonly string[], { on = false, stdin = '', secret = 'of ann' } = {}) =>
  runLine(['work', ...argv], {
    cwd,
    stdin,
    env: {
      HOME: home,
      XDG_STATE_HOME: join(home, 'state'),
      DUALGATE_SESSION_SECRET: secret,
      ...(on ? { AGENT_EXIT_PROTOCOL_ENABLED: 'true' } : {}),
    },
  });

const ledger = () => readFileSync(join(cwd, '.dualgate/items/login/ledger.jsonl'), 'utf8');

describe('dualgate work', () => {
  it('adds an item, and hands it to a session', async () => {
    expect(await work(['list'])).toEqual({
      code: 0,
      stdout: 'There is no work item. Add one with dualgate work add ITEM --spec FILE.\n',
      stderr: '',
    });
    expect(await work(['add', 'login', '--spec', 'specs/login.md', '--title', 'People log in'])).toEqual({
      code: 0,
      stdout:
        'Added login, in IMPLEMENTATION. A session claims it with dualgate work claim login; dualgate work run works on it.\n',
      stderr: '',
    });
    const claimed = await work(['claim', 'login', '--session', 's1', '--lease', '1h']);
    expect(claimed.stdout).toMatch(
      /^s1 holds login until \d{4}-\S+Z\. It ends with dualgate work signal login --session s1/,
    );
    const shown = await work(['show', 'login']);
    expect(shown.stdout.replaceAll(/until \S+/g, 'until TIME')).toBe(
      [
        'login: People log in',
        '  phase    IMPLEMENTATION',
        '  lease    s1, turn 2, until TIME',
        '  spec     specs/login.md',
        '',
      ].join('\n'),
    );
    expect((await work(['list'])).stdout).toMatch(/^login {2}IMPLEMENTATION {2}s1, until \S+\n$/);
  });

  it('takes a change from a session that proves itself by the secret of its claim, and from no other of its name', async () => {
    await work(['add', 'login']);
    const { stdout } = await work(['claim', 'login', '--session', 's1'], { secret: '' });
    const secret = /^Keep its secret, which is shown only here: export DUALGATE_SESSION_SECRET=(\S{32})\n/.exec(
      stdout,
    )?.[1];
    expect(secret).toBeDefined();
    expect(ledger()).not.toContain(secret);
    const json = signal('IMPLEMENTATION');
    const others = [['signal', json], ['release'], ['claim']].map(([action = '', ...more]) => [
      action,
      'login',
      '--session',
      's1',
      ...more,
    ]);
    const before = ledger();
    for (const of of ['', 'guessed']) {
      for (const argv of others)
        expect(await work(argv, { secret: of, on: true })).toEqual({
          code: 1,
          stdout: '',
          stderr: expect.stringMatching(
            /^Cannot [a-z ]+ login: s1 has to prove itself by the secret of its claim\. Give it in DUALGATE_SESSION_SECRET, or with --secret FILE\. Without it, wait until \S+, and claim the item with another --session\.\n$/,
          ),
        });
    }
    expect(ledger()).toBe(before);
    expect((await work(['signal', 'login', '--session', 's1', json], { on: true, secret: secret ?? '' })).code).toBe(0);
  });

  it('keeps the secret of a session in a file for its user alone, outside of the workspace', async () => {
    await work(['add', 'login']);
    const claim = ['claim', 'login', '--session', 's1', '--secret'];
    const inside = await work([...claim, 'secret'], { secret: '' });
    expect([inside.code, inside.stderr]).toEqual([
      64,
      expect.stringContaining("Option '--secret' must be a file outside of"),
    ]);
    const file = join(home, 'secret');
    expect((await work([...claim, file], { secret: '' })).stdout).toMatch(/^s1 holds login/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await work(['release', 'login', '--session', 's1', '--secret', file], { secret: '' })).code).toBe(0);
  });

  it('names a home that cannot be made, and the way out', async () => {
    writeFileSync(join(home, 'file'), '');
    expect(await runLine(['work', 'list'], { cwd, env: { HOME: join(home, 'file/home') } })).toEqual({
      code: 70,
      stdout: '',
      stderr: expect.stringMatching(
        /^Cannot continue: the system reports ENOTDIR: .+\/file\/home\/.+\. Set the path, such as HOME, to a folder, then try again\./,
      ),
    });
  });

  it('takes a valid exit signal, moves the item and releases its lease', async () => {
    await work(['add', 'login']);
    await work(['claim', 'login', '--session', 's1']);
    const { code, stdout } = await work(['signal', 'login', '--session', 's1', '--actor', 'codex', '--json'], {
      on: true,
      stdin: `${signal('IMPLEMENTATION', { notes: 'all green' })}\n`,
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      item: {
        item: 'login',
        phase: 'CI_PENDING',
        holder: null,
        sessions: [{ session_id: 's1', actor_id: 'codex', notes: 'all green', next_work_phase: 'CI_PENDING' }],
      },
    });
    expect(await work(['claim', 'login', '--session', 's1'])).toMatchObject({
      code: 1,
      stderr:
        'Cannot claim login: s1 completed the phase before. A fresh session has to claim it: use another --session.\n',
    });
    expect((await work(['claim', 'login', '--session', 's2'])).code).toBe(0);
    expect(await work(['release', 'login', '--session', 's2'])).toEqual({
      code: 0,
      stdout: 'login is free. Its phase has not changed.\n',
      stderr: '',
    });
    expect(await work(['verify'])).toEqual({ code: 0, stdout: '✓ login: 6 records, unchanged\n', stderr: '' });
  });

  it.each([
    ['HEAD of its checkout', [], 'HEAD', (branch: string) => branch],
    ['the commit that it names', ['--commit', 'HEAD~1'], 'HEAD~1', () => 'no branch'],
  ] as const)('keeps %s and the words of a session, and shows them', async (_what, options, expected, branchOf) => {
    const git = (...args: readonly string[]): string => runGitFor(cwd, ...args);
    for (const message of ['one', 'two']) git('commit', '--quiet', '--allow-empty', '--message', message);
    const said = { pr_url: 'https://example.org/pull/7', evidence_bundle_ref: 'evidence/W-1.yaml', notes: 'all green' };
    await work(['add', 'login']);
    await work(['claim', 'login', '--session', 's1']);
    const send = (more: readonly string[]) =>
      work(['signal', 'login', '--session', 's1', signal('IMPLEMENTATION', said), ...more], { on: true });
    expect(await send(['--commit', 'nowhere'])).toMatchObject({
      code: 77,
      stderr: expect.stringContaining('Cannot find the commit nowhere'),
    });
    const commit = git('rev-parse', expected).trim();
    expect((await send(options)).stdout).toBe(
      `login is in CI_PENDING, and its lease is released. Its result is ${commit}.\n`,
    );
    const { stdout } = await work(['show', 'login']);
    expect(stdout).toContain(`  result   ${branchOf(git('branch', '--show-current').trim())} (${commit})\n`);
    expect(stdout).toContain(
      '    IMPLEMENTATION completed, then CI_PENDING: s1 (all green; https://example.org/pull/7; evidence/W-1.yaml)\n',
    );
  });

  it.each([
    [
      'while the protocol is off',
      signal('IMPLEMENTATION'),
      false,
      'exit signal validation is disabled (AGENT_EXIT_PROTOCOL_ENABLED=false)',
    ],
    [
      'of another protocol',
      signal('IMPLEMENTATION', { protocol: 'x' }),
      true,
      "unknown protocol: expected 'apm2_agent_exit', got 'x'",
    ],
    [
      'of another version',
      signal('IMPLEMENTATION', { version: '2.0.0' }),
      true,
      "unsupported version: expected '1.x', got '2.0.0'",
    ],
    ['with an unknown field', signal('IMPLEMENTATION', { ok: true }), true, "unknown field 'ok'"],
    ['that is no JSON', '{', true, 'invalid JSON'],
    ['of another phase', signal('REVIEW'), true, "phase mismatch: expected 'IMPLEMENTATION', got 'REVIEW'"],
  ])('refuses a signal %s, and changes nothing', async (_, json, on, message) => {
    await work(['add', 'login']);
    await work(['claim', 'login', '--session', 's1']);
    const before = ledger();
    const { code, stdout, stderr } = await work(['signal', 'login', '--session', 's1', json], { on });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(ledger()).toBe(before);
  });

  it('keeps a draft until an operator starts it, and a blocked item until one unblocks it', async () => {
    await work(['add', 'login', '--draft']);
    expect((await work(['list'])).stdout).toBe('login  DRAFT  free\n');
    expect((await work(['start', 'login'])).stdout).toBe('login is in IMPLEMENTATION.\n');
    await work(['claim', 'login', '--session', 's1']);
    await work(
      ['signal', 'login', '--session', 's1', signal('IMPLEMENTATION', { exit_reason: 'blocked', notes: 'no key' })],
      {
        on: true,
      },
    );
    expect((await work(['list'])).stdout).toBe(
      'login  BLOCKED  in IMPLEMENTATION: no key\nWhen the cause is fixed: dualgate work unblock ITEM -m "why"\n',
    );
    expect((await work(['show', 'login'])).stdout).toContain(
      '\n  next     dualgate work unblock login -m "why", when the cause is fixed\n',
    );
    expect((await work(['unblock', 'login'])).code).toBe(64);
    expect((await work(['unblock', 'login', '-m', 'here it is'])).stdout).toBe(
      'login is in IMPLEMENTATION again, and free.\n',
    );
  });

  it('says how it is used', async () => {
    for (const [argv, message] of [
      [[], /^dualgate: Missing ACTION: add, list, show/],
      [['lst'], /^dualgate: Unknown action 'lst'/],
      [['add', '--title', 'x'], /^dualgate: Missing ITEM\./],
      [['list', 'x'], /^dualgate: Unexpected argument 'x'\./],
      [['list', '--draft'], /^dualgate: Option '--draft' goes with dualgate work add, not with list\./],
      [['signal', 'login'], /^dualgate: Missing --session NAME\. dualgate work claim prints it\./],
      [['claim', 'login', '--lease', '5'], /^dualgate: Option '--lease' must be a duration from 1s to 24h \(got 5\)\./],
      [['add', 'login', '--spec', '../x.md'], /^dualgate: Option '--spec' must be a file in /],
    ] as const) {
      const { code, stderr } = await work(argv);
      expect(stderr).toMatch(message);
      expect(code).toBe(64);
    }
    expect(await work(['show', 'none', '--json'])).toEqual({
      code: 1,
      stdout:
        '{"ok":false,"why":"unknown_item","message":"Cannot show none: there is no such work item. dualgate work list shows the names."}\n',
      stderr: '',
    });
    expect((await work(['add', 'login', '--spec', 'specs/none.md'])).stderr).toContain(
      'there is no file specs/none.md',
    );
  });

  it('is verified with every run by dualgate verify --all, which says how many items there are', async () => {
    const verify = (...argv: readonly string[]) =>
      runLine(['verify', '--all', ...argv], { cwd, env: { HOME: home, XDG_STATE_HOME: join(home, 'state') } });
    expect((await verify()).stderr).toMatch(/^Cannot verify a ledger: there is no run in /);
    await work(['add', 'docs']);
    await work(['add', 'login']);
    expect(await verify()).toEqual({
      code: 0,
      stdout: '✓ docs: 2 records, unchanged\n✓ login: 2 records, unchanged\n2 work items, all ledgers unchanged.\n',
      stderr: '',
    });
    writeFileSync(join(cwd, '.dualgate/items/login/ledger.jsonl'), ledger().replace('"login"', '"logon"'));
    const { code, stdout } = await verify();
    expect(code).toBe(1);
    expect(stdout).toMatch(/^✓ docs: .*\n✗ login: Cannot .*\n2 work items, 1 ledger with a problem\.\n$/);
    const lines = (await verify('--json')).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { item: 'docs', ok: true, records: 2, problem: null },
      { item: 'login', ok: false, records: 0, problem: expect.any(String) },
    ]);
  });

  it('needs spec and config in the commit when other machines share the items, and no config that git ignores', async () => {
    const hub = join(home, 'hub.git');
    runGitFor(home, 'init', '--quiet', '--bare', hub);
    const argv = ['add', 'login', '--spec', 'specs/login.md', '--remote', hub];
    expect((await work(argv)).stderr).toContain('specs/login.md is not committed as it is');
    runGitFor(cwd, 'add', 'specs');
    runGitFor(cwd, 'commit', '--quiet', '--message', 'Spec');
    const uncommitted = {
      code: 1,
      stdout: '',
      stderr:
        'Cannot add login: dualgate.yaml is not committed as it is, and a worker on another machine begins from the commit at HEAD. Commit it first: git add dualgate.yaml && git commit.\n',
    };
    expect(await work(argv)).toEqual(uncommitted);
    runGitFor(cwd, 'add', '--all');
    expect(await work(argv)).toEqual(uncommitted);
    runGitFor(cwd, 'commit', '--quiet', '--message', 'Start');
    writeFileSync(join(cwd, 'dualgate.yaml'), `${CONFIG}# changed\n`);
    expect(await work(argv)).toEqual(uncommitted);
    runGitFor(cwd, 'rm', '--quiet', '--force', 'dualgate.yaml');
    writeFileSync(join(cwd, 'dualgate.yaml'), CONFIG);
    writeFileSync(join(cwd, '.gitignore'), 'dualgate.yaml\n');
    runGitFor(cwd, 'add', '--all');
    runGitFor(cwd, 'commit', '--quiet', '--message', 'Each machine has a config');
    expect((await work(argv)).code).toBe(0);
    const head = runGitFor(cwd, 'rev-parse', 'HEAD');
    expect(runGitFor(hub, 'rev-parse', 'refs/dualgate/base/login')).toBe(head);
    expect(JSON.parse((await work(['list', '--remote', hub, '--json'])).stdout)).toMatchObject({
      ok: true,
      items: [{ item: 'login', phase: 'IMPLEMENTATION', base: head }],
    });
  });
});
