import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type ApprovalNotification,
  chooseNotifier,
  createApprovalNotification,
  createNotification,
  createSessionNotification,
  type Notification,
  type SessionNotification,
} from '../../src/base/notification.ts';

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
