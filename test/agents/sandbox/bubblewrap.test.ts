import { describe, expect, test } from 'vitest';
import { nameStarted } from '../../../src/base/processes/with-file.ts';
import { writeBubblewrap } from '../../../src/agents/sandbox/open-sandbox.ts';
import { type Mount, orderMounts } from '../../../src/agents/sandbox/name-places.ts';

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
