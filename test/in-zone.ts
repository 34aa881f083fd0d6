/** The zone of this process for one test: where a text has a local time, its golden has the time of one zone. */
import { onTestFinished } from 'vitest';

export const inZone = (zone: string): void => {
  const before = process.env['TZ'];
  process.env['TZ'] = zone;
  onTestFinished(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
};
