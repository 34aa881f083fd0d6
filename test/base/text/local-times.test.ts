import { describe, expect, test } from 'vitest';
import { showClock, showDay } from '../../../src/base/text/amounts.ts';
import { inZone } from '../../in-zone.ts';

describe('a time that a person reads', () => {
  test.each([
    ['UTC', '2026-07-13 23:30 UTC', '2026-01-13 14:03 UTC'],
    ['Asia/Kolkata', '2026-07-14 05:00 +05:30', '2026-01-13 19:33 +05:30'],
    ['America/New_York', '2026-07-13 19:30 -04:00', '2026-01-13 09:03 -05:00'],
  ])('is local in %s, with the offset of that day', (zone, summer, winter) => {
    inZone(zone);
    expect([showDay('2026-07-13T23:30:00.000Z'), showDay('2026-01-13T14:03:07.000Z')]).toEqual([summer, winter]);
    expect(showClock('2026-01-13T14:03:07.000Z')).toBe(`${winter.slice(11, 16)}:07`);
  });

  test('of something that is no time is a dash', () => {
    expect([showDay('soon'), showClock('')]).toEqual(['–', '–']);
  });
});
