import { aFinding } from '../evidence/findings/a-finding.ts';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { DEFAULT_PHASES } from '../../gates/default-phases.ts';
import { pictureOf } from '../../src/page/graph/picture-of.ts';
import type { PageHead, PageList, PageRecord } from '../../src/page/page-data.ts';
import { readPageParts, trimRecord } from '../../src/page/render-page.ts';
import { pagePhasesOf } from '../../src/page/head-of.ts';
import { showDuration } from '../../src/base/text/amounts.ts';
import { makeReport, renderReports } from '../../src/page/report/make-report.ts';
import { pageSectionsOf } from '../../src/page/report/read-page.ts';
import { renderHtmlReport } from '../../src/cli/report-pages.ts';
import { BLOCKED, FORCED } from './report/a-ledger.ts';
import { hasChromium, IN_CHROMIUM, listBarriers, takePicture, withBrowser } from './a-browser.ts';
import { readWhatToDo } from './a-first-screen.ts';
import { aLongRun, anIterationOf, at, HEAD, placed, rowsOf, SETTLED, statusOf } from './a-run.ts';
import { A_LIST } from './a-task-list.ts';
import { inTurn } from '../pick-some.ts';

const slow = inTurn(6, test);

/** A report of these records, as a file, for as long as it is looked at. */
const withReport = async (
  runs: readonly (readonly PageRecord[])[],
  more: Partial<PageHead>,
  use: (url: string) => Promise<void>,
  list: PageList | null = null,
): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  try {
    const data = runs.map((records, n) => ({
      ...HEAD,
      ...more,
      run: `run-${n + 1}`,
      rows: rowsOf(records),
      status: statusOf(records),
      records: placed(records).map(({ n, said, ...each }) => ({ ...trimRecord(each), n, said })),
      sections: pageSectionsOf(makeReport(records, { isGoing: false })),
    }));
    writeFileSync(join(folder, 'report.html'), renderHtmlReport(data, readPageParts(), list));
    await use(pathToFileURL(join(folder, 'report.html')).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

/** A run that GREEN halted, of a specification with a long name. */
const aHaltedRun = (): readonly PageRecord[] => [
  ...aLongRun(30).slice(0, -1),
  {
    type: 'chart.halted',
    at: at(31),
    data: { phase: 'GREEN', why: 'The signal stays true over red metrics', status: 'needs_human' },
  },
  { type: 'run.ended', at: at(31), data: { status: 'needs_human', why: 'A person is needed', exit_code: 4 } },
];

const namesOf = (page: Page, role: 'region' | 'heading'): Promise<readonly string[]> =>
  page.getByRole(role).evaluateAll((all) => all.map((each) => each.ariaLabel ?? each.textContent ?? ''));

describe.skipIf(!hasChromium)(`a report from disk, ${IN_CHROMIUM}`, () => {
  slow('has no serious barrier, and is no wider than its window, in light and dark at 1280 and 380 px', async () => {
    const indicators = { patterns: ['ready for review'], evidence: { tests: false }, threshold: 2 };
    const held = anIterationOf({ iteration: 3, minute: 9, passing: 1, failing: 2, word: true, record: { indicators } });
    await withReport([[...aLongRun(9).slice(0, -1), ...held, SETTLED(12)]], {}, async (url) => {
      await withBrowser(async (open) => {
        const { page, wrongs } = await open(url);
        await page.getByRole('heading', { name: 'GREEN 3' }).waitFor();
        expect(await page.getByRole('region', { name: 'Notes' }).innerText()).toMatch(
          /indicators\s+1 of 2\s+patterns found/,
        );
        for (const [width, height, colorScheme, isAsked] of [
          [1280, 900, 'light', true],
          [380, 800, 'light', false],
          [380, 800, 'dark', true],
          [1280, 900, 'dark', false],
        ] as const) {
          await page.setViewportSize({ width, height });
          await page.emulateMedia({ colorScheme });
          // Colours are the same at each width: both schemes and both widths are asked once.
          if (isAsked) expect(await listBarriers(page)).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
          await takePicture(page, `report-${colorScheme}-${width}`);
        }
        expect(wrongs).toEqual([]);
      });
    });
  });

  slow(
    'says in its first screen why the phase is held, clause by clause with what was measured, at every width, however long the names and reasons are',
    async () => {
      const blocker = 'The payment provider answers with an error that nobody here has seen before. '.repeat(40);
      const blocked = aHaltedRun().map(
        (record): PageRecord =>
          record.type === 'iteration.decided' && record.data.record.iteration === 29
            ? {
                ...record,
                data: {
                  ...record.data,
                  decision: { ...record.data.decision, halt: { code: 'blocked', says: blocker }, next: 'needs_human' },
                },
              }
            : record,
      );
      await withReport([aHaltedRun(), blocked], LONG, async (url) => {
        await withBrowser(async (open) => {
          const { page, wrongs } = await open(url);
          expect(await readWhatToDo(page)).toEqual([
            expect.stringMatching(/^✗ GREEN 29 is held: \d+ of 43 tests fail: AC-1: it does what it says, .* more$/),
            expect.stringMatching(/^tests_failing == 0: got \d+, expected 0$/),
            'exit_signal == true: the agent said no',
            'also not met: tests_passing == tests_total; runner_exit_code == 0; consecutive_green_runs >= 2',
            expect.stringMatching(/^(?:Exit signal set but|Neither gate)/),
            expect.stringMatching(/^dualgate guide --run run-1 "TEXT" ?Copy ?tell the agent/),
          ]);
          await page.getByRole('combobox', { name: 'Run' }).selectOption('run-2');
          await page.getByText('The payment provider').first().waitFor();
          expect((await readWhatToDo(page))[0]).toMatch(/… \([\d,]+ characters in all\)$/);
          expect(wrongs).toEqual([]);
        });
      });
    },
  );

  slow('of work that is exited or completed says nothing of what once held it', async () => {
    await withReport([FORCED], {}, async (url) => {
      await withBrowser(async (open) => {
        const { page } = await open(url);
        await page.getByRole('heading', { name: 'Iterations', exact: true }).waitFor();
        expect(await page.getByRole('region', { name: 'To do', exact: true }).innerText()).not.toContain('is held');
      });
    });
  });

  slow(
    'counts all tests that failed, although it lists a few, and every list that was cut says how many it had',
    async () => {
      const measured = anIterationOf({ iteration: 1, minute: 1, passing: 1, failing: 8572, word: true });
      const many = measured.map(
        (record): PageRecord =>
          record.type === 'iteration.decided'
            ? {
                ...record,
                data: {
                  ...record.data,
                  record: {
                    ...record.data.record,
                    // As many as a record lists.
                    failing: record.data.record.failing.slice(0, 50),
                    findings: Array.from({ length: 90 }, (_, n) => aFinding(`note ${n}`)),
                    criteria: { without_test: Array.from({ length: 70 }, (_, n) => `AC-${n}`), without_passing: [] },
                  },
                  mutation_check: {
                    ...A_MUTATION_CHECK,
                    unproven: Array.from({ length: 120 }, (_, n) => ({ path: 'src/a.js', line: n + 1, lines: 1 })),
                  },
                },
              }
            : record,
      );
      await withReport([[...many, SETTLED(3)]], {}, async (url) => {
        await withBrowser(async (open) => {
          const { page, wrongs } = await open(url);
          const text = (await page.getByRole('article').innerText()).replaceAll(/\s+/g, ' ');
          const shown = Number(/8572 failing tests; the first (\d+):/.exec(text)?.[1]);
          expect(shown).toBeGreaterThan(0);
          expect(await page.locator('.failing li').count()).toBe(shown);
          expect(text).toMatch(/note 0 .* and (?:65|80|86) more notes, in the ledger/);
          expect(text).toMatch(/AC-0, .*, and (?:45|60|66) more/);
          expect(text).toContain('120 changes unproven');
          expect(text).toContain('record.failing: 50 in all');
          expect(wrongs).toEqual([]);
        });
      });
    },
  );

  slow('has every section of the report in words, with the same numbers', async () => {
    for (const records of [FORCED, BLOCKED]) {
      const report = makeReport(records, { isGoing: false });
      const words = renderReports([report]).split('\n');
      await withReport([records], {}, async (url) => {
        await withBrowser(async (open) => {
          const { page, wrongs } = await open(url, { viewport: { width: 1280, height: 900 } });
          const panel = page.getByRole('region', { name: 'Report', exact: true });
          const headings = words.flatMap((line) => (line.startsWith('## ') ? [line.slice(3)] : []));
          expect(headings.length).toBeGreaterThan(3);
          expect(
            (await panel.getByRole('heading', { level: 3 }).allInnerTexts()).filter((each) => each !== 'Run'),
          ).toEqual(headings);
          const said = flat((await panel.locator('td, li, .report-part > p').allInnerTexts()).join('\n'));
          // Below its title and its reason.
          const reported = words
            .slice(4)
            .filter((line) => line !== '' && !/^(?:#|\| ---|\| (?:phase|criterion) \|)/.test(line));
          expect(reported.length).toBeGreaterThan(8);
          for (const line of reported)
            for (const cell of line.replace(/^- |^\| | \|$/g, '').split(' | ')) expect(said).toContain(flat(cell));
          await takePicture(page, `report-sections-${report.status}`);
          for (const width of [320, 1920]) {
            await page.setViewportSize({ width, height: 900 });
            expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
          }
          expect(await listBarriers(page)).toEqual([]);
          expect(wrongs).toEqual([]);
        });
      });
    }
  });

  slow('has one run time, in its head, above its phases and in the report in words', async () => {
    await withReport([BLOCKED], {}, async (url) => {
      await withBrowser(async (open) => {
        const { page } = await open(url);
        await page.getByRole('heading', { name: 'Iterations', exact: true }).waitFor();
        const text = (await page.locator('#dualgate-page').innerText()).replaceAll(/\s+/g, ' ');
        const [time, ...others] = [...text.matchAll(/run time:? ([\d.]+ (?:s|min \d\d s))/gi)].map(([, each]) => each);
        expect(time).toBe(showDuration(makeReport(BLOCKED, { isGoing: false }).worked_ms));
        expect(others).toEqual([time, time]);
        expect(text).not.toMatch(/\bworked \d|\d s worked/i);
      });
    });
  });

  slow(
    'draws an exit that an operator forced apart from an honest one, with a word beside it; an honest run has none',
    async () => {
      const skip: PageRecord = {
        type: 'operator.skipped',
        at: at(31),
        data: {
          phase: 'GREEN',
          by: 'ann',
          reason: 'it is urgent',
          exit: { frozen: {}, tests: [], failing: [], tree: 'a' },
        },
      };
      await withReport([[...aHaltedRun(), skip], aHaltedRun()], {}, async (url) => {
        await withBrowser(async (open) => {
          const { page } = await open(url, { viewport: { width: 1280, height: 900 } });
          const forced = page.locator('.chart .edge-forced');
          expect(await forced.locator('text').allTextContents()).toEqual(['forced']);
          const dashes = (kind: string): Promise<unknown> =>
            page.evaluate(`getComputedStyle(document.querySelector('.edge-${kind} path')).strokeDasharray`);
          expect(new Set([await dashes('forced'), await dashes('leave'), await dashes('skip')]).size).toBe(3);
          expect(await page.getByRole('region', { name: 'Chart', exact: true }).innerText()).toContain('forced exit');
          await page.getByRole('combobox', { name: 'Run' }).selectOption('run-2');
          await forced.waitFor({ state: 'detached' });
        });
      });
    },
  );

  slow('shows the name of a phase whole where it fits', async () => {
    const name = 'integration-of-the-refund-payment-service-end';
    const phases = DEFAULT_PHASES.map((phase, n) => (n === 0 ? { ...phase, phase: name } : phase));
    const head = { chart: pictureOf({ phases }), phases: pagePhasesOf({ phases }) };
    await withReport([aHaltedRun()], head, async (url) => {
      await withBrowser(async (open) => {
        const { page } = await open(url, { viewport: { width: 1280, height: 900 } });
        const node = page.locator('.node-phase').first();
        await node.waitFor();
        expect(await node.locator('text').textContent()).toContain(name);
        const [box, text] = await Promise.all([node.locator('rect').boundingBox(), node.locator('text').boundingBox()]);
        expect(text?.width).toBeLessThan(box?.width ?? 0);
        const row = page.getByRole('rowheader', { name }).locator('bdi');
        expect(await row.evaluate((each) => each.scrollWidth <= each.clientWidth)).toBe(true);
      });
    });
  });

  slow('is gone through by keys, and says what it is to a screen reader', async () => {
    await withReport([aLongRun(5), aLongRun(3)], {}, async (url) => {
      await withBrowser(async (open) => {
        const { page, wrongs } = await open(url);
        const shown = page.getByRole('article').getByRole('heading', { level: 2 });
        const listed: string[] = [];
        for (const key of ['g', 'j', 'j', 'k', 'G']) {
          await page.keyboard.press(key);
          listed.push((await shown.innerText()).replaceAll(/\s+/g, ' '));
        }
        expect(await page.getByRole('cell', { name: /green/ }).allInnerTexts()).toEqual(['✗ not green']);
        expect(await page.getByRole('cell', { name: 'not green', exact: true }).count()).toBe(1);
        expect(listed).toEqual([
          'RED 1 ✓ exited',
          'GREEN 1 ✗ held',
          'GREEN 2 ✗ held',
          'GREEN 1 ✗ held',
          'GREEN 4 ✗ held the last decision',
        ]);
        await page.getByRole('listbox', { name: 'Iterations' }).focus();
        await page.keyboard.press('Home');
        await page.keyboard.press('ArrowDown');
        expect(
          await page.getByRole('listbox').getByRole('option', { selected: true }).getAttribute('aria-posinset'),
        ).toBe('2');
        await page.keyboard.press('?');
        expect(await page.getByRole('dialog', { name: 'Keys and signs' }).isVisible()).toBe(true);
        await page.keyboard.press('Escape');
        expect(await namesOf(page, 'heading')).toEqual(
          expect.arrayContaining(['specs/long.md', 'Chart', 'Phases', 'Breaker and green runs', 'Iterations', 'Tests']),
        );
        expect(await page.getByRole('main').count()).toBe(1);
        expect(await page.getByRole('status').first().innerText()).toContain('stuck');
        await page.getByRole('combobox', { name: 'Run' }).selectOption('run-2');
        expect(await page.getByRole('option', { name: /GREEN/ }).count()).toBe(2);
        await page.getByRole('button', { name: /^Theme: system/ }).click();
        expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('light');
        expect(wrongs).toEqual([]);
      });
    });
  });

  slow(
    'of a list of work it says what became of each task and why, and leads to the run of each, at each width and in each scheme',
    async () => {
      await withReport(
        [aLongRun(5), aLongRun(3)],
        {},
        async (url) => {
          await withBrowser(async (open) => {
            const { page, wrongs } = await open(url);
            const panel = page.getByRole('region', { name: 'Task list', exact: true });
            const tasks = panel.getByRole('listitem');
            for (const [width, height, colorScheme] of [
              [1280, 900, 'light'],
              [380, 800, 'dark'],
            ] as const) {
              await page.setViewportSize({ width, height });
              await page.emulateMedia({ colorScheme });
              expect(await listBarriers(page)).toEqual([]);
              expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
              await takePicture(page, `list-${colorScheme}-${width}`);
            }
            // On a phone it stands above the phases in a row.
            const [list, strip] = await Promise.all(
              ['#tasks', '.phase-strip'].map((each) =>
                page.locator(each).evaluate((box) => box.getBoundingClientRect().top),
              ),
            );
            expect(list).toBeLessThan(strip ?? 0);
            expect(await panel.getByText('1 of 4 done · 2 need you').count()).toBe(1);
            expect((await tasks.allInnerTexts()).map((each) => each.replaceAll(/\s+/g, ' '))).toEqual([
              'specs/long.md ✗ stuck The limit of iterations was reached its unfinished work: refs/dualgate/20261122-133647-3194c7/f7af07b2741f on dualgate/long next: dualgate resume specs/long.md',
              expect.stringMatching(
                /^specs\/login\.md ! needs human input The agent is blocked: <b>no key<\/b> for the-login/,
              ),
              'specs/export.md ○ not started needs specs/login.md',
              'specs/done.md ✓ done on dualgate/done',
            ]);
            const current = panel.locator('[aria-current=true]');
            expect(await current.getByText('specs/long.md', { exact: true }).count()).toBe(1);
            // Only what is in this file can be shown.
            expect(await panel.getByRole('button').allInnerTexts()).toEqual(['specs/done.md']);
            await panel.getByRole('button', { name: 'specs/done.md' }).click();
            expect(await page.getByRole('option', { name: /GREEN \d/ }).count()).toBe(2);
            expect(await current.getByText('specs/done.md', { exact: true }).count()).toBe(1);
            expect(wrongs).toEqual([]);
          });
        },
        A_LIST,
      );
    },
  );

  slow(
    'what does not fit is scrolled, with a hint, to where the work stands; no length is broken, no tool pushed away',
    async () => {
      await withReport([aHaltedRun()], LONG, async (url) => {
        await withBrowser(async (open) => {
          const { page, wrongs } = await open(url, { viewport: { width: 380, height: 800 } });
          const chart = page.getByRole('region', { name: 'Chart', exact: true });
          // Without room for the chart, the phases stand in a row.
          await page.getByRole('list', { name: 'Phases in order' }).waitFor();
          expect(await page.locator('#chart').isVisible()).toBe(false);
          expect(await page.evaluate(LOOK)).toEqual({ chart: true, broken: [], toolsBeside: true });
          // A sign alone is seen, and its word is read aloud.
          expect(await page.getByRole('rowheader', { name: 'RED exited' }).count()).toBe(1);
          await page.setViewportSize({ width: 1000, height: 500 });
          await chart.getByText('scroll it for the rest').waitFor();
          expect(await page.evaluate(LOOK)).toEqual({ chart: true, broken: [], toolsBeside: true });
          await page.setViewportSize({ width: 1280, height: 900 });
          await chart.getByText('scroll it for the rest').waitFor({ state: 'detached' });
          expect(await page.evaluate(LOOK)).toEqual({ chart: true, broken: [], toolsBeside: true });
          expect(await chart.getByRole('region').getAttribute('tabindex')).toBe(null);
          expect(wrongs).toEqual([]);
        });
      });
    },
  );

  slow(
    'on paper it is light and tells every iteration; the one that is selected is an outline, in the colours of a system too',
    async () => {
      await withReport([aHaltedRun()], {}, async (url) => {
        await withBrowser(async (open) => {
          const { page, wrongs } = await open(url, { colorScheme: 'dark', forcedColors: 'active' });
          const styleOf = (selector: string, name: string): Promise<unknown> =>
            page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${name}`);
          expect(await styleOf('.item-shown', 'outlineStyle')).toBe('solid');
          expect(await styleOf('.counts .shown', 'fill')).toBe('none');
          await page.emulateMedia({ media: 'print', forcedColors: 'none' });
          expect(await styleOf('body', 'colorScheme')).toBe('light');
          await page.evaluate("dispatchEvent(new Event('beforeprint'))");
          await page.locator('.printed').waitFor();
          const lines = await page.locator('.printed tbody th').allInnerTexts();
          expect(lines).toEqual(['RED 1', ...Array.from({ length: 29 }, (_, n) => `GREEN ${n + 1}`)]);
          expect(await page.getByRole('button').count()).toBe(0);
          await page.evaluate("dispatchEvent(new Event('afterprint'))");
          await page.locator('.printed').waitFor({ state: 'detached' });
          expect(wrongs).toEqual([]);
        });
      });
    },
  );

  slow('a thousand iterations scroll with as few rows as twenty have', async () => {
    await withReport([aLongRun(1_000)], {}, async (url) => {
      await withBrowser(async (open) => {
        const { page, wrongs } = await open(url, { viewport: { width: 1280, height: 900 } });
        await page.getByRole('option', { name: /GREEN 999/ }).waitFor();
        const seen: Scrolled = await page.evaluate(SCROLL);
        // oxlint-disable-next-line no-console -- for whoever measures
        console.log(
          `1,000 iterations: ${seen.frames} frames in ${seen.ms} ms, longest task ${seen.longest} ms, ${seen.rows} rows at most`,
        );
        // The one iteration of RED, 45 seconds of a night.
        expect(await page.evaluate("document.querySelector('.bar').getBoundingClientRect().width")).toBeGreaterThan(1);
        expect(seen.rows).toBeLessThan(60);
        expect(seen.last).toBe(1_000);
        // On a machine that does nothing else there is none above 200: docs/decisions/0035. Here others may be at work.
        expect(seen.longest).toBeLessThan(1_000);
        expect(wrongs).toEqual([]);
      });
    });
  });

  test('what an agent wrote is text wherever it stands: it adds no element, runs nothing, turns no line around', async () => {
    const evil = `</script><script>document.title='owned'</script><img src=x onerror="document.title='owned'">\u202Egnp.exe\u001B[31m`;
    const bad = anIterationOf({
      iteration: 1,
      minute: 1,
      passing: 0,
      failing: 1,
      word: true,
      record: {
        findings: [evil, ...Array.from({ length: 60 }, (_, n) => `note ${n}`)].map(aFinding),
        failing: [{ file: evil, name: evil, message: evil }],
      },
    });
    const skip: PageRecord = {
      type: 'operator.guided',
      at: '2026-01-13T10:02:00.000Z',
      data: { phase: 'GREEN', by: evil, text: evil },
    };
    await withReport([[...bad, skip, SETTLED(3)]], {}, async (url) => {
      await withBrowser(async (open) => {
        const { page, wrongs } = await open(url);
        await page.getByRole('heading', { name: 'GREEN 1' }).waitFor();
        expect(await page.title()).toBe('stuck · specs/long.md · dualgate');
        expect(
          await page
            .locator('img:not([alt])')
            .evaluateAll((all) => all.filter((each) => each.tagName === 'IMG').length),
        ).toBe(0);
        expect(await page.locator('script').count()).toBe(2);
        const text = await page.getByRole('article').innerText();
        expect(text).toContain("<script>document.title='owned'</script>");
        expect(text).not.toContain('\u202E');
        expect(text).toContain('Not on this page, but in the ledger: ');
        expect(wrongs).toEqual([]);
      });
    });
  });
});

const A_MUTATION_CHECK = {
  seed: 's',
  subject: 'x',
  mutants_tested: 3,
  mutants_killed: 3,
  mutants: [],
  hunks: { total: 120, tried: 120 },
  unproven: [],
  inconclusive: null,
  ms: 5,
};

/** Words without marks of Markdown, and on one line. */
const flat = (text: string): string =>
  text
    .replaceAll(/(?:^|[\s*])`+ ?|[`*]/g, ' ')
    .replaceAll('\\|', '|')
    .replaceAll(/\s+/g, '')
    .trim();

interface Scrolled {
  readonly frames: number;
  /** Milliseconds: all of it, and its longest task above 50. */
  readonly ms: number;
  readonly longest: number;
  /** The most that were drawn at a time. */
  readonly rows: number;
  /** The place of the last one in the list. */
  readonly last: number;
}

const LONG = { spec: 'specs/payments/a-name-of-a-specification-that-nobody-would-type/refund-of-a-partial-payment.md' };

/** Whether the lit state of the chart is in sight; facts that are broken in their midst; whether the tools stand beside the name. */
const LOOK = `(() => {
  const box = (each) => each.getBoundingClientRect();
  const [chart, lit] = ['.chart-box', '.node-active rect'].map((each) => box(document.querySelector(each)));
  return {
    chart: lit.left >= chart.left - 1 && lit.right <= chart.right + 1,
    broken: [...document.querySelectorAll('.whole')].filter((each) => new Set([...each.getClientRects()].map(({ top }) => Math.round(top))).size > 1).map((each) => each.textContent),
    toolsBeside: box(document.querySelector('.top-tools')).top < box(document.querySelector('h1')).bottom,
  };
})()`;

/** From the top of the list to its end, a screen at a frame. */
const SCROLL = `new Promise((resolve) => {
  const box = document.querySelector('.list-box');
  let [frames, rows, longest] = [0, 0, 0];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ type: 'longtask' });
  box.scrollTop = 0;
  const begun = performance.now();
  const step = () => {
    frames += 1;
    const drawn = [...box.querySelectorAll('[role=option]')];
    rows = Math.max(rows, drawn.length);
    if (box.scrollTop + box.clientHeight < box.scrollHeight - 1) {
      box.scrollTop += 600;
      requestAnimationFrame(step);
      return;
    }
    const last = Math.max(...drawn.map((each) => Number(each.getAttribute('aria-posinset'))));
    setTimeout(() => resolve({ frames, ms: Math.round(performance.now() - begun), rows, longest: Math.round(longest), last }), 60);
  };
  requestAnimationFrame(step);
})`;
