/**
 * An agent that works honestly and, before it does so in GREEN, tries whatever an agent of the same user could try. The
 * outcome of each attempt is in `attempts.txt` of the workspace: `done` or `denied`, as the attacker saw it.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openChannelFolder, removeChannelFolder } from '../../src/base/channel-folder.ts';
import { serveLines } from '../../src/base/line-server.ts';
import type { Files, Project } from './a-project.ts';
import { DO_THE_WORK, honestBut, SAY_YES } from './a-shell-agent.ts';
import { PROGRAM } from './run-program.ts';

/** Shell words, each an attempt by its name. `$loop`, `$other` and `$commands` are told by the test. */
export type Attempts = Readonly<Record<string, string>>;

const LEDGER = '".dualgate/runs/$DUALGATE_RUN/ledger.jsonl"';
/** Ends well when it was answered. */
const ASK = `"${process.execPath}" -e 'require("node:net").connect(process.argv[1], function () { this.end("skip\\n") }).on("data", () => process.exit(0)).on("error", () => process.exit(1))' "$commands"`;

/** Attempts that the issue names, and more; each hurts only the run and its home. */
export const ATTEMPTS = {
  'reads a key of the user': 'cat "$HOME/.ssh/id"',
  'reads the environment of the loop': 'head -c 1 "/proc/$loop/environ"',
  'reads the environment of another process': `tr '\\0' '\\n' < "/proc/$other/environ" | grep SECRET=`,
  'reads the memory of another process': 'exec 3< "/proc/$other/mem"',
  'can send signals to the loop': 'kill -0 "$loop"',
  'reads the ledger': `head -n 1 ${LEDGER}`,
  'reads the transcripts of earlier turns': 'cat .dualgate/runs/*/transcripts/*',
  "reaches the operator's socket": ASK,
  "reaches the operator's socket in a session of its own": `setsid ${ASK}`,
  "reaches the operator's socket with an empty environment": `env -i ${ASK}`,
  'changes the commands that git runs': 'git config core.hooksPath "$PWD/hooks"',
  'plants a hook of git': 'echo : > .git/hooks/pre-commit',
  'changes dualgate itself': `touch "$(dirname "${PROGRAM}")/touched-$DUALGATE_RUN"`,
  'writes into the folder of the anchors': 'touch "$XDG_STATE_HOME/dualgate/anchors/planted"',
} as const satisfies Attempts;

/** Attempts on the state of the run: each of them alone spoils it if it works. */
export const SPOILING = {
  'writes into the ledger': `echo >> ${LEDGER}`,
  'puts another ledger in its place': `echo > ../other; mv ../other ${LEDGER}`,
  'moves the state away': 'mv .dualgate moved',
  'deletes the lock': 'rm .dualgate/lock',
  'writes a lock': 'echo > .dualgate/lock',
  'rewrites the anchor': 'echo "{}" > "$XDG_STATE_HOME/dualgate/anchors/$DUALGATE_RUN.json"',
  'moves the repository away': 'mv .git moved',
  'ends the loop': 'kill -KILL "$loop"',
  'ends the loop from a session of its own': 'setsid -w env -i kill -KILL "$loop"',
  'forces the phase': `env -i HOME="$HOME" XDG_STATE_HOME="$XDG_STATE_HOME" setsid -w "${process.execPath}" "${PROGRAM}" skip --reason mine`,
} as const satisfies Attempts;

/** Only where there are mounts to undo. */
export const UNDOING = {
  'changes the config that the next command reads': 'sed -i s/bubblewrap/none/ dualgate.yaml',
  'puts another config in its place': 'cp dualgate.yaml ../other.yaml; mv -f ../other.yaml dualgate.yaml',
  'makes the machine writable again': 'mount -o remount,rw / && touch /etc/planted',
  'can change the kernel':
    '[ -w /proc/sys/kernel/core_pattern ] || [ -w /sys/power/state ] || [ -w /proc/sysrq-trigger ]',
  'undoes a mount': 'umount .dualgate && ls .dualgate/runs',
  'undoes a mount as the superuser of a namespace of its own': `unshare -Urm sh -c 'umount .dualgate && ls .dualgate/runs'`,
  'goes round a mount': `mkdir -p round; unshare -Urm sh -c 'mount --bind . round && ls round/.dualgate/runs'`,
  'makes it writable in a namespace of its own': `unshare -Urm sh -c 'mount -o remount,rw,bind .git && touch .git/planted'`,
} as const satisfies Attempts;

const REPORT = 'attempts.txt';

/** The script: the attempts in the first turn of GREEN, then honest work. */
export const attacker = (attempts: Attempts): string =>
  honestBut(
    'GREEN',
    '. "$(dirname "$0")/told.sh"',
    `try() { if (eval "$2") > tried.log 2>&1; then echo "$1: done"; else echo "$1: denied"; fi >> ${REPORT}; }`,
    ...Object.entries(attempts).map(([name, words]) => `try ${quote(name)} ${quote(words)}`),
    'rm -f tried.log',
    DO_THE_WORK,
    SAY_YES,
  );

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Name → `done` or `denied`. */
export const attemptsOf = ({ workspace }: Project): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readFileSync(join(workspace, REPORT), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/: (?=\w+$)/)),
  );

/** Every attempt with this end. */
export const all = (attempts: Attempts, end: 'done' | 'denied'): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(attempts).map((name) => [name, end]));

/** Files in the home of the user of the loop. */
export const HOME_FILES = { '.ssh/id': 'a key\n', '.bashrc': '# mine\n' } as const satisfies Files;

export interface Victims {
  /** Says where the loop is, once it runs. */
  readonly tell: (loop: number) => void;
  readonly remove: () => Promise<void>;
}

/** Another process with a secret, and a socket for operator commands where those of runs lie. */
export const someVictims = async ({ agent, workspace }: Project): Promise<Victims> => {
  const other: ChildProcess = spawn('sleep', ['600'], { env: { ...process.env, SECRET: 'mine' }, stdio: 'ignore' });
  await once(other, 'spawn');
  const places = openChannelFolder(`attacked-${agent}`, workspace, {});
  const server = await serveLines({ path: places.operatorSocket, answer: (command) => command });
  return {
    tell: (loop) =>
      writeFileSync(
        join(agent, 'told.sh'),
        `loop=${loop} other=${other.pid} commands=${quote(places.operatorSocket)}\n`,
      ),
    remove: async () => {
      // Their numbers may be somebody else's later.
      writeFileSync(join(agent, 'told.sh'), 'loop=none other=none commands=none\n');
      other.kill('SIGKILL');
      await server.close();
      removeChannelFolder(places);
    },
  };
};
