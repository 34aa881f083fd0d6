/** The part of the page that is visible without scrolling. */
import { expect } from 'vitest';
import type { Page } from 'playwright-core';

/** A small phone, a phone, a tablet, a laptop, a desk. CSS pixels. */
export const SCREENS = [
  [320, 900],
  [390, 844],
  [768, 900],
  [1280, 900],
  [1920, 900],
] as const;

/** Its words, when every line of what to do stands whole in the window at each size; nothing is scrolled. */
export const readWhatToDo = async (
  page: Page,
  screens: readonly (readonly [width: number, height: number])[] = SCREENS,
): Promise<readonly string[]> => {
  const hold = page.getByRole('region', { name: 'To do', exact: true });
  for (const [width, height] of screens) {
    await page.setViewportSize({ width, height });
    await page.evaluate('scrollTo(0, 0)');
    const boxes = [
      await hold.boundingBox(),
      ...(await Promise.all((await hold.locator('p:visible, li:visible').all()).map((each) => each.boundingBox()))),
    ];
    expect(boxes.length).toBeGreaterThan(1);
    for (const box of boxes) {
      const { x, y, width: wide, height: high } = box ?? { x: -1, y: -1, width: 0, height: 0 };
      expect({ width, isSeen: x >= 0 && y >= 0 && high > 0 && x + wide <= width && y + high <= height }).toEqual({
        width,
        isSeen: true,
      });
    }
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
  }
  return (await hold.locator('p:visible, li:visible').allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' ').trim(),
  );
};
