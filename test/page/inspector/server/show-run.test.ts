import { beforeEach, describe, expect, test } from 'vitest';
import { showRun } from '../../../../src/page/inspector/server/show-run.ts';
import type { RunEvent } from '../../../../src/records/run-events.ts';
import { withAnchorsAside } from '../../../run/a-workspace.ts';
import { aFinishedRun, RUN } from './a-finished-run.ts';
import { toASleeper } from './a-sleeper.ts';

beforeEach(withAnchorsAside);

/** As large as the page takes them: 40 kilobytes. */
const wide = Object.fromEntries(Array.from({ length: 75 }, (_, i) => [`key${i}`, 'x'.repeat(500)]));
const events = { v: 4, at: '2026-01-13T10:00:00.000Z', run: RUN, type: 'notice', text: 'x', ...wide } as RunEvent;

describe('one run, shown to one reader', () => {
  test('a reader that takes no events is disconnected: its backlog is bounded, however long the run is', async () => {
    const { config, folders } = await aFinishedRun();
    const { stream } = await toASleeper({ maxBytes: 100_000, patienceMs: 50 });
    const shown = showRun({
      stream,
      found: { run: RUN, config, ledger: folders.ledger },
      after: -1,
      commands: false,
      ending: new AbortController().signal,
      listen: (_found, onEvent) => {
        for (let n = 0; n < 900; n += 1) onEvent(events);
        return { attend: () => {} };
      },
    });
    await expect.poll(() => stream.gone.aborted, { timeout: 4_000 }).toBe(true);
    await shown;
  });
});
