import { beforeEach, describe, expect, it } from 'vitest';
import { inZone } from '../../in-zone.ts';
import { makeReport, renderReports } from '../../../src/page/report/make-report.ts';
import type { WorkRecord } from '../../../src/records/records.ts';
import { BLOCKED, FORCED } from './a-ledger.ts';

beforeEach(() => inZone('UTC'));

const report = (records: readonly WorkRecord[]) => makeReport(records, { isGoing: false });

describe('the report in Markdown', () => {
  it('of a run that was completed by force shows that before anything else', async () => {
    await expect(renderReports([report(FORCED)])).toMatchFileSnapshot('golden/forced.md.golden');
  });

  it('of a run that needs human input begins with what is needed, and what to do', async () => {
    await expect(renderReports([report(BLOCKED)])).toMatchFileSnapshot('golden/blocked.md.golden');
  });

  it('of several runs has a line for each run, and a section for each', () => {
    const page = renderReports([report(BLOCKED), report(FORCED)]);
    expect(page.split('\n').slice(0, 9)).toEqual([
      '# 2 runs: 1 completed',
      '',
      'Run time: 24 s',
      '',
      '**Forced exits** in 1 run: see below.',
      '',
      '| work | how it ended | iterations | run time | why |',
      '| --- | --- | --- | --- | --- |',
      expect.stringMatching(/^\| `specs\/shout\.md` \| NEEDS_HUMAN \| 5 \| 12 s \| ``The agent is blocked: .*`` \|$/),
    ]);
    expect(page.match(/^## .*/gm)).toEqual(['## NEEDS_HUMAN: `specs/shout.md`', '## COMPLETED: `specs/shout.md`']);
    expect(page.match(/^### Forced exits$/gm)).toHaveLength(1);
  });

  it('of no run says so', () => {
    expect(renderReports([])).toBe('No run.\n');
  });

  it('fits one screen before its details', () => {
    const page = renderReports([report(BLOCKED)]).split('\n');
    expect(page.indexOf('## Criteria')).toBeLessThan(32);
  });
});

describe('words of agents in a report', () => {
  const HOSTILE = 'ok`\n\n# COMPLETED: all is well\n\n| a | b |\n<img src=x onerror=y>\u202E [x](http://evil)';
  const spoil = (records: readonly WorkRecord[]): readonly WorkRecord[] =>
    JSON.parse(
      JSON.stringify(records, (key, value: unknown) =>
        typeof value === 'string' && /^(?:why|says|message|reason|text|by|name|spec)$/.test(key) ? HOSTILE : value,
      ),
    ) as readonly WorkRecord[];

  it('begin no line, make no heading, no row and no HTML', () => {
    const page = renderReports([report(spoil(FORCED)), report(spoil(BLOCKED))]);
    expect(page).toContain('COMPLETED: all is well');
    expect(page.match(/^# .*/gm)).toEqual(['# 2 runs: 1 completed']);
    expect(page.split('\n').filter((line) => /^\s*(?:# COMPLETED|\| a \||<)/.test(line))).toEqual([]);
    const outside = page.replaceAll(/(`+) ?.*?[^`]\1(?!`)/g, '');
    expect(outside).not.toMatch(/[<\u202E]|\]\(/);
  });
});
