import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { foldList } from '../../../src/queue/list/list-state.ts';
import { describeListEnd, notifyListEnd } from '../../../src/queue/list/describe-list.ts';
import { aFolder } from '../../evidence/a-repository.ts';
import { AT, beginList, deferTask, doTask, record } from './list-records.ts';

const PAGE = readFileSync(new URL('../../../docs/reference/notify.md', import.meta.url), 'utf8');
const [OF_LIST = ''] = PAGE.split('\n## The end of a list\n').slice(1).join('').split('\n## ');
const LIST = 'list-20260102-030405-abcdef';
const ended = {
  status: 'needs_human',
  why: '1 of 2 tasks are done;\u001B the API needs human input\n',
  exit_code: 4,
} as const;
const started = beginList({}, { list: LIST });
const tasks = ['specs/core.md', 'specs/api.md'].map((spec) => ({ spec, name: spec, needs: [], hash: '' }));
const state = foldList([
  record('list.started', {
    ...started,
    tasks: tasks.map((task, n) => (n === 0 ? task : { ...task, name: 'the API' })),
  }),
  record('task.done', doTask('specs/core.md')),
  record('task.deferred', deferTask('specs/api.md', 'needs_human')),
  record('list.ended', ended),
]);

describe('the end of a list', () => {
  test('is described as docs/reference/notify.md shows it, which lists each of its fields in order', () => {
    const example: unknown = JSON.parse(/```json\n(.*"list\.ended".*)\n```/.exec(OF_LIST)?.[1] ?? '');
    const reported = describeListEnd({ state, ended, workspace: '/home/ada/project', at: AT });
    expect(reported).toEqual(example);
    expect([...OF_LIST.matchAll(/^\| `(\w+)` \|/gm)].map(([, field]) => field)).toEqual(Object.keys(reported));
  });

  test('is sent by the command of its status, on one line, and a command that fails is a notice', async () => {
    const folder = await aFolder();
    const out = join(folder, 'told');
    const notices: string[] = [];
    const tell = (script: string) => {
      const commands = { needs_human: ['/bin/sh', '-c', script], any: ['/bin/false'] };
      const config = { notify: { commands, timeout_ms: 5_000 }, folder: join(folder, 'project'), agent: { env: {} } };
      return notifyListEnd(config, { state, ended, at: AT }, (text) => notices.push(text));
    };
    await tell(`cat >> '${out}'`);
    expect(readFileSync(out, 'utf8')).toBe(
      `${JSON.stringify(describeListEnd({ state, ended, workspace: join(folder, 'project'), at: AT }))}\n`,
    );
    await tell('exit 3');
    expect(notices).toEqual(['The notification by notify.needs_human (/bin/sh) failed: exit code 3.']);
  });
});
