import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listAnnotations, listAnnotationsOfList, reportToGithub } from '../../../src/cli/github/list-annotations.ts';
import type { Report } from '../../../src/index.ts';
import type { TaskStatus } from '../../../src/queue/list/describe-list.ts';
import { makeReport, renderReports } from '../../../src/page/report/make-report.ts';
import { BLOCKED, FORCED } from '../../page/report/a-ledger.ts';
import { aTask } from '../../queue/list/list-records.ts';
import { createMemoryIo } from '../memory-io.ts';

const LEDGER = fileURLToPath(new URL('../../page/report/ledgers/forced.jsonl', import.meta.url));
const BLOCKED_REPORT = makeReport(BLOCKED, { isGoing: false });
const FORCED_REPORT = makeReport(FORCED, { isGoing: false });
const PLACE = { folder: '/repository/packages/web', root: '/repository' };

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const tell = async (env: Readonly<Record<string, string>>, spoil = {}) => {
  const { io, stderr } = createMemoryIo({ env });
  const ended = { run: FORCED_REPORT.run, ledger: LEDGER, folder: null, status: 'completed', why: 'done', ...spoil };
  await reportToGithub(ended, io);
  return stderr();
};

const HELD = BLOCKED_REPORT.held ?? { reason: '', findings: [], failing: [], failing_count: 0, unmet: [] };

describe('annotations of a run', () => {
  it('are errors if the work is not done, with paths from the root of the repository', () => {
    const failing = [{ file: 'test/a.test.js', name: 'adds', message: 'got 3, expected 4\nat …' }];
    expect(listAnnotations({ ...BLOCKED_REPORT, flaky: [], held: { ...HELD, failing } }, PLACE)).toEqual([
      { level: 'error', title: 'dualgate: needs_human', message: BLOCKED_REPORT.why },
      { level: 'error', title: 'adds', message: 'got 3, expected 4\nat …', file: 'packages/web/test/a.test.js' },
      { level: 'error', title: 'dualgate: not met', message: 'refactoring_complete == true: got false, expected true' },
      { level: 'error', title: 'dualgate: not met', message: 'exit_signal == true: the agent said no' },
    ]);
  });

  it('are warnings for forced exits', () => {
    expect(listAnnotations(FORCED_REPORT, PLACE)).toEqual([
      {
        level: 'warning',
        title: 'dualgate: forced exit',
        message: 'POLISH forced by ada: polish | it `later` <b>',
      },
      { level: 'warning', title: 'dualgate: flaky test', message: 'checks/luck.test.mjs > luck | `::error::` <b>' },
    ]);
  });

  it('are at most as many as GitHub shows', () => {
    const unmet = Array.from({ length: 30 }, (_, i) => `clause ${i}`);
    const report: Report = { ...BLOCKED_REPORT, held: { ...HELD, unmet }, flaky: [] };
    expect(listAnnotations(report, PLACE)).toHaveLength(10);
    expect(listAnnotations(report, PLACE).at(-1)?.message).toBe('and 22 more: see the summary');
  });
});

describe('annotations of a task list', () => {
  const seen = (task: string, aside: TaskStatus['aside']): TaskStatus =>
    aTask(task, { is: aside === null ? 'done' : 'aside', run: BLOCKED_REPORT.run, folder: PLACE.folder, aside });
  const ending = (status: 'needs_human' | 'paused') => ({
    list: {
      v: 1 as const,
      list: 'list-x',
      tasks: [seen('a.md', null), seen('b.md', { status: 'needs_human', why: 'no key', again: false })],
      done_before: [],
      attempts: 3,
      ending: { status, why: '1 of 2 tasks are done' },
    },
    isGoing: false,
    reports: [
      FORCED_REPORT,
      {
        ...BLOCKED_REPORT,
        held: { ...HELD, failing: [{ file: 'b.test.js', name: 'adds', message: '' }] },
        flaky: [],
      },
    ],
    problems: [],
  });

  it('have the end, the deferred tasks, the failing tests and the forced exits', () => {
    const warnings = listAnnotations(FORCED_REPORT, PLACE);
    expect(listAnnotationsOfList(ending('needs_human'), PLACE)).toEqual([
      { level: 'error', title: 'dualgate: needs_human', message: '1 of 2 tasks are done' },
      { level: 'error', title: 'b.md: needs_human', message: 'no key', file: 'packages/web/b.md' },
      { level: 'error', title: 'adds', message: 'adds fails', file: 'packages/web/b.test.js' },
      ...warnings,
    ]);
    expect(listAnnotationsOfList(ending('paused'), PLACE)).toEqual(warnings);
  });

  it('have no failing test of a task whose run is only paused', () => {
    const { reports, ...rest } = ending('needs_human');
    const paused = reports.map((each) => ({ ...each, status: 'paused' as const }));
    const titles = listAnnotationsOfList({ ...rest, reports: paused }, PLACE).map(({ title }) => title);
    expect(titles).not.toContain('adds');
  });
});

describe('the summary of the step', () => {
  it('is the report, after existing text', async () => {
    const path = join(folder, 'summary');
    writeFileSync(path, 'before\n');
    expect(await tell({ GITHUB_STEP_SUMMARY: path })).toMatch(
      /^::warning title=dualgate%3A forced exit::.*\n::warning .*\n$/,
    );
    expect(readFileSync(path, 'utf8')).toBe(`before\n${renderReports([FORCED_REPORT])}\n`);
  });

  it('is never longer than GitHub accepts, and says that it was cut', async () => {
    const path = join(folder, 'summary');
    const full = 1024 * 1024;
    writeFileSync(path, 'x'.repeat(full - 600));
    await tell({ GITHUB_STEP_SUMMARY: path });
    const text = readFileSync(path, 'utf8');
    expect(text.length).toBeLessThanOrEqual(full);
    expect(text).toMatch(/The rest is too long for the summary: `dualgate report` prints it\.\n$/);
    writeFileSync(path, 'x'.repeat(full));
    await tell({ GITHUB_STEP_SUMMARY: path });
    expect(readFileSync(path, 'utf8')).toBe('x'.repeat(full));
  });

  it('prints an error if it cannot be written, and changes nothing', async () => {
    expect(await tell({ GITHUB_STEP_SUMMARY: folder })).toContain('Cannot write the summary of the step: ');
    expect(await tell({})).not.toContain('could not');
  });

  it('has no report for a run that never started; the reason is an annotation', async () => {
    const said = await tell({}, { ledger: join(folder, 'none'), status: 'needs_human', why: 'no agent\n::error::x' });
    expect(said).toBe('::error title=dualgate%3A needs_human::no agent ::error::x\n');
  });
});
