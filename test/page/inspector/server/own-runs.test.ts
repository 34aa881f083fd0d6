import { describe, expect, test } from 'vitest';
import type { RunEvent } from '../../../../src/index.ts';
import { createOwnRuns } from '../../../../src/page/inspector/server/own-runs.ts';
import { eventAt, type RunEventBody } from '../../../cli/render/an-event.ts';

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
