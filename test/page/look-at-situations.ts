/** Opens the page of a situation, as a file. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'vitest';
import { renderHtmlReport } from '../../src/cli/report-pages.ts';
import { readPageParts, trimRecord } from '../../src/page/render-page.ts';
import { makeReport } from '../../src/page/report/make-report.ts';
import { pageSectionsOf } from '../../src/page/report/read-page.ts';
import { listBarriers, takeScreen, withBrowser } from './a-browser.ts';
import { readWhatToDo } from './a-first-screen.ts';
import { HEAD, placed, rowsOf, statusOf } from './a-run.ts';
import type { Situation } from './the-situations.ts';

interface Looked {
  readonly sizes: readonly (readonly [width: number, height: number])[];
  /** Whether pictures are written, in light and dark. */
  readonly pictures: boolean;
}

/**
 * Cause, clause and command stand in the first screen at each size; nothing is a barrier in either scheme.
 *
 * @returns the names of those that were looked at
 */
export const lookAt = async (
  situations: readonly Situation[],
  { sizes, pictures }: Looked,
): Promise<readonly string[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'dualgate-'));
  try {
    await withBrowser(async (open) => {
      for (const situation of situations) {
        const { name, says, command } = situation;
        const file = join(folder, `${name}.html`);
        writeFileSync(file, htmlOf(situation));
        const { page, wrongs } = await open(pathToFileURL(file).href);
        const whatToDo = page.getByRole('region', { name: 'To do', exact: true });
        if ((await whatToDo.locator('p').count()) > 0) await readWhatToDo(page, sizes);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          await page.evaluate('scrollTo(0, 0)');
          for (const said of says) await expectInScreen(page.getByText(said).first(), { name, said, width, height });
          if (command !== null) {
            expect(await whatToDo.locator('.command-line code').first().innerText(), name).toBe(command);
            expect(await whatToDo.getByRole('button', { name: `Copy ${command}` }).isVisible(), name).toBe(true);
          }
          for (const colorScheme of ['light', 'dark'] as const) {
            if (!pictures) continue;
            await page.emulateMedia({ colorScheme });
            await takeScreen(page, `situation-${name}-${width}-${colorScheme}`);
          }
        }
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await listBarriers(page), `${name}, ${colorScheme}`).toEqual([]);
        }
        expect(wrongs, name).toEqual([]);
        await page.context().close();
      }
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return situations.map(({ name }) => name);
};

const htmlOf = (situation: Situation): string => {
  const { records } = situation;
  const [going, list] = [situation.going ?? false, situation.list ?? null];
  const data = {
    ...HEAD,
    spec: 'specs/price.md',
    limits: { iterations: 50, minutes: 480, cost: 20 },
    going,
    run: 'run-1',
    at: records.at(-1)?.at ?? HEAD.at,
    rows: rowsOf(records),
    status: statusOf(records),
    records: placed(records).map(({ n, said, ...each }) => ({ ...trimRecord(each), n, said })),
    sections: pageSectionsOf(makeReport(records, { isGoing: going })),
  };
  return renderHtmlReport([data], readPageParts(), list);
};

interface Place {
  readonly name: string;
  readonly said: string | RegExp;
  readonly width: number;
  readonly height: number;
}

const expectInScreen = async (
  text: { readonly boundingBox: () => Promise<{ x: number; y: number; width: number; height: number } | null> },
  { name, said, width, height }: Place,
): Promise<void> => {
  const box = await text.boundingBox();
  const isSeen =
    box !== null &&
    box.height > 0 &&
    box.x >= 0 &&
    box.y >= 0 &&
    box.x + box.width <= width &&
    box.y + box.height <= height;
  expect({ name, said: String(said), width, isSeen }).toEqual({ name, said: String(said), width, isSeen: true });
};
