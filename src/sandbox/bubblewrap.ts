/**
 * The command line of bubblewrap: the whole machine read-only, processes, IPC and host name of its own, and the mounts.
 * Pure: what is on the disk was looked at before.
 *
 * @module
 */
import { FILE_DESCRIPTOR, startWithFile } from '../processes/with-file.ts';
import type { Mount } from './mount.ts';

interface BubblewrapFacts {
  /** Absolute path of the program. */
  readonly program: string;
  /** Outer ones first. */
  readonly mounts: readonly Mount[];
  /** Absolute: the working directory. */
  readonly folder: string;
  readonly hasNetwork: boolean;
  readonly isRoot: boolean;
  /** Absolute path of a filter of system calls; `null` for none. */
  readonly filter: string | null;
}

const MACHINE = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'];
/** The kernel asks who writes to its settings for a name, not for a capability; from there programs are started outside. */
const KERNEL = ['--ro-bind', '/proc/sys', '/proc/sys'];
/** With no terminal to type into. */
const OF_ITS_OWN = ['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--new-session'];

/** The words that go before a command. */
export const writeBubblewrap = ({
  program,
  mounts,
  folder,
  hasNetwork,
  isRoot,
  filter,
}: BubblewrapFacts): readonly string[] => [
  ...(filter === null ? [program] : startWithFile(filter, [program, '--seccomp', FILE_DESCRIPTOR])),
  ...MACHINE,
  ...(isRoot ? KERNEL : []),
  ...mounts.flatMap(writeMount),
  // After what lies within it has its place.
  ...mounts.filter(({ as }) => as === 'sealed').flatMap(({ at }) => ['--remount-ro', at]),
  ...OF_ITS_OWN,
  ...(hasNetwork ? [] : ['--unshare-net']),
  // Drops every capability of the superuser; other users have none.
  ...(isRoot ? ['--cap-drop', 'ALL'] : []),
  '--chdir',
  folder,
  '--',
];

const writeMount = ({ at, as, to = '' }: Mount): readonly string[] => {
  switch (as) {
    case 'empty':
      return ['--tmpfs', at];
    case 'sealed':
      return ['--tmpfs', at];
    case 'visible':
      return ['--ro-bind', at, at];
    case 'writable':
      return ['--bind', at, at];
    case 'blank':
      return ['--ro-bind', '/dev/null', at];
    case 'link':
      return ['--symlink', to, at];
  }
};
