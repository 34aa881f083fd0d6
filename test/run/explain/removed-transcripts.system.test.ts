import { lstatSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderInPipe } from '../../../src/cli/watch/choose-screen.ts';
import { renderExplanation } from '../../../src/cli/render/explanation.ts';
import { renderStatus } from '../../../src/cli/show-status.ts';
import { createPaint } from '../../../src/cli/render/paint.ts';
import { eventsOf } from '../../../src/records/records.ts';
import { EVENTS_VERSION } from '../../../src/records/run-events.ts';
import { runFolders } from '../../../src/records/run-folders.ts';
import { replayRun } from '../../../src/doctor/replay/replay-run.ts';
import { makeReport, renderReports } from '../../../src/page/report/make-report.ts';
import { createRun } from '../../../src/run/create-run.ts';
import { explainIteration } from '../../../src/view/explain/explain-iteration.ts';
import { quoteTranscript } from '../../../src/view/explain/quote-transcript.ts';
import { readRun } from '../../../src/view/read-run.ts';
import { hasGit } from '../../evidence/a-repository.ts';
import { aCodeWorkspace, withAnchorsAside } from '../a-workspace.ts';

/** Below the length at which a file is shortened; it has no content, so it needs no space. */
const LENGTH = 60 * 2 ** 20;
const LINE = 'removed transcripts: 360 MiB, with those of 6 turns; the first and the last are kept';

const plant = (folder: string, turns: number): void => {
  for (let n = 1; n <= turns; n += 1) {
    const path = join(folder, `red-7-${n}.stdout`);
    writeFileSync(path, '');
    truncateSync(path, LENGTH);
  }
};

describe.skipIf(!hasGit)('a run whose transcripts exceed their limit (needs git)', () => {
  beforeEach(withAnchorsAside);

  test('removes them before a turn, says so everywhere, and replays to the same answer without any', async () => {
    const { config, folder } = await aCodeWorkspace();
    const first = createRun({ config, until: 'RED' });
    await first.ended;
    const { transcripts, run } = runFolders(folder, first.id);
    plant(transcripts, 18);
    expect((await createRun({ config, resume: first.id }).ended).status).toBe('completed');

    const marked = readdirSync(transcripts).filter(
      (name) => name.startsWith('red-7') && lstatSync(join(transcripts, name)).size < 200,
    );
    expect(marked.length).toBe(6);
    const { records, status } = await readRun(config);
    const printed = records.flatMap(({ type, at, data }) =>
      eventsOf(type, data as never).flatMap((body) =>
        renderInPipe({ v: EVENTS_VERSION, at, run: first.id, ...body }, createPaint(false)),
      ),
    );
    expect(printed.filter((line) => line.includes('removed'))).toEqual([`GREEN 1  ${LINE}`]);
    expect(status.removed_transcripts?.turns).toBe(6);
    expect(renderStatus(status, null).split('\n')).toContain(LINE);
    expect(renderReports([makeReport(records, { isGoing: false })])).toContain(`- R${LINE.slice(1)}\n`);

    const explained = explainIteration({ run: first.id, records }, { phase: 'RED', iteration: 1 });
    const { transcript, record } = explained;
    const quote = () => quoteTranscript(run, transcript ?? '', record.signal.line ?? 0, (text) => text);
    expect(renderExplanation(explained, { quoted: await quote() })).toContain(' EXIT_SIGNAL: true');
    rmSync(transcripts, { recursive: true });
    expect(await quote()).toBe(null);
    expect(renderExplanation(explained, { quoted: null })).toContain(
      '\n  transcripts/red-1-1.stdout no longer contains these lines',
    );
    expect(replayRun(records)).toMatchObject({ same: true, oddities: [] });
  });
});
