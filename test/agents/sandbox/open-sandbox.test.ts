import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test, onTestFinished } from 'vitest';
import { nameStarted } from '../../../src/base/processes/with-file.ts';
import { writeBubblewrap } from '../../../src/agents/sandbox/open-sandbox.ts';
import { type Mount, orderMounts } from '../../../src/agents/sandbox/name-places.ts';
import { write } from '../../evidence/a-repository.ts';
import { aGround, factsOf, tryIn } from './a-sandbox.ts';
import { describeInSandbox } from './in-sandbox.ts';

describeInSandbox('in the sandbox', () => {
  test('the workspace is writable, the home is empty and vanishes, the machine is read-only', async () => {
    const ground = await aGround();
    await write(ground.home, { '.ssh/id': 'a key', 'work space/a.txt': 'a' });

    expect(
      await tryIn(ground, 'cat a.txt; echo b > b.txt; ls "$HOME"; touch "$HOME/mine" /tmp/mine; touch /etc/mine'),
    ).toBe("awork space\ntouch: cannot touch '/etc/mine': Read-only file system");

    expect(readFileSync(join(ground.workspace, 'b.txt'), 'utf8')).toBe('b\n');
    expect(existsSync(join(ground.home, 'mine'))).toBe(false);
  });

  test('the state of dualgate is shut: of the workspace, of the user, and the sockets but one folder', async () => {
    const ground = await aGround();
    const sockets = join(ground.home, 'runtime');
    await write(ground.home, {
      'work space/.dualgate/lock': '',
      '.local/state/dualgate/anchors/a.json': '',
      'runtime/1/operator': '',
      'runtime/1/agent/signal': '',
    });
    const facts = { closed: [sockets], open: [join(sockets, '1/agent')] };

    const line = `ls -A .dualgate "$HOME/.local/state/dualgate"; find "${sockets}" -type f; for each in .dualgate "$HOME/.local/state/dualgate" "${sockets}" "${sockets}/1/agent"; do touch "$each/x" 2> /dev/null || echo no; done`;
    expect(await tryIn(ground, line, { facts })).toBe(
      `.dualgate:\n\n${ground.home}/.local/state/dualgate:\n${sockets}/1/agent/signal\nno\nno\nno\nno`,
    );
  });

  test('the hidden suite is visible only to its own tests, in the home and outside of it', async () => {
    const ground = await aGround();
    const aside = join(ground.workspace, '../aside');
    await write(ground.home, { 'hidden/a.test.js': 'in the home\n', 'aside/b.test.js': 'elsewhere\n' });
    const places = [join(ground.home, 'hidden'), aside];
    const line = `cat ${places.map((each) => `"${each}"/*.js`).join(' ')} 2> /dev/null; touch "${aside}/c" 2> /dev/null || echo no`;

    const readable = [aside];
    expect(await tryIn(ground, line, { facts: { closed: places }, config: { readable } })).toBe('no');
    expect(await tryIn(ground, line, { facts: { who: 'tests', readable: places } })).toBe('in the home\nelsewhere\nno');
  });

  test('programs of the home are found by PATH, by their packages and through links, and no more of it', async () => {
    const ground = await aGround();
    await write(ground.home, {
      'tools/bin/hello': '#!/bin/sh\ncat "$(dirname "$0")/../lib/word"\n',
      'tools/lib/word': 'hello\n',
      'kept/node_modules/an-agent/cli.sh': '#!/bin/sh\ncat "$(dirname "$0")/../other/word"\n',
      'kept/node_modules/other/word': 'packages\n',
      'kept/secret': 'a key',
    });
    for (const file of ['tools/bin/hello', 'kept/node_modules/an-agent/cli.sh'])
      chmodSync(join(ground.home, file), 0o755);
    mkdirSync(join(ground.home, 'links'));
    symlinkSync('../kept/node_modules/an-agent/cli.sh', join(ground.home, 'links/an-agent'));
    // A link on the PATH lies in a folder that is shown as a whole.
    symlinkSync('hello', join(ground.home, 'tools/bin/hi'));
    const PATH = `${ground.home}/tools/bin:${process.env['PATH']}:${ground.home}`;
    const facts = {
      env: { PATH, HOME: ground.home },
      command: [join(ground.home, 'links/an-agent'), join(ground.home, 'tools/bin/hi')],
    };

    expect(
      await tryIn(ground, 'hello; sh "$(readlink -f "$HOME/links/an-agent")"; ls -A "$HOME/kept"', { facts }),
    ).toBe('hello\npackages\nnode_modules');
  });

  test('the workspace is where its config says, behind a link of the home too', async () => {
    const ground = await aGround();
    mkdirSync(join(ground.home, 'elsewhere'));
    symlinkSync('elsewhere', join(ground.home, 'link'));

    const line = 'echo here > file; cat "$HOME/link/file"';
    expect(await tryIn({ ...ground, workspace: join(ground.home, 'link') }, line)).toBe('here');
    expect(readFileSync(join(ground.home, 'elsewhere/file'), 'utf8')).toBe('here\n');
  });

  test('git is read-only unless the config lets it be written, and cannot be put anew', async () => {
    const ground = await aGround();
    await write(ground.workspace, { '.git/config': '' });
    const facts = { git: [join(ground.workspace, '.git')] };
    const line = '(echo x > .git/config; mv .git moved; touch .git/new) 2> /dev/null; ls -A . .git; cat .git/config';

    expect(await tryIn(ground, line, { facts })).toBe('.:\n.git\n\n.git:\nconfig');
    expect(await tryIn(ground, 'echo x > .git/config', { facts, config: { writable: ['.git'] } })).toBe('');
    expect(readFileSync(join(ground.workspace, '.git/config'), 'utf8')).toBe('x\n');
  });

  test('the repository around the workspace is shown and cannot be written', async () => {
    const ground = await aGround();
    await write(ground.home, { 'mono/node_modules/a/index.js': 'a', 'mono/packages/one/b': 'b' });
    const workspace = join(ground.home, 'mono/packages/one');
    const facts = { repository: join(ground.home, 'mono') };

    const line = 'cat ../../node_modules/a/index.js b; touch c ../c';
    expect(await tryIn({ ...ground, workspace }, line, { facts })).toBe(
      "abtouch: cannot touch '../c': Read-only file system",
    );
    // State of dualgate that is to be made there is neither, and nothing is in its way.
    const env = { ...factsOf(ground).env, XDG_STATE_HOME: join(ground.home, 'mono/state') };
    expect(await tryIn({ ...ground, workspace }, 'cat b', { facts: { ...facts, env } })).toBe('b');
    // A repository that is the home itself shows nothing of it.
    await write(ground.home, { '.ssh/id': 'a key' });
    expect(await tryIn(ground, 'ls "$HOME"', { facts: { repository: ground.home } })).toBe('work space');
  });

  test('an agent writes its own state, but not the settings in it, not even by putting their folder anew', async () => {
    const ground = await aGround();
    await write(ground.home, { '.agent/login': 'old', '.agent/deep/hooks.json': 'mine' });
    const facts = { state: [{ path: '.agent', settings: ['deep/hooks.json'] }, { path: '.absent' }] };

    const line = `cd "$HOME/.agent"; echo new > login; (echo evil > deep/hooks.json; mv deep moved; rm deep/hooks.json) 2> /dev/null; ls deep`;
    expect(await tryIn(ground, line, { facts })).toBe('hooks.json');
    expect(['login', 'deep/hooks.json'].map((file) => readFileSync(join(ground.home, '.agent', file), 'utf8'))).toEqual(
      ['new\n', 'mine'],
    );
    expect(existsSync(join(ground.home, '.absent'))).toBe(false);
  });

  test('where the state of an agent lies is taken from its variable', async () => {
    const ground = await aGround();
    await write(ground.home, { 'other/login': 'old' });
    const env = { ...factsOf(ground).env, AGENT_HOME: join(ground.home, 'other') };
    const facts = { env, state: [{ path: '.agent', variable: 'AGENT_HOME' }] };

    await tryIn(ground, 'echo new > "$AGENT_HOME/login"', { facts });

    expect(readFileSync(join(ground.home, 'other/login'), 'utf8')).toBe('new\n');
  });

  test('the config hides, shows and opens more', async () => {
    const ground = await aGround();
    await write(ground.home, { 'cache/a': 'a', 'show/b': 'b', 'work space/.env': 'KEY', 'work space/keep/c': 'c' });
    const config = { hidden: ['.env'], readable: ['~/show', 'keep'], writable: ['~/cache'] };

    const line = 'cat .env; cat ~/show/b; echo d >> ~/cache/a; touch ~/show/x keep/x; mv keep moved; rm -f .env; ls';
    expect(await tryIn(ground, line, { config })).toBe(
      [
        'cat: .env: Permission denied',
        "btouch: cannot touch '" + join(ground.home, 'show/x') + "': Read-only file system",
        "touch: cannot touch 'keep/x': Read-only file system",
        "mv: cannot move 'keep' to 'moved': Device or resource busy",
        "rm: cannot remove '.env': Device or resource busy",
        'keep',
      ].join('\n'),
    );
    expect(readFileSync(join(ground.home, 'cache/a'), 'utf8')).toBe('ad\n');
  });

  test('a link that the agent made leads nowhere in the next sandbox', async () => {
    const ground = await aGround();
    await write(ground.home, {
      '.ssh/id': 'a key',
      '.agent/login': '',
      'work space/bin/one.sh': '',
      'work space/data/d': '',
    });
    const { workspace } = ground;
    const key = join(ground.home, '.ssh/id');
    const named = {
      command: ['sh', join(workspace, 'bin/one.sh')],
      env: { HOME: ground.home, PATH: `${workspace}/tools:${process.env['PATH']}` },
    };
    const line = `cat "${key}" bin/one.sh tools/id; ls -A "$HOME/.ssh"`;
    await tryIn(ground, `ln -sf "${key}" bin/one.sh; ln -s "$HOME/.ssh" tools`, { facts: named });
    const seen = await tryIn(ground, line, { facts: named });
    expect(seen).not.toContain('a key');
    expect(seen.match(/No such file/g)).toHaveLength(4);

    const facts = { state: [{ path: '.agent', settings: ['hooks.json'] }] };
    await tryIn(ground, `ln -s "${key}" "$HOME/.agent/hooks.json"`, { facts });
    await expect(tryIn(ground, line, { facts })).rejects.toThrow(
      `Cannot start the sandbox: ${ground.home}/.agent/hooks.json is a link in a folder that the agent can write. Replace the link with its target.`,
    );

    const config = { writable: ['data/d'] };
    expect(await tryIn(ground, 'mv data moved; rm -f data/d; ls data', { config })).toContain('d\n'.trim());
    await tryIn(ground, 'mv data moved; ln -s "$HOME/.ssh" data; ln -s id .ssh/d');
    await expect(tryIn(ground, line, { config: { writable: ['data/id'] } })).rejects.toThrow(
      'data is a link in a folder that the agent can write',
    );
  });

  test('no process but its own is seen, and no folder of temporary files but an empty one', async () => {
    const ground = await aGround();
    const temporary = join(ground.home, 'tmp');
    await write(temporary, { 'of-another': '' });
    const facts = { env: { ...factsOf(ground).env, TMPDIR: temporary } };

    const line =
      'for each in /proc/[0-9]*; do cut -d " " -f 2 "$each/stat"; done 2> /dev/null; ls -A "$TMPDIR"; mktemp > /dev/null || echo no';
    expect(await tryIn(ground, line, { facts })).toMatch(/^\(bwrap\)\n\(sh\)(?:\n\(cut\))?$/);
  });

  test('the network is as it is, or gone for the tests alone, or gone', async () => {
    const ground = await aGround();
    const server = createServer((_, response) => response.end('answered'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const line = `"${process.execPath}" -e 'fetch("${url}").then((it) => it.text(), () => "nothing").then(console.log)'`;
    const ask = (network: 'keep' | 'agent_only' | 'none', who: 'agent' | 'tests') =>
      tryIn(ground, line, { config: { network }, facts: { who } });

    expect([await ask('keep', 'agent'), await ask('keep', 'tests')]).toEqual(['answered', 'answered']);
    expect([await ask('agent_only', 'agent'), await ask('agent_only', 'tests')]).toEqual(['answered', 'nothing']);
    expect([await ask('none', 'agent'), await ask('none', 'tests')]).toEqual(['nothing', 'nothing']);
  });
});

const MOUNTS: readonly Mount[] = [
  { at: '/home/ann/work/.env', as: 'blank' },
  { at: '/home/ann/work', as: 'writable' },
  { at: '/home/ann/work/.dualgate', as: 'sealed' },
  { at: '/home/ann', as: 'empty' },
  { at: '/home/ann/.nvm', as: 'visible' },
  { at: '/home/ann/here', as: 'link', to: 'work' },
];

describe('the mounts of a sandbox', () => {
  test('are said from the outside in, so that nothing covers what lies in it', () => {
    expect(orderMounts(MOUNTS).map(({ at }) => at)).toEqual([
      '/home/ann',
      '/home/ann/work',
      '/home/ann/.nvm',
      '/home/ann/here',
      '/home/ann/work/.env',
      '/home/ann/work/.dualgate',
    ]);
  });

  test('of one place are one: the last word counts', () => {
    expect(orderMounts([...MOUNTS, { at: '/home/ann/work', as: 'visible' }])).toContainEqual({
      at: '/home/ann/work',
      as: 'visible',
    });
    expect(orderMounts([...MOUNTS, ...MOUNTS])).toHaveLength(MOUNTS.length);
  });
});

describe('the command line of bubblewrap', () => {
  const facts = { program: '/usr/bin/bwrap', mounts: orderMounts(MOUNTS), folder: '/home/ann/work', filter: null };

  test('has the machine read-only, and seals after everything has its place', () => {
    expect(writeBubblewrap({ ...facts, hasNetwork: true, isRoot: false })).toEqual(
      [
        '/usr/bin/bwrap --ro-bind / / --dev /dev --proc /proc',
        '--tmpfs /home/ann --bind /home/ann/work /home/ann/work --ro-bind /home/ann/.nvm /home/ann/.nvm',
        '--symlink work /home/ann/here --ro-bind /dev/null /home/ann/work/.env --tmpfs /home/ann/work/.dualgate',
        '--remount-ro /home/ann/work/.dualgate',
        '--unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup-try --new-session --chdir /home/ann/work --',
      ]
        .join(' ')
        .split(' '),
    );
  });

  test('is started by a shell that opens the filter of system calls for it, and is gone by then', () => {
    const words = writeBubblewrap({ ...facts, hasNetwork: true, isRoot: false, filter: '/state/keyring.bpf' });
    expect(words.slice(0, 7)).toEqual([
      '/bin/sh',
      '-c',
      'exec "$@" 9< "$0"',
      '/state/keyring.bpf',
      '/usr/bin/bwrap',
      '--seccomp',
      '9',
    ]);
    expect(nameStarted(words)).toEqual(words.slice(4));
    expect(nameStarted(['my-wrapper', '--strict'])).toEqual(['my-wrapper', '--strict']);
  });

  test('takes the network away, and from the superuser all capabilities and the settings of the kernel', () => {
    const words = writeBubblewrap({ ...facts, hasNetwork: false, isRoot: true }).join(' ');
    expect(words).toContain(' --new-session --unshare-net --cap-drop ALL --chdir ');
    expect(words).toContain(' --proc /proc --ro-bind /proc/sys /proc/sys --tmpfs ');
  });
});
