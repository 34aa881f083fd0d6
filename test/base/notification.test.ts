import {
  readFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, afterEach, beforeEach } from 'vitest';
import {
  type ApprovalNotification,
  chooseNotifier,
  createApprovalNotification,
  createNotification,
  createSessionNotification,
  type Notification,
  type SessionNotification,
  sendNotification,
} from '../../src/base/notification.ts';
import { hasProc, findMarkedWith } from '../end-to-end/processes.ts';

const PAGE = readFileSync(new URL('../../docs/reference/notify.md', import.meta.url), 'utf8');
const [OF_RUN = ''] = PAGE.split('\n## The end of a list\n');
const [, OF_SESSION = ''] = PAGE.split('\n## A completed session\n');

describe('docs/reference/notify.md', () => {
  it('shows a notification as it is made, and lists each of its fields in order', () => {
    const example = JSON.parse(/```json\n(.*)\n```/.exec(OF_RUN)?.[1] ?? '') as Notification;
    expect(createNotification(example)).toEqual(example);
    expect([...OF_RUN.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field)).toEqual(Object.keys(example));
  });

  it('shows and lists that of a completed session, too', () => {
    const example = JSON.parse(/```json\n(.*)\n```/.exec(OF_SESSION)?.[1] ?? '') as SessionNotification;
    expect(createSessionNotification(example)).toEqual(example);
    expect([...OF_SESSION.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field)).toEqual(Object.keys(example));
  });
});

describe('docs/reference/notify.md on an exit that waits', () => {
  it('shows the question as it is made, and lists each of its fields in order', () => {
    const [, rest = ''] = PAGE.split('\n## An exit that waits\n');
    const [page = ''] = rest.split('\n## ');
    const example = JSON.parse(/```json\n(.*)\n```/.exec(page)?.[1] ?? '') as ApprovalNotification;
    expect(createApprovalNotification(example)).toEqual(example);
    expect([...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field)).toEqual(Object.keys(example));
  });
});

describe('the receiver of a notification', () => {
  it('is the command of that end, else that of any', () => {
    const commands = { stuck: ['a'], any: ['b'] };
    const reported = (['stuck', 'completed', 'paused'] as const).map((status) =>
      chooseNotifier({ commands, timeout_ms: 1 }, status),
    );
    expect(reported).toEqual([
      { key: 'stuck', command: ['a'] },
      { key: 'any', command: ['b'] },
      { key: 'any', command: ['b'] },
    ]);
    expect(chooseNotifier({ commands: { stuck: ['a'] }, timeout_ms: 1 }, 'completed')).toBeNull();
  });

  it('of a completed session is the command of that alone', () => {
    const commands = { any: ['b'], session_completed: ['c'] };
    const config = { commands, timeout_ms: 1 };
    expect(chooseNotifier(config, 'session_completed')).toEqual({ key: 'session_completed', command: ['c'] });
    expect(chooseNotifier({ ...config, commands: { any: ['b'] } }, 'session_completed')).toBeNull();
    expect(chooseNotifier(config, 'completed')).toEqual({ key: 'any', command: ['b'] });
  });
});

describe('send notification', () => {
  let folder = '';
  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'dualgate-')));
    mkdirSync(join(folder, 'workspace', 'bin'), { recursive: true });
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const aNotification = (spoil: Partial<Notification> = {}): Notification =>
    createNotification({
      at: '2026-01-02T03:04:05.678Z',
      run: '20260102-030405-abcdef',
      status: 'stuck',
      why: 'no progress',
      exit_code: 1,
      phase: 'GREEN',
      iteration: 3,
      forced_exits: [],
      workspace: join(folder, 'workspace'),
      spec: 'SPEC.md',
      ledger: '/ledger.jsonl',
      state: '/STATE.md',
      next: ['dualgate explain'],
      usage: null,
      ...spoil,
    });

  /** Result of a shell script as the notifier; `$1` is a folder of its own. */
  const tell = (
    script: string,
    {
      timeoutMs = 20_000,
      env = process.env,
      status = 'stuck',
    }: { readonly timeoutMs?: number; readonly env?: NodeJS.ProcessEnv; readonly status?: Notification['status'] } = {},
  ) =>
    sendNotification(
      { commands: { stuck: ['sh', '-c', script, 'sh', folder] }, timeout_ms: timeoutMs },
      aNotification({ status }),
      env,
    );

  describe('a command that notifies a person', () => {
    it('reads the end as one line of JSON, and is not in the workspace', async () => {
      expect(await tell('cat > "$1/told"; pwd > "$1/where"')).toBeNull();
      const reported = readFileSync(join(folder, 'told'), 'utf8');
      expect(reported.indexOf('\n')).toBe(reported.length - 1);
      expect(JSON.parse(reported)).toEqual(aNotification());
      expect(readFileSync(join(folder, 'where'), 'utf8')).toBe('/\n');
    });

    it('gets no variable that a run passes to an agent, and no program of the workspace', async () => {
      const planted = join(folder, 'workspace', 'bin', 'cat');
      writeFileSync(planted, '#!/bin/sh\necho planted\n');
      chmodSync(planted, 0o755);
      const env = {
        ...process.env,
        PATH: `${join(folder, 'workspace', 'bin')}:.:${process.env['PATH']}`,
        DUALGATE_RUN: 'x',
        DUALGATE_NONCE: 'secret',
      };
      expect(await tell('cat > "$1/told"; env > "$1/env"', { env })).toBeNull();
      expect(readFileSync(join(folder, 'told'), 'utf8')).toMatch(/^\{"v":1/);
      const seen = readFileSync(join(folder, 'env'), 'utf8');
      expect(seen.match(/^DUALGATE_.*/gm)).toEqual(['DUALGATE_NOTIFY=20260102-030405-abcdef']);
      expect(seen).not.toContain(join(folder, 'workspace'));
    });

    it.each([
      ['fails', 'exit 3', 'exit code 3'],
      ['is killed', 'kill -9 $$', 'SIGKILL ended it'],
    ])('that %s is named', async (_, script, problem) => {
      expect(await tell(script)).toBe(`The notification by notify.stuck (sh) failed: ${problem}.`);
    });

    it('that hangs is ended by its time limit', async () => {
      expect(await tell('exec sleep 300', { timeoutMs: 300 })).toBe(
        'The notification by notify.stuck (sh) failed: the time limit of 0.3 s ended it.',
      );
    });

    it('that closes stdin unread, or prints without end, is no error', async () => {
      expect(await tell('exec <&-; exit 0')).toBeNull();
      expect(await tell('head -c 100000000 /dev/zero; head -c 1000000 /dev/zero >&2')).toBeNull();
    });

    it.skipIf(!hasProc)('that leaves something running is reported, and that is ended', async () => {
      const problem = await tell('sleep 300 & echo $! > "$1/pid"; until grep -qs sleep /proc/$!/comm; do :; done');
      const pid = readFileSync(join(folder, 'pid'), 'utf8').trim();
      expect(problem).toBe(`Ended processes that notify.stuck (sh) left running: ${pid} sleep 300.`);
      expect(findMarkedWith('DUALGATE_NOTIFY=20260102-030405-abcdef')).toEqual([]);
    });

    it('that is missing is named', async () => {
      const config = { commands: { any: ['/no/such/program'] }, timeout_ms: 1_000 };
      expect(await sendNotification(config, aNotification())).toMatch(
        /^The notification by notify\.any \(\/no\/such\/program\) failed: it could not be started: /,
      );
    });

    it('is not run for another end, and `any` is run for those without one of their own', async () => {
      expect(await tell('touch "$1/told"', { status: 'completed' })).toBeNull();
      expect(existsSync(join(folder, 'told'))).toBe(false);
      const commands = {
        stuck: ['sh', '-c', 'echo stuck >> "$0"', join(folder, 'told')],
        any: ['sh', '-c', 'echo any >> "$0"', join(folder, 'told')],
      };
      for (const status of ['stuck', 'paused', 'crashed'] as const)
        expect(await sendNotification({ commands, timeout_ms: 20_000 }, aNotification({ status }))).toBeNull();
      expect(readFileSync(join(folder, 'told'), 'utf8')).toBe('stuck\nany\nany\n');
    });

    it('reads words of an agent on one line, however they were written', () => {
      expect(aNotification({ why: 'a\n\u001B[2Jb\u202E' }).why).toBe('a b');
      expect(aNotification({ why: 'x'.repeat(1e6) }).why).toHaveLength(2_000);
    });
  });
});
