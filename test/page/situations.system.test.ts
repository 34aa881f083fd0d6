import { describe, expect, test } from 'vitest';
import { hasChromium, IN_CHROMIUM } from './a-browser.ts';
import { lookAt } from './look-at-situations.ts';
import { SITUATIONS } from './the-situations.ts';

describe.skipIf(!hasChromium)(`the page in two of its ten situations, ${IN_CHROMIUM}`, () => {
  test('says cause, clause and command in its first screen on a phone', async () => {
    const two = SITUATIONS.filter(({ name }) => name === 'integrity' || name === 'list');
    expect(await lookAt(two, { sizes: [[390, 844]], pictures: false })).toEqual(['integrity', 'list']);
  });
});
