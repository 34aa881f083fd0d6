/**
 * Programs that a repository's config names run in no command of dualgate: each trap leaves a file when it runs. That each
 * would run is shown by git itself.
 */
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { listUncommitted } from '../../src/doctor/checks/repository.check.ts';
import { runGitFor } from '../queue/leases/a-store.ts';
import { runLine } from './memory-io.ts';

const AGENT = `cat > /dev/null
echo done > login.txt
printf '%s\\n' ---PRP_PHASE_STATUS--- "PHASE: $DUALGATE_PHASE" "ITERATION: $DUALGATE_ITERATION" "NONCE: $DUALGATE_NONCE" \\
  'STATUS: COMPLETE' 'EXIT_SIGNAL: true' ---END_PRP_PHASE_STATUS---
`;
const SUITE = "echo TAP version 13; echo 'ok 1 - AC-1 opens'; echo 1..1\n";
const CONFIG = {
  work: { spec: 'specs/login.md' },
  agent: { command: 'sh agent.sh' },
  tests: { command: 'sh suite.sh', runner: 'tap', files: ['suite.sh'] },
  commits: true,
  mutation_check: false,
  phases: [{ phase: 'BUILD', purpose: 'Build', gate_1: { condition: 'tests_failing == 0' } }],
};
const ATTRIBUTES = `*.clean filter=clean
*.proc filter=proc
*.included filter=included
*.conv diff=conv
*.cmd diff=cmd
*.must filter=must
*.merge merge=mine
`;

let home = '';
let folder = '';
let marks = '';
const place = (name: string) => join(home, name);

/** A program in a file of its own, which says that it ran. */
const program = (name: string, then = ''): string => {
  const path = place(`programs/${name}`);
  writeFileSync(path, `#!/bin/sh\n: > "${marks}/${name}"\n${then}\n`);
  chmodSync(path, 0o755);
  return path;
};

/** The keys of the config, and a git command that starts the program. */
type Keys = (name: string) => Readonly<Record<string, string>>;
type Trap = readonly [name: string, keys: Keys, git: string];
const hook: Keys = (name) => {
  mkdirSync(place('hooks'), { recursive: true });
  cpSync(program(name), place(`hooks/${name}`));
  return { 'core.hooksPath': place('hooks') };
};
const key =
  (path: string, then = '', more: Readonly<Record<string, string>> = {}): Keys =>
  (name) => ({ [path]: program(name, then), ...more });
const COMMIT = 'commit --quiet --allow-empty -m x';

const TRAPS: readonly Trap[] = [
  ['fsmonitor', key('core.fsmonitor'), 'status'],
  ['pre-commit', hook, COMMIT],
  ['prepare-commit-msg', hook, COMMIT],
  ['commit-msg', hook, COMMIT],
  ['post-commit', hook, COMMIT],
  ['post-rewrite', hook, 'commit --quiet --amend --no-edit'],
  ['post-checkout', hook, 'checkout --quiet --detach'],
  ['post-index-change', hook, 'add a.new'],
  ['reference-transaction', hook, 'update-ref refs/heads/new HEAD'],
  ['pre-push', hook, 'push --quiet near HEAD:refs/heads/pushed'],
  ['pre-rebase', hook, 'rebase --quiet other'],
  ['pre-merge-commit', hook, 'merge --quiet -X ours -m x other'],
  ['clean', key('filter.clean.clean', 'cat'), 'hash-object --path=a.clean a.clean'],
  ['smudge', key('filter.clean.smudge', 'cat'), 'cat-file --filters HEAD:a.clean'],
  ['process', key('filter.proc.process'), 'hash-object --path=a.proc a.proc'],
  ['required', key('filter.must.clean', '', { 'filter.must.required': 'true' }), 'hash-object --path=a.must a.must'],
  ['external', key('diff.external'), 'diff HEAD~1 HEAD'],
  ['textconv', key('diff.conv.textconv', 'cat "$1"'), 'show --textconv HEAD:a.conv'],
  ['command', key('diff.cmd.command'), 'diff HEAD~1 HEAD'],
  ['driver', key('merge.mine.driver'), 'merge --quiet -m x other'],
  ['ssh', key('core.sshCommand'), 'ls-remote ssh://nowhere.invalid/x'],
  ['proxy', key('core.gitProxy'), 'ls-remote git://nowhere.invalid/x'],
  ['askpass', key('core.askPass'), 'credential fill'],
  ['credential', key('credential.helper'), 'credential fill'],
  ['editor', key('core.editor'), 'commit --allow-empty'],
  ['sequence', key('sequence.editor'), 'rebase --interactive HEAD~1'],
  ['pager', key('core.pager', 'cat'), 'grep --open-files-in-pager opens'],
  ['gpg', key('gpg.program', '', { 'commit.gpgSign': 'true' }), COMMIT],
  ['signature', key('gpg.program', '', { 'log.showSignature': 'true' }), 'log'],
  ['alias', (name) => ({ 'alias.trap': `!${program(name)}` }), 'trap'],
  [
    'insteadof',
    (name) => ({ [`url.ext::${program(name)} .insteadOf`]: 'far:', 'protocol.ext.allow': 'always' }),
    'ls-remote far:x',
  ],
  ['uploadpack', key('remote.near.uploadpack'), 'fetch near'],
  ['receivepack', key('remote.near.receivepack'), 'push near HEAD:refs/heads/pushed'],
  ['difftool', key('difftool.mine.cmd', '', { 'diff.tool': 'mine' }), 'difftool --no-prompt HEAD~1 HEAD'],
  ['trailer', key('trailer.by.command', '', { 'trailer.by.key': 'By' }), 'interpret-trailers'],
  ['archive', key('tar.mine.command', 'cat'), 'archive --format=mine HEAD'],
  [
    'included',
    (name) => {
      writeFileSync(place('more.config'), `[filter "included"]\n\tclean = ${program(name, 'cat')}\n`);
      return { 'includeIf.gitdir:**.path': place('more.config') };
    },
    'hash-object --path=a.included a.included',
  ],
];

/** Those that ran. */
const ran = (): readonly string[] => readdirSync(marks).toSorted();
const git = (...args: readonly string[]): string => runGitFor(folder, ...args).trim();

const write = (files: Readonly<Record<string, string>>): void => {
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
};
const CHANGED = ['a.clean', 'a.cmd', 'a.conv', 'a.included', 'a.must', 'a.proc'];
const commit = (text: string, paths: readonly string[] = [...CHANGED, 'a.merge']): void => {
  write(Object.fromEntries(paths.map((path) => [path, text])));
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start');
};

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), 'dualgate-'));
  folder = place('project');
  marks = place('marks');
  for (const path of ['project/specs', 'marks', 'programs']) mkdirSync(place(path), { recursive: true });
  git('init', '--quiet', '--template=', '--initial-branch', 'main');
  git('config', 'user.name', 'Bea');
  git('config', 'user.email', 'bea@example.org');
  git('config', 'remote.near.url', place('near.git'));
  runGitFor(home, 'init', '--quiet', '--bare', 'near.git');
  write({
    'specs/login.md': '# Login\n\n- [ ] AC-1: it opens\n',
    'agent.sh': AGENT,
    'suite.sh': SUITE,
    'dualgate.yaml': stringify(CONFIG),
    '.gitattributes': ATTRIBUTES,
  });
  commit('one\n');
  git('checkout', '--quiet', '-b', 'other');
  commit('three\n', ['a.merge']);
  git('checkout', '--quiet', 'main');
  commit('two\n');
  // A signature of nobody: whether it is true is for gpg to say.
  const signature = '\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n -----END PGP SIGNATURE-----\n\n';
  writeFileSync(place('signed'), `${git('cat-file', 'commit', 'HEAD').replace('\n\n', signature)}\n`);
  git('update-ref', 'HEAD', git('hash-object', '-t', 'commit', '-w', place('signed')));
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

describe('a trap', () => {
  test.each(TRAPS)('%s is started by git', (name, keys, command) => {
    const copy = place(`copy-of-${name}`);
    cpSync(folder, copy, { recursive: true });
    writeFileSync(join(copy, 'a.new'), 'new\n');
    const settings = Object.entries(keys(name)).flatMap((each) => ['-c', each.join('=')]);
    spawnSync('git', [...settings, ...command.split(' ')], {
      cwd: copy,
      input: 'protocol=https\nhost=nowhere.invalid\n\n',
      env: { PATH: process.env['PATH'], HOME: home, GIT_TERMINAL_PROMPT: '0', GIT_CONFIG_NOSYSTEM: '1', TERM: 'xterm' },
      timeout: 60_000,
    });
    expect(ran()).toContain(name);
  });
});

/** `look`: these only show. `work`: these run tests, an agent, or commit, and no program of the config either. */
const COMMANDS: readonly (readonly [does: 'look' | 'work', line: string, code: number])[] = [
  ['work', 'run', 0],
  ['look', 'doctor', 0],
  ['look', 'doctor --json', 0],
  ['look', 'status', 0],
  ['look', 'status --verify --json', 0],
  ['look', 'explain', 0],
  ['look', 'report', 0],
  ['look', 'report --format json', 0],
  ['look', 'verify', 0],
  ['look', 'replay', 0],
  ['look', 'graph', 0],
  ['look', 'presets', 0],
  ['look', 'hook list', 0],
  ['look', 'session status', 1],
  ['look', 'session verify', 0],
  ['work', 'work add login --spec specs/login.md', 0],
  ['look', 'work list', 0],
  ['look', 'work show login', 0],
  ['look', 'work verify', 0],
  ['work', 'prove', 0],
  ['work', 'check BUILD', 1],
];

/** With the same bytes: a filter would have to say that nothing changed. */
const touch = (text = 'two\n'): void => write(Object.fromEntries(CHANGED.map((path) => [path, text])));
const clear = (): void => {
  rmSync(marks, { recursive: true });
  mkdirSync(marks);
};

describe('in a repository with all traps in its config', () => {
  beforeAll(() => {
    for (const [name, keys] of TRAPS) for (const [key, value] of Object.entries(keys(name))) git('config', key, value);
    clear();
    touch();
    const copy = place('copy');
    cpSync(folder, copy, { recursive: true });
    spawnSync('git', ['status'], { cwd: copy });
    expect(ran()).toEqual(expect.arrayContaining(['clean', 'fsmonitor', 'included', 'process', 'required']));
    clear();
  });

  test.each(COMMANDS)('%s: dualgate %s starts none', async (_does, argv, code) => {
    touch();
    const answer = await runLine(argv.split(' '), { cwd: folder, env: { ...process.env, HOME: home } });
    expect([answer.code, ran()], answer.stdout + answer.stderr).toEqual([code, []]);
  });

  test('files that are not committed are listed without one', async () => {
    touch('four\n');
    expect(await listUncommitted(folder, ['a.*'])).toEqual(CHANGED);
    expect(ran()).toEqual([]);
  });
});

test('the program of a submodule is started by git, and not by the list of files that are not committed', async () => {
  const around = place('around');
  mkdirSync(around);
  cpSync(place('copy-of-fsmonitor'), join(around, 'sub'), { recursive: true });
  runGitFor(around, 'init', '--quiet');
  runGitFor(around, 'add', 'sub');
  runGitFor(join(around, 'sub'), 'config', 'core.fsmonitor', program('submodule'));
  clear();
  expect(await listUncommitted(around, ['.'])).toEqual(['sub']);
  expect(ran()).toEqual([]);
  runGitFor(around, 'status');
  expect(ran()).toEqual(['submodule']);
});
