import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdTail } from '../../../src/signals/patterns/waiting-patterns.ts';

test('the end of a message is held, and what lies before it is dropped, in order, however the message is cut', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 12 })), fc.integer({ min: 1, max: 9 }), (chunks, most) => {
      const dropped: Buffer[] = [];
      const tail = holdTail(most, (bytes) => dropped.push(Buffer.from(bytes)));
      for (const chunk of chunks) {
        const lent = Buffer.from(chunk);
        tail.write(lent);
        lent.fill(0xff);
      }
      const all = Buffer.concat(chunks);
      const cut = Math.max(0, all.length - most);
      expect(Buffer.concat(dropped)).toEqual(all.subarray(0, cut));
      expect(Buffer.concat(tail.rest())).toEqual(all.subarray(cut));
      expect(tail.isCut()).toBe(cut > 0);
    }),
  );
});
