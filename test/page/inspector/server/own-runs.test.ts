import { appendFileSync, copyFileSync, mkdirSync } from 'node:fs';
import { describe, expect, test, beforeEach } from 'vitest';
import type { RunEvent } from '../../../../src/index.ts';
import { createOwnRuns } from '../../../../src/page/inspector/server/own-runs.ts';
import { eventAt, type RunEventBody } from '../../../cli/render/an-event.ts';
import { runFolders } from '../../../../src/records/run-folders.ts';
import type { PageList } from '../../../../src/page/page-data.ts';
import { listFolders } from '../../../../src/queue/list/list-folders.ts';
import { withAnchorsAside } from '../../../run/a-workspace.ts';
import { aCheckout, aNight, layOut, LIST, RUN, end } from '../../report/a-night.ts';
import { aPage, type Events } from './a-page.ts';

const of = (run: string, body: RunEventBody): RunEvent => ({ ...eventAt(0, body), run });
const started = (run: string): RunEvent =>
  of(run, { type: 'run.started', phases: ['RED'], phase: 'RED', resumed: false, folder: `/w/${run}` });
const entered = (run: string): RunEvent => of(run, { type: 'phase.entered', phase: 'RED', purpose: run });

describe('the runs of this process', () => {
  test('are several at the same time: each reader gets the status and the events of its own run', () => {
    const own = createOwnRuns();
    for (const event of [started('a'), started('b'), entered('a'), entered('b')]) own.receive(event);
    expect(['a', 'b', 'c'].map(own.isGoing)).toEqual([true, true, false]);
    const seen: string[] = [];
    const stop = new AbortController();
    own.listen('a', ({ run, type }) => seen.push(`${run} ${type}`), stop.signal);
    expect(seen).toContain('a phase.entered');
    own.receive(of('a', { type: 'notice', text: 'x' }));
    own.receive(of('b', { type: 'notice', text: 'x' }));
    own.receive(of('b', { type: 'run.ended', status: 'completed', why: '', exit_code: 0 }));
    expect(seen.filter((each) => each.startsWith('b '))).toEqual([]);
    expect(seen.at(-1)).toBe('a notice');
    expect(['a', 'b'].map(own.isGoing)).toEqual([true, false]);
  });
});

describe('look at list', () => {
  const listsIn = ({ messages }: Events): readonly PageList[] =>
    messages.flatMap((each) => (each.name === 'list' ? [each.data] : []));

  beforeEach(withAnchorsAside);

  describe('the page of a run that is of a list of work', () => {
    test('gets the status of the list, again after each change, and its end before the end', async () => {
      const config = await aCheckout();
      layOut(config.folder);
      const held = aNight(config, config.folder);
      const { events, inspector } = await aPage(config);
      const seen = events(RUN);
      await seen.until(({ name }) => name === 'list');
      held.write('task.deferred', {
        task: 'specs/d.md',
        status: 'waits',
        why: 'it needs specs/c.md',
        failures: 0,
        again: false,
        kept: null,
      });
      await seen.until(({ name, data }) => name === 'list' && data.tasks[3]?.is === 'aside');
      end(held);
      await inspector.close();
      await seen.ended;
      const lists = listsIn(seen);
      expect(lists.map(({ status, tasks }) => `${status}: ${tasks.map(({ is }) => is).join(' ')}`)).toEqual([
        'running: done aside aside waiting',
        'running: done aside aside aside',
        'needs_human: done aside aside aside',
      ]);
      expect(seen.messages.at(-1)?.name).toBe('over');
    });

    test('gets nothing of a list that does not contain the run, or whose ledger is broken', async () => {
      const config = await aCheckout();
      layOut(config.folder);
      const other = '20261122-090000-000009';
      end(aNight(config, config.folder));
      const folders = runFolders(config.folder, other);
      mkdirSync(folders.run);
      copyFileSync(runFolders(config.folder, RUN).ledger, folders.ledger);
      const { events, inspector } = await aPage(config);
      const seen = events(other);
      await seen.until(({ name }) => name === 'records');
      const broken = events(RUN);
      await broken.until(({ name }) => name === 'list');
      appendFileSync(listFolders(config.folder, LIST).ledger, '{}\n');
      await inspector.close();
      await Promise.all([seen.ended, broken.ended]);
      expect([listsIn(seen), listsIn(broken).length]).toEqual([[], 1]);
    });
  });
});
