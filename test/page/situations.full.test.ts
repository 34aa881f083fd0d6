import { describe, expect, test } from 'vitest';
import { hasChromium, IN_CHROMIUM } from './a-browser.ts';
import { lookAt } from './look-at-situations.ts';
import { SITUATIONS } from './the-situations.ts';

const SIZES = [
  [1280, 900],
  [800, 900],
  [390, 844],
] as const;

describe.skipIf(!hasChromium)(`the page in its ten situations, ${IN_CHROMIUM}`, () => {
  test.each(SITUATIONS)(
    '$name: says cause, clause and command in its first screen at every width, in light and dark, and writes the pictures',
    async (situation) => {
      expect(await lookAt([situation], { sizes: SIZES, pictures: true })).toEqual([situation.name]);
    },
  );
});
